// In production: a document that is applied while its product is served is what is served from then on.
import { compile } from "@writ/language";
import type { ServerModule } from "../module.ts";
import type { ProductDatabase } from "../product-database.ts";
import type { Log } from "../telemetry/log.ts";
import type { Writing } from "./writing.ts";

/** One after the other; of several that come meanwhile only the last counts. */
export function followApplied(
  writing: Writing,
  { catalogue }: Pick<ProductDatabase, "catalogue">,
  log: Log,
): ServerModule {
  let last = Promise.resolve();
  let end: (() => void) | undefined;
  const follow = async () => {
    const { served } = writing.state();
    const { source } = catalogue.beside();
    if (source === undefined || source === served.source) return;
    const compiled = compile(source, served.compiled);
    if (compiled.problems.some(({ severity }) => severity === "error"))
      return log.warning("another document was applied, and this version finds errors in it", {});
    const edition = { file: served.file, source, compiled };
    await writing.serve(edition, false);
    log.note("another document is served", { title: edition.compiled.model.title });
  };
  return {
    name: "applied document",
    start: async () => {
      const look = () => {
        last = last.then(follow).catch((failure: unknown) => log.failure(failure, { during: "another document" }));
      };
      end = catalogue.watch(look);
      // A process that takes the place of another one begins with the document that that one began with.
      look();
      await last;
    },
    stop: async () => {
      end?.();
      await last;
    },
  };
}

// `writ apply FILE --back`: applies the document again that was there before the last one, where that one lost nothing.
import { compile } from "@writ/language";
import type { Earlier, Plan } from "@writ/server/applying";
import { readFile } from "../document/read-file.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { plural } from "../terminal/summary.ts";
import { visible } from "../terminal/visible.ts";
import { applyWith, Outdated, type ApplyOptions } from "./apply.ts";
import { withItsDatabase } from "./with-database.ts";

export async function takeBack(file: string, options: ApplyOptions, console: Console): Promise<ExitCode> {
  return withItsDatabase(
    file,
    options.data,
    console,
    async ({ database }) => {
      const { readEarlier } = await import("@writ/server/applying");
      const client = await database.connect();
      try {
        const earlier = await readEarlier(client);
        const refused = earlier === undefined ? "no other document was applied here before this one" : whyNot(earlier);
        if (earlier === undefined || refused !== undefined) {
          console.error(`writ apply: ${refused}.\n`);
          return 1;
        }
        const { source, renames, title, at, now } = earlier;
        const check = ({ applied }: Plan) => {
          if (applied !== now) throw new Outdated("another document was applied meanwhile, and nothing was changed.");
        };
        console.error(`writ apply: back to ${visible(title)}, as it was applied at ${at.toISOString()}\n`);
        const exit = await applyWith(
          client,
          { source, compiled: compile(source), options: { ...options, renames, check } },
          console,
        );
        if (exit === 0) writeFile(file, earlier, console);
        return exit;
      } finally {
        await client.end();
      }
    },
    { alongside: true, mustExist: true },
  );
}

function whyNot({ lost, source }: Earlier): string | undefined {
  if (lost.length > 0) {
    const what = lost.map(({ address, rows }) => `${visible(address)} (${plural(rows, "row")})`).join(", ");
    return `the last document has removed data that does not come back: ${what}. Apply a document that leaves out what was removed, or restore a backup`;
  }
  if (compile(source).problems.some(({ severity }) => severity === "error"))
    return "this version of Writ finds errors in the earlier document, so it cannot be applied";
  return undefined;
}

/** The file follows where it holds what was applied, and nothing that stands nowhere else. */
function writeFile(file: string, { now, source }: Earlier, console: Console): void {
  const known = file === "-" ? undefined : readFile(file, console).source;
  if (known === source) return;
  if (known === now && console.unwritable(file) === undefined) {
    console.write(file, source);
    console.error(`${visible(file)} holds the earlier document again.\n`);
    return;
  }
  console.error(
    `${visible(file)} does not hold the earlier document: put it there, or \`writ start\` finds that the database differs from it.\n`,
  );
}

// Runs the specifications of PostgREST against Writ's data API: each case in its configuration, and what came of it.
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseAccount } from "@writ/server/postgres";
import type { CaseResult } from "../case-result.ts";
import { hangUp, send, type Asked } from "./exchange.ts";
import { readFixtures } from "./fixtures.ts";
import { meaning, scopeOf, type Scope } from "./haskell/evaluate.ts";
import { parseModule } from "./haskell/parse.ts";
import { applied, done, NotRead, type Value } from "./haskell/value.ts";
import { Mismatch } from "./judge.ts";
import { words } from "./operators.ts";
import { authenticator, prepare, type Configuration, type Prepared, type Running } from "./service.ts";
import type { Stage } from "./stage.ts";
import { Pending, vocabulary } from "./vocabulary.ts";

/** What a case needs is not there: an extension that is not part of PostgreSQL. */
class LeftOut extends Error {}

const postgis = /^\/(?:shops|shop_bles|lines|rpc\/(?:get_shop|get_shop_bles|get_lines?|get_shops))\b/;

/** `only`: words, one of which a case must have in its file or name. */
export async function runSuite(checkout: string, only: readonly string[]): Promise<readonly CaseResult[]> {
  const suite = join(checkout, "test", "spec");
  if (!existsSync(join(suite, "Main.hs")))
    throw new Error(`${suite} has no Main.hs: a checkout of PostgREST is needed`);
  const folder = mkdtempSync(join(tmpdir(), "writ-conformance-"));
  // The database writes a file of the fixtures, as the user that it runs as.
  const { uid, gid } = databaseAccount(folder);
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const prepared = await prepare(readFixtures(suite, authenticator, join(folder, "projects_dump.csv")));
  const running = new Map<string, Promise<Running>>();
  const results: CaseResult[] = [];
  try {
    for (const entry of entriesIn(readFileSync(join(suite, "Main.hs"), "utf8"))) {
      await runEntry(suite, entry, only, results, async (configuration, asked) => {
        const key = JSON.stringify(configuration);
        const found = running.get(key) ?? prepared.serve(configuration);
        running.set(key, found);
        return send((await found).address, asked);
      });
    }
  } finally {
    await stopAll(running, prepared);
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function stopAll(running: ReadonlyMap<string, Promise<Running>>, prepared: Prepared): Promise<void> {
  hangUp();
  for (const one of running.values()) await (await one).stop();
  await prepared.stop();
}

type Entry = { readonly module: string; readonly name: string; readonly takesVersion: boolean };

/** Which specifications there are, as the suite's own beginning lists them. */
function entriesIn(main: string): readonly Entry[] {
  const code = main.replace(/^import.*$/gm, "").replace(/"[^"\n]*"/g, "");
  const found = [...code.matchAll(/\bFeature\.([\w.]+?)\.([a-z]\w*)\b( actualPgVersion)?/g)].map(
    ([, module = "", name = "", version]) => ({ module, name, takesVersion: version !== undefined }),
  );
  return [...new Map(found.map((entry) => [JSON.stringify(entry), entry])).values()];
}

type Ask = (configuration: Configuration, asked: Asked) => ReturnType<typeof send>;

async function runEntry(
  suite: string,
  entry: Entry,
  only: readonly string[],
  results: CaseResult[],
  ask: Ask,
): Promise<void> {
  const file = `Feature/${entry.module.replaceAll(".", "/")}.hs`;
  let labels: readonly string[] = [];
  let configuration: Configuration = {};
  const tell = (name: string, outcome: CaseResult["outcome"], why: string) => {
    results.push({ file, name, configuration, outcome, why });
  };
  const stage: Stage = {
    suite,
    ask: async (asked) => {
      const isGeographic = postgis.test(asked.path) || asked.headers.some(([, value]) => value.includes("geo+json"));
      if (isGeographic) throw new LeftOut("PostGIS");
      return ask(configuration, asked);
    },
    describe: async (label, body) => {
      const around = labels;
      labels = [...labels, label];
      try {
        await body();
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        tell(labels.join(" > "), "not read", error.message);
      } finally {
        labels = around;
      }
    },
    configure: async (settings, body) => {
      const around = configuration;
      configuration = { ...configuration, ...settings };
      try {
        await body();
      } finally {
        configuration = around;
      }
    },
    it: async (label, body) => {
      const name = [...labels, label].join(" > ");
      if (only.length > 0 && !only.some((word) => `${file} ${name}`.includes(word))) return;
      if (configuration["configDbPreRequest"] === "test.load_safeupdate") return tell(name, "left out", "safeupdate");
      try {
        await body();
        tell(name, "passed", "");
      } catch (error) {
        tell(name, outcomeOf(error), error instanceof Error ? error.message : String(error));
      }
    },
  };
  const known: Scope = { names: vocabulary(stage), around: undefined };
  // How requests race is the vocabulary's: the suite's own way speaks of its threads.
  const declarations = parseModule(readFileSync(join(suite, file), "utf8")).filter(
    (declaration) => declaration.declares !== "name" || declaration.name !== "raceTest",
  );
  const scope = scopeOf(declarations, known, words);
  try {
    let specification: Value = meaning(entry.name, scope)();
    if (entry.takesVersion) specification = applied(specification, meaning("pgVersion180", known));
    await done(applied(specification, meaning("withConfig", known)));
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    tell(entry.name, "not read", error.message);
  }
}

function outcomeOf(error: unknown): CaseResult["outcome"] {
  if (error instanceof LeftOut || error instanceof Pending) return "left out";
  if (error instanceof NotRead) return "not read";
  if (error instanceof Mismatch || error instanceof Error) return "failed";
  throw error;
}

// `writ start FILE`: serves a product in production. Nothing is asked: what is not as it should be stops it.
import { compile, type Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import type { ServeOptions } from "@writ/server/serve";
import type { Console, ExitCode } from "../terminal/console.ts";
import { countsOf, stopLines } from "../terminal/print-plan.ts";
import { serveUntilStopped } from "../serving/serve-product.ts";
import { settingIn, wrongIn } from "./environment.ts";
import { plural } from "../terminal/summary.ts";
import { withDatabase } from "./with-database.ts";

export type StartOptions = {
  readonly data: string | undefined;
  readonly port: number;
  readonly withGaps: boolean;
  /** Bring the database to what the document says first. */
  readonly apply: boolean;
  readonly drop: readonly string[];
  readonly json: boolean;
};

export async function startProduct(file: string, options: StartOptions, console: Console): Promise<ExitCode> {
  const settings = readSettings(console.environment, options.port);
  if (typeof settings === "string") {
    console.error(`writ start: ${settings}\n`);
    return 2;
  }
  return withDatabase(file, options.data, console, async ({ source, compiled, database, files }) => {
    const gaps = compiled.problems.filter(({ severity }) => severity === "gap").length;
    if (gaps > 0 && !options.withGaps) {
      console.error(
        `writ start: ${plural(gaps, "gap")}: parts of the product would be missing. \`writ check\` lists the gaps; --with-gaps starts with them.\n`,
      );
      return 1;
    }
    if (!(await isAsDocumented(source, compiled, database, options, console))) return 1;
    const samples = await samplesIn(compiled, database);
    if (samples > 0)
      console.error(
        `writ start: ${plural(samples, "sample row")} of the document ${samples === 1 ? "is" : "are"} in the database, with the sample people that can sign in, if any.\n`,
      );
    return serveUntilStopped(
      database,
      { ...settings, files },
      { document: { file, source, compiled }, json: options.json },
      console,
    );
  });
}

async function isAsDocumented(
  source: string,
  compiled: Compiled,
  database: Database,
  { apply, drop }: StartOptions,
  console: Console,
): Promise<boolean> {
  const { applyDocument, isPending, planNow } = await import("@writ/server/applying");
  const client = await database.connect();
  try {
    if (apply) {
      const outcome = await applyDocument(client, source, compiled, (before) => compile(before), new Set(drop));
      if (outcome.is === "applied") return true;
      console.error(`writ start: the document cannot be applied.\n${stopLines(outcome.stops)}`);
      return false;
    }
    const plan = await planNow(client, compiled, (before) => compile(before));
    if (!isPending(plan) && plan.drift.length === 0) return true;
    console.error(
      `writ start: the database differs from the document: ${countsOf(plan)}. \`writ plan\` shows the changes; --apply applies them.\n`,
    );
    return false;
  } finally {
    await client.end();
  }
}

/** Rows that `writ run --sample` has written, and that are still there. */
async function samplesIn(compiled: Compiled, database: Database): Promise<number> {
  const { sampleRowsOf } = await import("@writ/language/plan");
  const client = await database.connect();
  try {
    let count = 0;
    for (const { entity, key, table } of sampleRowsOf(compiled)) {
      const { rowCount } = await client.query(
        `SELECT FROM writ.seeded AS seeded JOIN ${table} AS one ON one.id = seeded.row_id WHERE seeded.entity = $1 AND seeded.key = $2 AND seeded.written`,
        [entity, key],
      );
      count += rowCount ?? 0;
    }
    return count;
  } finally {
    await client.end();
  }
}

/** What a product needs to know of where it runs; a text says what is wrong with it. */
function readSettings(environment: Console["environment"], port: number): ServeOptions | string {
  const wrong = wrongIn(environment);
  if (wrong !== undefined) return wrong;
  const given = (name: string) => settingIn(environment, name);
  const publicUrl = given("WRIT_PUBLIC_URL")?.replace(/\/+$/, "");
  if (publicUrl !== undefined && !(/^https?:\/\/[^/\s]+(?:\/\S*)?$/.test(publicUrl) && URL.canParse(publicUrl))) {
    return `WRIT_PUBLIC_URL must be an address such as https://desk.example.org, not "${publicUrl}"`;
  }
  const jwtSecret = given("WRIT_JWT_SECRET");
  const proxies = given("WRIT_PROXIES") ?? "0";
  if (!/^\d$/.test(proxies))
    return `WRIT_PROXIES must be the number of proxies in front of this server, not "${proxies}"`;
  const log = given("WRIT_LOG") ?? "info";
  if (!isLevel(log)) return `WRIT_LOG must be one of ${levels.join(", ")}, not "${log}"`;
  const host = given("WRIT_HOST");
  return {
    port,
    log,
    proxies: Number(proxies),
    environment,
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(jwtSecret === undefined ? {} : { jwtSecret }),
  };
}

const levels = ["silent", "error", "warn", "info", "debug"] as const;
const isLevel = (text: string): text is (typeof levels)[number] => (levels as readonly string[]).includes(text);

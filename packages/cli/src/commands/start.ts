// `writ start FILE`: serves a product in production. Nothing is asked: what is not as it should be stops it.
import { compile, type Compiled } from "@writ/language";
import type { Deployed } from "@writ/server/applying";
import type { CertificateFiles } from "@writ/server/certificate";
import type { Database } from "@writ/server/postgres";
import { settingIn, type Console, type ExitCode } from "../terminal/console.ts";
import { countsOf, stopLines } from "../terminal/print-plan.ts";
import type { PlainOptions } from "../serving/processes/messages.ts";
import { serveUntilStopped } from "../serving/serve-product.ts";
import { withBackups } from "../serving/with-backups.ts";
import { isLevel, settingLines, unknownIn, wrongInStart } from "./environment.ts";
import { backupsIn } from "./backups/settings.ts";
import { processesIn, usualProcesses } from "./processes.ts";
import { plural } from "../terminal/summary.ts";
import { visible } from "../terminal/visible.ts";
import { sampleWords } from "./sample.ts";
import { withDatabase, type Work } from "./with-database.ts";

type Client = Awaited<ReturnType<Database["connect"]>>;

export type StartOptions = {
  readonly data: string | undefined;
  readonly port: number;
  readonly withGaps: boolean;
  /** Bring the database to what the document says first. */
  readonly apply: boolean;
  readonly drop: readonly string[];
  readonly json: boolean;
  /** Download nothing. */
  readonly offline: boolean;
  /** Two files; without them, TLS is a proxy's. */
  readonly tls: CertificateFiles | undefined;
  /** How many processes serve; undefined: as many as `WRIT_PROCESSES` says, or one for each core but one. */
  readonly processes: number | undefined;
};

export async function startProduct(file: string, options: StartOptions, console: Console): Promise<ExitCode> {
  const { environment } = console;
  const wrong = [...wrongInStart(environment), ...(await wrongCertificate(options.tls))];
  if (wrong.length > 0) {
    console.error(settingLines("start", wrong));
    return 2;
  }
  const settings = readSettings(environment, options);
  const schedule = await backupsIn(environment);
  const chosen = options.processes ?? processesIn(settingIn(environment, "WRIT_PROCESSES") ?? "");
  const usual = usualProcesses();
  const work = async ({ database, files, ...inFile }: Work): Promise<ExitCode> => {
    console.error(settingLines("start", unknownIn(environment, inFile.source)));
    const client = await database.connect();
    const served = await toServe({ file, ...inFile, client }, options, console).finally(async () => client.end());
    if (served === undefined) return 1;
    const { json, offline } = options;
    const document = { file, ...served };
    const count = chosen ?? (await usualThere(usual, database));
    const serve = async () => {
      if (count === 1) return serveUntilStopped(database, { ...settings, files }, { document, json, offline }, console);
      const { serveInProcesses } = await import("../serving/processes/serve-in-processes.ts");
      return serveInProcesses(database, { ...settings, files }, { document, json, offline, count }, console);
    };
    return withBackups({ database, files, schedule, level: settings.log, console }, serve);
  };
  const wanted = chosen ?? usual;
  const { connectionsFor } = await import("@writ/server/processes");
  return withDatabase(file, options.data, console, work, wanted === 1 ? {} : { connections: connectionsFor(wanted) });
}

type Asked = Pick<Work, "source" | "compiled"> & { readonly file: string; readonly client: Client };

/**
 * The document that is served: that of the file, or what an operator has deployed in the console until the file changes.
 * Undefined where something is not as it should be, which is reported.
 */
async function toServe(
  { file, client, ...inFile }: Asked,
  options: StartOptions,
  console: Console,
): Promise<Pick<Work, "source" | "compiled"> | undefined> {
  const { readDeployed } = await import("@writ/server/applying");
  const deployed = await readDeployed(client, inFile.source);
  const document = deployed === undefined ? inFile : { source: deployed.source, compiled: compile(deployed.source) };
  const { compiled } = document;
  if (deployed !== undefined && !canServe(file, deployed, compiled, console)) return undefined;
  const gaps = compiled.problems.filter(({ severity }) => severity === "gap").length;
  if (gaps > 0 && !options.withGaps) {
    console.error(
      `writ start: ${plural(gaps, "gap")}: parts of the product would be missing. \`writ check\` lists the gaps; --with-gaps starts with them.\n`,
    );
    return undefined;
  }
  if (!(await isAsDocumented({ ...document, client, deployed }, options, console))) return undefined;
  await tellSamples(compiled, client, console);
  return document;
}

function canServe(file: string, { operator, at }: Deployed, { problems }: Compiled, console: Console): boolean {
  const who = `${visible(operator)} deployed in the console at ${at.toISOString()}`;
  if (problems.some(({ severity }) => severity === "error")) {
    console.error(
      `writ start: this version of Writ finds errors in the document that ${who}. Download it there, or from writ.applied, and correct it.\n`,
    );
    return false;
  }
  console.error(
    `writ start: ${visible(file)} is older than the document that ${who}. The deployed document is served: replace the file with it.\n`,
  );
  return true;
}

async function isAsDocumented(
  { source, compiled, client, deployed }: Omit<Asked, "file"> & { readonly deployed: Deployed | undefined },
  { apply, drop }: StartOptions,
  console: Console,
): Promise<boolean> {
  const { applyDocument, isDeployed, isPending, planNow } = await import("@writ/server/applying");
  if (apply) {
    const outcome = await applyDocument(client, source, compiled, (before) => compile(before), {
      drop: new Set(drop),
      operator: deployed && { name: deployed.operator, note: async () => undefined },
    });
    if (outcome.is === "applied") return true;
    console.error(`writ start: the document cannot be applied.\n${stopLines(outcome.stops)}`);
    return false;
  }
  const plan = await planNow(client, compiled, (before) => compile(before));
  if (!isPending(plan) && plan.drift.length === 0) {
    // What changes nothing in the database needs no consent, and neither does a file that says what was deployed.
    if (deployed === undefined && (plan.applied !== source || (await isDeployed(client))))
      await applyDocument(client, source, compiled, (before) => compile(before));
    return true;
  }
  console.error(
    plan.isFirst
      ? "writ start: no document was applied to this database yet. `writ apply` applies it, or --apply; --data names another folder.\n"
      : `writ start: the database differs from the document: ${countsOf(plan)}. \`writ plan\` shows the changes; --apply applies them.\n`,
  );
  return false;
}

/** What `writ run --sample` has put into the same database. */
async function tellSamples(compiled: Compiled, client: Client, console: Console): Promise<void> {
  const { findSamples } = await import("@writ/server/samples");
  const { rows, accounts } = await findSamples(client, compiled);
  if (rows.length + accounts.length === 0) return;
  const words = sampleWords(rows.length, accounts.length);
  console.error(
    `writ start: ${words} of \`writ run --sample\` are in the database. To remove them: writ sample remove\n`,
  );
}

/** What a product needs to know of where it runs: nothing of it is wrong. */
function readSettings(
  environment: Console["environment"],
  { port, tls }: Pick<StartOptions, "port" | "tls">,
): PlainOptions {
  const given = (name: string) => settingIn(environment, name);
  const publicUrl = given("WRIT_PUBLIC_URL")?.replace(/\/+$/, "");
  const jwtSecret = given("WRIT_JWT_SECRET");
  const log = given("WRIT_LOG") ?? "info";
  const host = given("WRIT_HOST");
  return {
    port,
    log: isLevel(log) ? log : "info",
    proxies: Number(given("WRIT_PROXIES") ?? "0"),
    environment,
    ...(tls === undefined ? {} : { tls }),
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(jwtSecret === undefined ? {} : { jwtSecret }),
  };
}

async function wrongCertificate(tls: CertificateFiles | undefined): Promise<readonly string[]> {
  if (tls === undefined) return [];
  const { CertificateFailure, readCertificate } = await import("@writ/server/certificate");
  try {
    readCertificate(tls);
    return [];
  } catch (failure) {
    if (failure instanceof CertificateFailure) return [`--tls: ${failure.message}`];
    throw failure;
  }
}

/** Where no one has chosen: as far as a database that is there already allows their connections. */
async function usualThere(usual: number, database: Database): Promise<number> {
  if (usual === 1) return 1;
  const { allowedConnections, mostProcesses } = await import("@writ/server/processes");
  return Math.max(1, Math.min(usual, mostProcesses(await allowedConnections(database))));
}

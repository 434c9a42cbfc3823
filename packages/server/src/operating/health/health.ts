// Whether the product is well: looked at when the console asks, from what all processes have counted lately, the database
// and the machine.
import { readFile } from "node:fs/promises";
import { gathering } from "../../bus/gather.ts";
import type { ProcessSlot } from "../../bus/slot.ts";
import type { ServerModule } from "../../module.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { Edition } from "../../writing/writing.ts";
import { freeBytes, openFilesShare } from "../machine.ts";
import { conditionsIn } from "./conditions.ts";
import { createDiskPace } from "./disk-pace.ts";
import { readDatabaseFacts, type HealthFacts } from "./facts.ts";
import type { HealthFigures, HealthView } from "./health-view.ts";
import { createRecent, sampleMilliseconds, type Recent } from "./recent.ts";
import { byService, quantile, sum } from "./totals.ts";

export type HealthSources = {
  readonly slot: ProcessSlot;
  readonly metrics: Pick<Metrics, "counts">;
  readonly pool: Pick<RequestPool, "load">;
  readonly owner: RequestPool;
  /** Whether the database answers, as `/ready` says it. */
  readonly isThere: () => Promise<boolean>;
  /** Of data, whose disk is looked at. */
  readonly folder: string | undefined;
  readonly certificateSeconds: (() => number) | undefined;
  readonly missingSettings: () => readonly string[];
  readonly served: () => Edition | undefined;
  /** The document that was applied last. */
  readonly applied: () => string | undefined;
  readonly hasSignIn: () => boolean;
  readonly development: boolean;
  readonly sockets: () => number;
  readonly refused: () => number;
  readonly version: string | undefined;
};

export type Health = ServerModule & { readonly look: () => Promise<HealthView> };

/** What people ask of the product, and neither pages nor what the console asks. */
const services = ["rest", "auth", "storage", "functions", "realtime"];

export function createHealth(sources: HealthSources): Health {
  const { slot, metrics, pool, folder } = sources;
  const recent = createRecent({
    counts: metrics.counts,
    waiting: () => pool.load().waiting,
    openFiles: openFilesShare,
    sockets: sources.sockets,
    refused: sources.refused,
  });
  const pace = createDiskPace();
  const others = gathering<null, Recent>(slot.bus, "health", recent.look);
  const sample = () => {
    recent.sample();
    pace.note(folder === undefined ? undefined : freeBytes(folder));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    name: "health",
    start: async () => {
      sample();
      timer = setInterval(sample, sampleMilliseconds);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      others.stop();
    },
    look: async () => {
      const facts = await factsOf(sources, [recent.look(), ...(await others.ask(null))], pace.fullInSeconds());
      return { items: conditionsIn(facts), figures: figuresOf(sources, facts) };
    },
  };
}

async function factsOf(
  sources: HealthSources,
  processes: readonly Recent[],
  diskFullInSeconds: number | undefined,
): Promise<HealthFacts> {
  const { slot, folder, certificateSeconds, missingSettings, served, applied, development } = sources;
  const edition = served();
  const inFile = edition === undefined ? undefined : await readFile(edition.file, "utf8").catch(() => undefined);
  const source = applied();
  return {
    processes,
    wantedProcesses: slot.count,
    diskFreeBytes: folder === undefined ? undefined : freeBytes(folder),
    diskFullInSeconds,
    certificateSeconds: certificateSeconds?.(),
    missingSettings: missingSettings(),
    document: {
      file: edition?.file ?? "",
      // A file that is away can be applied by nobody; while a document is written, the console shows what is not served.
      asApplied: development || inFile === undefined || inFile === edition?.source,
      isServed: development || source === undefined || edition === undefined || source === edition.source,
    },
    development,
    database: await databaseFacts(sources),
  };
}

/** Undefined where the database does not answer. What else fails is a mistake of ours. */
async function databaseFacts({ owner, isThere, hasSignIn }: HealthSources): Promise<HealthFacts["database"]> {
  if (!(await isThere())) return undefined;
  return owner.withConnection(async (client) => readDatabaseFacts(client, hasSignIn()));
}

function figuresOf({ version }: HealthSources, facts: HealthFacts): HealthFigures {
  const { processes, database } = facts;
  const requests = byService(processes).filter(({ service }) => services.includes(service));
  const all = requests.reduce((total, { count }) => total + count, 0);
  const failed = requests.reduce((total, one) => total + one.failed, 0);
  return {
    requestsPerMinute: Math.round((all / Math.max(...processes.map(({ minutes }) => minutes))) * 10) / 10,
    errorShare: all === 0 ? null : failed / all,
    p95Seconds: quantile(processes, ["rest", "auth"], 0.95) ?? null,
    diskFreeBytes: facts.diskFreeBytes ?? null,
    databaseBytes: database?.bytes ?? null,
    connections: database === undefined ? null : { used: database.connections, most: database.mostConnections },
    sockets: sum(processes, (one) => one.sockets),
    memoryBytes: sum(processes, (one) => one.memoryBytes),
    uptimeSeconds: Math.max(...processes.map(({ uptimeSeconds }) => uptimeSeconds)),
    processes: { serving: processes.length, wanted: facts.wantedProcesses },
    version: version ?? null,
    appliedAt: database?.appliedAt ?? null,
  };
}

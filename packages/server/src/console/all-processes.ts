// What the console shows of all processes that serve, not only of the one that answers: what is live, the log, runs of calls.
import { gathering } from "../bus/gather.ts";
import type { ProcessSlot } from "../bus/slot.ts";
import type { CallService } from "../functions/service.ts";
import type { CallRun } from "../functions/runs.ts";
import type { RecentRecords, RecordFilter, RecordPage } from "../operating/recent-records.ts";
import type { LiveLook } from "../realtime/live.ts";

export type CallLoad = {
  readonly last: readonly CallRun[];
  readonly count: number;
  readonly failed: number;
  /** Of its code. */
  readonly busy: number;
  readonly idle: number;
};

export type AskedCall = { readonly call: string; readonly version: string | undefined };

/** `asked`: where fewer answered, records of the others are missing. */
export type GatheredRecords = RecordPage & {
  readonly processes: { readonly answered: number; readonly asked: number };
};

export type AllProcesses = {
  readonly live: () => Promise<LiveLook>;
  readonly records: (filter: RecordFilter) => Promise<GatheredRecords>;
  /** In their order. */
  readonly calls: (asked: readonly AskedCall[]) => Promise<readonly CallLoad[]>;
};

type Sources = {
  readonly live: () => LiveLook;
  readonly records: RecentRecords;
  readonly calls: Pick<CallService, "runs" | "runner">;
};

export function allProcesses({ bus, number, count }: ProcessSlot, { live, records, calls }: Sources): AllProcesses {
  const loadsOf = (asked: readonly AskedCall[]): readonly CallLoad[] =>
    asked.map(({ call, version }) => {
      const { last, ...counts } = calls.runs.of(call);
      const load = (version === undefined ? undefined : calls.runner?.load(version)) ?? { busy: 0, idle: 0 };
      // Each process counts for itself.
      return { ...counts, ...load, last: last.map((run) => ({ ...run, id: run.id * count + number - 1 })) };
    });
  const lives = gathering<null, LiveLook>(bus, "console.live", live);
  // JSON has no number that is larger than all.
  const pages = gathering<RecordFilter, RecordPage>(bus, "console.records", ({ most, ...filter }) =>
    records.find({ ...filter, most: most ?? Infinity } as RecordFilter),
  );
  const loads = gathering<readonly AskedCall[], readonly CallLoad[]>(bus, "console.calls", loadsOf);
  return {
    live: async () => {
      const own = live();
      return (await lives.ask(null)).map(withDates).reduce(together, own);
    },
    records: async (filter) => {
      const asked = 1 + bus.others().length;
      const all = [records.find(filter), ...(await pages.ask(filter))];
      return {
        records: all
          .flatMap((page) => page.records)
          .toSorted((a, b) => b.number - a.number)
          .slice(0, filter.most),
        found: sum(all, ({ found }) => found),
        kept: sum(all, ({ kept }) => kept),
        newest: Math.max(...all.map(({ newest }) => newest)),
        processes: { answered: all.length, asked: Math.max(asked, all.length) },
      };
    },
    calls: async (asked) => {
      const all = [loadsOf(asked), ...(await loads.ask(asked))];
      return asked.map((_, index) => ofAll(all.flatMap((one) => one[index] ?? [])));
    },
  };
}

const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

/** As many as one process keeps of a call. */
const mostRuns = 20;

const ofAll = (all: readonly CallLoad[]): CallLoad => ({
  last: all
    .flatMap(({ last }) => last)
    .toSorted((a, b) => Date.parse(b.beganAt) - Date.parse(a.beganAt))
    .slice(0, mostRuns),
  count: sum(all, ({ count }) => count),
  failed: sum(all, ({ failed }) => failed),
  busy: sum(all, ({ busy }) => busy),
  idle: sum(all, ({ idle }) => idle),
});

const withDates = (look: LiveLook): LiveLook => ({
  ...look,
  connections: look.connections.map((one) => ({
    ...one,
    since: new Date(one.since),
    heardAt: new Date(one.heardAt),
  })),
});

/** Presences are those of all already, in each process that has someone on the topic. */
function together(a: LiveLook, b: LiveLook): LiveLook {
  const topics = Map.groupBy([...a.topics, ...b.topics], ({ name, isPrivate }) => `${isPrivate} ${name}`);
  const tables = Map.groupBy([...a.feed.subscriptions, ...b.feed.subscriptions], ({ table }) => table);
  return {
    connections: [...a.connections, ...b.connections],
    topics: [...topics.values()].flatMap((all) => {
      const [one] = all;
      if (one === undefined) return [];
      const present = [...new Set(all.flatMap((topic) => topic.present))];
      return [{ ...one, members: sum(all, ({ members }) => members), present }];
    }),
    feed: {
      ...a.feed,
      slot: a.feed.slot ?? b.feed.slot,
      subscriptions: [...tables].map(([table, all]) => ({ table, count: sum(all, ({ count }) => count) })),
      waitingBytes: a.feed.waitingBytes + b.feed.waitingBytes,
    },
  };
}

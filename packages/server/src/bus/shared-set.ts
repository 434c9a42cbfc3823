// Names that all processes know until a time, such as sessions of the console: a process that begins later asks for them.
import type { Bus } from "./bus.ts";

export type SharedSet = {
  readonly has: (name: string) => boolean;
  readonly add: (name: string, until: number) => void;
  readonly delete: (name: string) => void;
};

/** No process takes so long to answer another one. A name that was deleted is not used again. */
const answersMilliseconds = 60_000;

type Entry = readonly [name: string, until: number];

export function createSharedSet(bus: Bus, subject: string): SharedSet {
  const all = new Map<string, number>();
  /** An answer that left before a name was deleted may come after that. */
  const deleted = new Map<string, number>();
  const forget = () => {
    for (const names of [all, deleted]) for (const [name, until] of names) if (until < Date.now()) names.delete(name);
  };
  const remove = (name: string) => {
    forget();
    all.delete(name);
    deleted.set(name, Date.now() + answersMilliseconds);
  };
  bus.subscribe<readonly Entry[]>(`${subject}.added`, (entries) => {
    forget();
    for (const [name, until] of entries) if (!deleted.has(name)) all.set(name, until);
  });
  bus.subscribe<string>(`${subject}.deleted`, remove);
  bus.subscribe(`${subject}.asked`, () => {
    if (all.size > 0) bus.publish(`${subject}.added`, [...all]);
  });
  bus.publish(`${subject}.asked`, null);
  return {
    has: (name) => (all.get(name) ?? 0) > Date.now(),
    add: (name, until) => {
      forget();
      all.set(name, until);
      bus.publish(`${subject}.added`, [[name, until]]);
    },
    delete: (name) => {
      remove(name);
      bus.publish(`${subject}.deleted`, name);
    },
  };
}

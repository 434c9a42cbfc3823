// What happens when a specification is run: what it asks, and the cases that it tells of.
import type { Asked, Response } from "./exchange.ts";
import { itemsOf, NotRead, textOf, type Value } from "./haskell/value.ts";

/** What happens when a specification is run. */
export type Stage = {
  readonly suite: string;
  readonly ask: (asked: Asked) => Promise<Response>;
  readonly describe: (label: string, body: () => Promise<void>) => Promise<void>;
  readonly it: (label: string, body: () => Promise<void>) => Promise<void>;
  readonly configure: (settings: Readonly<Record<string, unknown>>, body: () => Promise<void>) => Promise<void>;
};

/** Headers, as a list of names and values. */
export const pairs = (value: Value): readonly (readonly [string, string])[] =>
  itemsOf(value).map((pair) => {
    const [name, text] = itemsOf(pair);
    if (name === undefined || text === undefined) throw new NotRead("a header");
    return [textOf(name), textOf(text)] as const;
  });

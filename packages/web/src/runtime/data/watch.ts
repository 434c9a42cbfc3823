// Queries on the screen name what they watch: a change that is heard of refetches them, and a clock does besides.
import type { Application, FieldPath } from "@writ/language/product";
import { leadsToRows } from "../field-types/rows/type.ts";
import type { Backend } from "./backend.ts";

/** Rows of an entity; with an id, one of them alone. */
export type Watch = { readonly entity: string; readonly id?: string | undefined };

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      readonly watches?: readonly Watch[];
      /** So many milliseconds at least lie between two requests that follow changes. */
      readonly rest?: number;
    };
  }
}

/** How long an answer is good enough to be shown without asking again. */
export const fresh = 2000;

/** However fast others write, each query on the screen is refetched this often at most. */
const usualRest = 1000;

const second = 1000;
/** No message reports a deleted row that was readable through a row it referred to, nor what the clock changes. */
const whileHeard = 60 * second;
const whileNotHeard = 10 * second;

/** For queries of what is on the screen. */
export const watched = ({ live }: Backend, watches: readonly Watch[], rest = usualRest) => ({
  refetchInterval: () => (live.now() === "heard" ? whileHeard : whileNotHeard),
  refetchIntervalInBackground: false,
  // The follower of changes refetches everything once the line is back.
  refetchOnReconnect: () => live.now() === "not followed",
  meta: { watches, rest },
});

/** `here`: which rows. What they refer to, and are called by, is on the screen too. */
export function watchesOf(
  here: Watch,
  paths: readonly FieldPath[],
  application: Application,
  conditions: readonly string[] = [],
): readonly Watch[] {
  const behind = conditions.flatMap((text) =>
    [...text.matchAll(/\b\w+(?:\/\w+)+(?=\.)/g)].map(([path]) => path.split("/")),
  );
  const others = new Set([...paths, ...behind].flatMap((path) => referredBy(path, here.entity, application)));
  return [here, ...[...others].map((entity) => ({ entity }))];
}

function referredBy([first, ...rest]: FieldPath, entity: string, application: Application): readonly string[] {
  const type = first === undefined ? undefined : application.entities[entity]?.fields[first]?.type;
  if (type === undefined || !leadsToRows(type)) return [];
  return [type.entity, ...referredBy(rest, type.entity, application)];
}

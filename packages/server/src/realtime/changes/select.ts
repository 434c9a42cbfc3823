// Which columns of a table a client subscribes to, read from what it sends.
import { LiveRefusal } from "../service.ts";
import type { LiveTable } from "./tables.ts";

const refused = (message: string) => new LiveRefusal("MalformedSubscription", message);

/** Undefined: all of them. Fails with a `LiveRefusal`. */
export function readSelect(select: unknown): readonly string[] | undefined {
  if (typeof select === "string") throw refused('select is a list of columns, such as ["id", "title"]');
  const names = Array.isArray(select) ? select.filter((one): one is string => typeof one === "string") : [];
  return names.length === 0 ? undefined : names;
}

/** The key comes along whether or not it is among them. Columns of the system are no columns here. */
export function selectIn(select: unknown, { place, shown }: LiveTable): ReadonlySet<string> | undefined {
  const names = readSelect(select);
  const wrong = names?.find((name) => !shown.some((one) => one.name === name));
  if (wrong !== undefined) throw refused(`There is no column ${wrong.slice(0, 100)} in ${place.name}`);
  return names === undefined ? undefined : new Set(names);
}

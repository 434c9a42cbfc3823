// What tells one situation from another: a search looks at each once.
import { textOf } from "../../agreement/texts.ts";
import type { Row } from "../../interpreter/world/world.ts";
import type { Situation } from "./situation.ts";

export function keyOf({ world, me, attempt: tried }: Situation): string {
  const values = "values" in tried ? valuesKey(tried.values) : "";
  const rows = [...world.rows.values()].flatMap((some) => [...some.values()].map(rowKey));
  const given = "given" in tried ? valuesKey(tried.given) : "";
  const brought = "brings" in tried ? JSON.stringify(tried.brings) : "";
  return `${me} ${tried.id} ${brought} ${given} ${values} ${rows.join(";")} ${JSON.stringify(world.assigned)} ${world.requests.length}`;
}

/** A cache: most rows of a situation are those of the one before. */
const rowKeys = new WeakMap<Row, string>();

function rowKey(row: Row): string {
  const key = rowKeys.get(row) ?? `${row.entity}${row.id}${valuesKey(row.values)}`;
  rowKeys.set(row, key);
  return key;
}

const valuesKey = (values: Row["values"]): string =>
  [...values].map(([name, value]) => `${name}=${textOf(value)}`).join();

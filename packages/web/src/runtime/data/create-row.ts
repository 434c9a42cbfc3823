// A row that is made, and only once: an answer that was lost on its way does not tell whether it was.
import type { Backend } from "./backend.ts";
import { Refusal } from "./refusal.ts";
import { dataOf } from "./rows.ts";
import type { WireRow } from "../values/row.ts";

/** Rows that were sent, as they were sent, and nothing was heard of them. */
const unanswered = new Map<string, string>();

/** Undefined where whoever made it may not read it. */
export async function createRow(
  entity: string,
  values: Readonly<Record<string, unknown>>,
  backend: Backend,
): Promise<WireRow | undefined> {
  const { id, ...rest } = values;
  const key = String(id);
  const before = unanswered.get(key);
  const rows = () => backend.from(entity);
  if (before !== undefined) {
    const [there] = dataOf<readonly WireRow[]>(await rows().select("*").eq("id", key));
    if (there !== undefined && before === JSON.stringify(values)) return there;
    // What was typed since then is not in it.
    if (there !== undefined) return dataOf<readonly WireRow[]>(await rows().update(rest).eq("id", key).select("*"))[0];
  }
  try {
    return dataOf<readonly WireRow[]>(await rows().insert(values).select("*"))[0];
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 0) unanswered.set(key, JSON.stringify(values));
    throw failure;
  }
}

// A row that is made, and only once: an answer that was lost on its way does not tell whether it was.
import type { Backend } from "./backend.ts";
import { Refusal } from "../../words/refusal.ts";
import { dataOf } from "./rows.ts";
import type { WireRow } from "../values/row.ts";
import { writingPrefixes } from "./leave.ts";

/** Undefined where the user who made it may not read it. */
export async function createRow(
  entity: string,
  values: Readonly<Record<string, unknown>>,
  backend: Backend,
): Promise<WireRow | undefined> {
  const { id, ...rest } = values;
  const rows = () => backend.from(entity);
  const sent = JSON.stringify(values);
  // As it was sent, until something is heard of it: a user who has waited in vain loads the page anew.
  const key = `${writingPrefixes.sent}${String(id)}`;
  const before = sessionStorage.getItem(key);
  const [there] = before === null ? [] : dataOf<readonly WireRow[]>(await rows().select("*").eq("id", String(id)));
  if (there !== undefined) {
    // What was typed since then is not in it.
    const row =
      before === sent
        ? there
        : dataOf<readonly WireRow[]>(await rows().update(rest).eq("id", String(id)).select("*"))[0];
    sessionStorage.removeItem(key);
    return row;
  }
  keep(key, sent);
  try {
    const row = dataOf<readonly WireRow[]>(await rows().insert(values).select("*"))[0];
    sessionStorage.removeItem(key);
    return row;
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 409) {
      // A browser or proxy may retry a request without a response: the id is ours, so the row is the one just made.
      const [twice] = dataOf<readonly WireRow[]>(await rows().select("*").eq("id", String(id)));
      sessionStorage.removeItem(key);
      if (twice !== undefined) return twice;
    }
    if (failure instanceof Refusal && failure.status >= 400 && failure.status < 500) sessionStorage.removeItem(key);
    throw failure;
  }
}

function keep(key: string, sent: string): void {
  try {
    sessionStorage.setItem(key, sent);
  } catch {
    // A browser without room keeps no draft either.
  }
}

// The row that a call is about: what conditions of section 6 speak of, and what a case gives it.
import type { Reference } from "../text/name.ts";
import type { Call } from "../sections/calls/model.ts";

/** Its first input that is a row. */
export function inputOf(call: Call | undefined): { readonly name: string; readonly entity: Reference } | undefined {
  for (const { name, type } of call?.in ?? [])
    if (type?.kind === "reference") return { name: name.id, entity: type.entity };
  return undefined;
}

/** The entity of a case of it: that of the input row, or else the caller's account. */
export function entityOfCall(call: Call | undefined): string {
  const input = inputOf(call);
  return input === undefined ? "user" : input.entity.id;
}

// What the hints of calls propose, where it can be put in the place of what was written.
import type { Proposal } from "../../../problem.ts";
import { nearest } from "../../../text/suggestion.ts";

/** A time in another form, or the only word of a schedule that is near to the one that is meant. */
export function wordProposed(found: string, hint: string): Proposal | undefined {
  const [, written, hour, minute = "00"] = / at ((\d{1,2})(?:[:.h](\d{2}))? ?(?:[ap]m)?)$/.exec(found) ?? [];
  const [, time, meant, minutes] = /^Write the time as ((\d\d):(\d\d))\.$/.exec(hint) ?? [];
  if (written !== undefined && time !== undefined && Number(hour) < 24)
    return Number(hour) % 12 === Number(meant) % 12 && minute === minutes
      ? { kind: "words", found: written, text: time }
      : undefined;
  const text = /^Did you mean "(\w+)"\?/.exec(hint)?.[1];
  if (text === undefined) return undefined;
  const [word, other] = found.split(/[ ,]+/).filter((one) => one !== text && nearest(one, [text]) !== undefined);
  return word === undefined || other !== undefined ? undefined : { kind: "words", found: word, text };
}

/** The name of a machine out of an address. */
export function machineProposed(message: string, hint: string): Proposal | undefined {
  const found = /^"(.+)" is not the name of a machine$/.exec(message)?.[1];
  const text = /^Write ([a-z\d.-]+)\.$/.exec(hint)?.[1];
  return found === undefined || text === undefined || !found.includes(text)
    ? undefined
    : { kind: "words", isWhole: true, found, text };
}

/** A path that stands outside backticks. */
export function pathProposed(message: string, hint: string): Proposal | undefined {
  const code = /^Write (`[^`…|]+`)\.$/.exec(hint)?.[1];
  if (code === undefined || message !== "a path stands in backticks") return undefined;
  return { kind: "words", found: code.slice(1, -1), text: code };
}

/** A key without its quotes. */
export function keyProposed(hint: string): Proposal | undefined {
  const key = /^Write "(\w+)"\.$/.exec(hint)?.[1];
  return key === undefined ? undefined : { kind: "words", found: key, text: `"${key}"` };
}

// What is to be sent after a transaction: mails, notices and calls, as the database keeps them and as the interpreter has them.
import type { Lists } from "../laying/tables.ts";
import { callValues } from "../interpreter/effects/call-values.ts";
import { valueText, type TextValues } from "../interpreter/effects/mail-values.ts";
import type { Message } from "../interpreter/world/world.ts";

/** What asks for it. */
export const sentFrom = (outbox: string): string =>
  `SELECT kind, name, clause, COALESCE(payload #>> '{to,person}', payload #>> '{to,address}', 'service') AS to, payload -> 'values' AS values, payload -> 'input' AS input, payload -> 'body' AS body FROM ${outbox}`;

/** One for each whom it goes to, with what its words will be printed with. */
export type Sent = { readonly line: string; readonly values: TextValues };

type Waiting = Readonly<Record<string, unknown>>;

export const sentIn = (rows: NonNullable<ReturnType<Lists["get"]>>): readonly Sent[] =>
  rows.map((row) => ({
    line: lineOf(row, String(row["to"])),
    values: row["kind"] === "call" ? callValues(row["input"], row["body"]) : valuesIn(row["values"]),
  }));

function valuesIn(values: unknown): TextValues {
  const languages = Object.entries((values ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  return new Map(
    languages.flatMap(([language, parts]) =>
      Object.entries(parts).map(([part, said]) => [`${language}/${part}`, (said as readonly unknown[]).map(valueText)]),
    ),
  );
}

const lineOf = ({ kind, name, clause }: Waiting, to: string): string => `${kind} ${name} to ${to} (${clause})`;

/** The differences in what was sent. Each recipient gets one message. */
export function unlikeSent(messages: readonly Message[], result: readonly Sent[]): readonly string[] {
  const expected = messages.flatMap((one): readonly Sent[] =>
    [...new Set(one.to)].map((to) => ({ line: lineOf(one, to), values: one.values ?? new Map() })),
  );
  const [theirs, ours] = [result, expected].map((some) => some.map(({ line }) => line).toSorted());
  if (theirs?.join() !== ours?.join()) return [`sent: ${JSON.stringify(theirs)} and not ${JSON.stringify(ours)}`];
  const left = [...result];
  return expected.flatMap((one) => {
    const at = left.findIndex((each) => each.line === one.line && isSaid(one.values, each.values));
    if (at >= 0) left.splice(at, 1);
    if (at >= 0) return [];
    const said = left.find(({ line }) => line === one.line);
    return [`${one.line} says ${wordsOf(said?.values)} and not ${wordsOf(one.values)}`];
  });
}

/** Nothing that cannot be foretold is asked for, and nothing else may be said. */
const isSaid = (ours: TextValues, theirs: TextValues): boolean =>
  [...theirs.keys()].every((part) => ours.has(part)) &&
  [...ours].every(([part, values]) => {
    const others = theirs.get(part) ?? [];
    return values.length === others.length && values.every((one, at) => one === undefined || one === others[at]);
  });

const wordsOf = (values: TextValues | undefined): string =>
  JSON.stringify(Object.fromEntries([...(values ?? [])].toSorted()));

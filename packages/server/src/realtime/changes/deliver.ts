// Changes of one table to all its subscribers: what each of them may see, as a message of their own.
import { writeFrame } from "../frames.ts";
import type { Caller } from "../../gate/caller.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import { kindOf, type ChangeKind, type Rows, type RowText } from "./decode.ts";
import type { Subscriber } from "./feed.ts";
import { matches, type Condition } from "./filter.ts";
import { allSeen, judge, type Judged, type Person, type Sight, type Verdict } from "./judge.ts";
import type { LiveTable } from "./tables.ts";

/** What a client subscribes to in one table. */
export type Listening = {
  readonly subscriber: Subscriber;
  readonly wishes: readonly Resolved[];
};

export type Resolved = {
  readonly id: number;
  readonly event: ChangeKind | "*";
  /** Undefined: of every table. */
  readonly table: string | undefined;
  readonly conditions: readonly Condition[];
  /** The columns that are sent, with those of the key; undefined: all. */
  readonly select: ReadonlySet<string> | undefined;
};

export type Change = { readonly rows: Rows; readonly committedAt: Date };

/** What a subscriber gets of a change: its kind, and which fields of its row are hidden from them. */
type Telling = { readonly kind: ChangeKind; readonly hidden: ReadonlySet<string>; readonly row: RowText };

/** No right binds the service. A token of something else than an account counts as a visitor's. */
function personOf({ role, claims }: Caller): Person | "service" {
  if (role === "service_role") return "service";
  return typeof claims.sub === "string" && isId.test(claims.sub) ? claims.sub.toLowerCase() : null;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function deliver(
  table: LiveTable,
  changes: readonly Change[],
  listening: readonly Listening[],
  owner: RequestPool,
): Promise<void> {
  const people = new Set<Person>();
  for (const { subscriber } of listening) {
    const person = personOf(subscriber.caller());
    if (person !== "service") people.add(person);
  }
  const judged = await judge(
    table,
    changes.map(({ rows }) => rows),
    [...people],
    owner,
  );
  changes.forEach((change, index) => {
    const of = judged[index];
    if (of === undefined) return;
    const written = new Map<string, string>();
    for (const one of listening) {
      const { subscriber } = one;
      // A subscriber whose token became another person's since the question was asked gets nothing of that person.
      const person = personOf(subscriber.caller());
      const telling = tellingOf(change.rows, person === "service" ? allSeen : of.verdictOf(person));
      if (telling === undefined) continue;
      const { topic, version } = subscriber;
      // One message for all that want the same columns.
      const wished = Map.groupBy(wishedOf(one, telling, table), ({ select }) => namesOf(select));
      for (const [names, wishes] of wished) {
        const key = `${telling.kind} ${[...telling.hidden].join(" ")}\n${names}`;
        let data = written.get(key);
        if (data === undefined) written.set(key, (data = dataOf(table, change, telling, of, wishes[0]?.select)));
        const payload = `{"ids":${JSON.stringify(wishes.map(({ id }) => id))},"data":${data}}`;
        subscriber.send(writeFrame({ topic, event: "postgres_changes" }, payload, version));
      }
    }
  });
}

/** A row that a subscriber may no longer see is deleted for them. */
function tellingOf(rows: Rows, verdict: Verdict): Telling | undefined {
  const telling = (kind: ChangeKind, sight: Sight, row: RowText | undefined): Telling | undefined =>
    sight === undefined || row === undefined ? undefined : { kind, hidden: sight, row };
  const kind = kindOf(rows);
  if (kind === "DELETE") return telling("DELETE", verdict.old, rows.old);
  return (
    telling(kind, verdict.new, rows.new) ?? (kind === "UPDATE" ? telling("DELETE", verdict.old, rows.old) : undefined)
  );
}

/** Filters see only what their subscriber sees, or they would reveal hidden values. */
function matchesSubscription(
  { event, table, conditions }: Resolved,
  { kind, hidden, row }: Telling,
  { place }: LiveTable,
): boolean {
  if (event !== "*" && event !== kind) return false;
  if (table !== undefined && table !== place.name) return false;
  if (conditions.length === 0) return true;
  const seen = hidden.size === 0 ? row : { ...row, ...Object.fromEntries([...hidden].map((name) => [name, null])) };
  return matches(conditions, seen);
}

/** Each subscriber sets patterns, and all others wait while they are matched. */
function wishedOf({ subscriber, wishes }: Listening, telling: Telling, table: LiveTable): readonly Resolved[] {
  const wished: Resolved[] = [];
  for (const wish of wishes) {
    const hasPattern = wish.conditions.some(({ fits }) => fits !== undefined);
    const began = hasPattern ? performance.now() : 0;
    if (matchesSubscription(wish, telling, table)) wished.push(wish);
    if (hasPattern && !subscriber.mayGoOn(performance.now() - began)) return [];
  }
  return wished;
}

const namesOf = (select: Resolved["select"]): string =>
  select === undefined ? "" : JSON.stringify([...select].toSorted());

function dataOf(
  table: LiveTable,
  { rows, committedAt }: Change,
  { kind, hidden, row }: Telling,
  judged: Judged,
  select: Resolved["select"],
): string {
  const shown = table.shown.filter(({ name }) => select === undefined || select.has(name) || table.key.includes(name));
  const columns = shown.map(({ name, type }) => ({ name, type }));
  const head = JSON.stringify({
    schema: "public",
    table: table.place.name,
    commit_timestamp: committedAt.toISOString(),
    type: kind,
    errors: null,
    columns,
  }).slice(0, -1);
  const key = (of: RowText) => JSON.stringify(Object.fromEntries(table.key.map((name) => [name, of[name] ?? null])));
  const values = shown.map(
    ({ name }) => `${JSON.stringify(name)}:${hidden.has(name) ? "null" : (judged.json[name] ?? "null")}`,
  );
  const record = kind === "DELETE" ? "" : `,"record":{${values.join(",")}}`;
  const old = kind === "INSERT" ? "" : `,"old_record":${key(rows.old ?? row)}`;
  return `${head}${record}${old}}`;
}

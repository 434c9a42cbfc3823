// What is kept of changes, beside what the interpreter says has changed: every change with who made it and when, and for readers alone.
import type { SupabaseClient } from "@supabase/supabase-js";
import { storedTexts } from "../../agreement/compare.ts";
import { textKind } from "../../agreement/texts.ts";
import { fieldsOf } from "../../interpreter/document/names.ts";
import { mayRead, maySee } from "../../interpreter/rights/reading.ts";
import { isRow } from "../../interpreter/values/value.ts";
import {
  findRow,
  rowsOf,
  valueOf,
  type Caller,
  type Program,
  type Row,
  type World,
} from "../../interpreter/world/world.ts";
import type { Lists } from "../../laying/tables.ts";
import { storedValue, type Note } from "../../laying/lay.ts";
import { textIn } from "./reading.ts";

const keptEntities = ({ lookup }: Program): readonly string[] =>
  [...lookup.entities.values()].filter(({ historyKept }) => historyKept).map(({ name }) => name.id);

/** What asks for it; undefined where the document keeps none. */
export const historyList = (program: Program): string | undefined =>
  keptEntities(program).length === 0
    ? undefined
    : "SELECT entity, row_id, event, changes, person, happened_at, through FROM writ.history ORDER BY id";

type Change = { readonly old?: unknown; readonly new?: unknown };

export type HistoryEntry = {
  readonly entity: string;
  readonly row_id: string;
  readonly event: string;
  readonly changes: Readonly<Record<string, Change>>;
  readonly person: string | null;
  readonly happened_at: string;
  readonly through: string | null;
};

export const historyEntries = (rows: NonNullable<ReturnType<Lists["get"]>> = []): readonly HistoryEntry[] =>
  rows as unknown as readonly HistoryEntry[];

export type Happened = {
  readonly before: World;
  readonly after: World;
  /** No one: time brought it. */
  readonly by: { readonly person: Caller } | "time";
  readonly at: number;
  /** The event to be recorded for one of the rows. */
  readonly step?: { readonly entity: string; readonly id: string; readonly event: string } | undefined;
};

export function unlikeHistory(
  { before, after, by, at, step }: Happened,
  noted: readonly HistoryEntry[],
): readonly string[] {
  const { program } = before;
  const [person, through] = by === "time" ? [null, "timer"] : [by.person, null];
  const notTheirs = noted.find(
    (one) => one.person !== person || one.through !== through || Date.parse(one.happened_at) !== at,
  );
  const events = noted.filter((one) => one.entity === step?.entity && one.row_id === step.id).map(({ event }) => event);
  const isKept = step !== undefined && program.lookup.entities.get(step.entity)?.historyKept === true;
  return [
    ...(notTheirs === undefined
      ? []
      : [`history: ${notTheirs.event} by ${notTheirs.person ?? notTheirs.through} at ${notTheirs.happened_at}`]),
    ...(isKept && !events.includes(step.event)
      ? [`history: ${events.join(", ") || "nothing"} and not ${step.event}`]
      : []),
    ...keptEntities(program).flatMap((entity) => {
      const own = noted.filter((one) => one.entity === entity);
      const known = new Set([before, after].flatMap((world) => rowsOf(world, entity).map(({ id }) => id)));
      return [
        ...[...known]
          .filter((id) => !id.startsWith("made "))
          .flatMap((id) =>
            unlikeChanges(
              `history: ${entity} ${id}`,
              changedFields(before, after, entity, id),
              notedFields(
                program,
                entity,
                own.filter((one) => one.row_id === id),
              ),
            ),
          ),
        ...unlikeMade(
          entity,
          rowsOf(after, entity),
          own.filter((one) => !known.has(one.row_id)),
        ),
      ];
    }),
  ];
}

/** By field, what was there before everything and what is there after it. */
type Changes = ReadonlyMap<string, readonly [string | null, string | null]>;

/** What people and the system set; codes are drawn by chance. */
const keptFields = (program: Program, entity: string): readonly string[] => [
  ...(entity === "user" ? ["name"] : []),
  ...fieldsOf(program, entity).flatMap(({ name, type }) =>
    type === undefined || ["computed", "list", "random code"].includes(type.kind) ? [] : [name.id],
  ),
];

function changedFields(before: World, after: World, entity: string, id: string): Changes {
  const [old, later] = [before, after].map((world) => {
    const row = findRow(world, entity, id);
    return row === undefined ? undefined : storedTexts(world, row);
  });
  return changesOf(keptFields(before.program, entity), (field) => [
    sized(before.program, entity, field, old?.get(field)),
    sized(before.program, entity, field, later?.get(field)),
  ]);
}

function notedFields(program: Program, entity: string, noted: readonly HistoryEntry[]): Changes {
  const text = (field: string, value: unknown) => sized(program, entity, field, textIn(program, entity, field, value));
  return changesOf(keptFields(program, entity), (field) => {
    const told = noted.flatMap(({ changes }) => (Object.hasOwn(changes, field) ? (changes[field] ?? []) : []));
    return [text(field, told[0]?.old), text(field, told.at(-1)?.new)];
  });
}

/** JSON's numbers are not exact. */
const sized = (program: Program, entity: string, field: string, text: string | null = null): string | null =>
  text !== null && textKind(program, entity, field) === "number" ? String(Number(text)) : text;

const changesOf = (
  fields: readonly string[],
  of: (field: string) => readonly [string | null, string | null],
): Changes => new Map(fields.flatMap((field) => (of(field)[0] === of(field)[1] ? [] : [[field, of(field)] as const])));

function unlikeChanges(what: string, ours: Changes, theirs: Changes): readonly string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((field) => {
    const [own, result] = [ours, theirs].map((some) => some.get(field));
    // A row that an effect makes has an id of its own on each side.
    const isSame = own?.every((text, at) => text === result?.[at] || text?.includes("made ") === true) ?? false;
    return isSame ? [] : [`${what}: ${field} ${JSON.stringify(result)} and not ${JSON.stringify(own)}`];
  });
}

function unlikeMade(entity: string, rows: readonly Row[], noted: readonly HistoryEntry[]): readonly string[] {
  const last = new Map(noted.map(({ row_id: id, event }) => [id, event]));
  const made = [...last.values()].filter((event) => event !== "delete").length;
  const expected = rows.filter(({ id }) => id.startsWith("made ")).length;
  return made === expected ? [] : [`history: ${made} rows of ${entity} are made and not ${expected}`];
}

/** That each row of the entity was made, with all that it holds: what its readers find is looked at. */
export function notesOf(world: World, entity: string): readonly Note[] {
  const { program, now } = world;
  if (program.lookup.entities.get(entity)?.historyKept !== true) return [];
  return rowsOf(world, entity).map((row) => {
    const changes = keptFields(program, entity).flatMap((field) => {
      const value = storedValue(program, entity, field, valueOf(row, field));
      return value === null ? [] : [[field, { old: null, new: value }] as const];
    });
    const moment = new Date(now).toISOString();
    return {
      entity,
      row_id: row.id,
      event: "create",
      changes: Object.fromEntries(changes),
      person: makerOf(row),
      happened_at: moment,
    };
  });
}

const makerOf = (row: Row): string | null => {
  const maker = valueOf(row, "created_by");
  return isRow(maker) ? maker.id : null;
};

/** Of what was noted of a row beforehand. */
export async function unlikeHistoryRead(
  client: SupabaseClient,
  world: World,
  me: Caller,
  { entity, id }: { readonly entity: string; readonly id: string },
): Promise<readonly string[]> {
  const [note] = notesOf(world, entity).filter((one) => one.row_id === id);
  const row = findRow(world, entity, id);
  if (note === undefined || row === undefined) return [];
  const answer = await client.rpc(`history_${entity}`, { row_id: id });
  const result = (answer.data ?? []) as readonly Pick<HistoryEntry, "event" | "changes" | "person">[];
  const isRead = mayRead(world, me, entity, row);
  const expected = isRead
    ? [note].map(({ event, changes, person }) => ({
        event,
        fields: Object.keys(changes)
          .filter((field) => maySee(world, me, field, row))
          .toSorted(),
        person: maySee(world, me, "created_by", row) ? person : null,
      }))
    : [];
  const told = result.map(({ event, changes, person }) => ({ event, fields: Object.keys(changes).toSorted(), person }));
  return JSON.stringify(told) === JSON.stringify(expected)
    ? []
    : [`its history: ${answer.error?.message ?? JSON.stringify(told)} and not ${JSON.stringify(expected)}`];
}

// Who reads which rows: the policies of a table, and what lets a writer read back a row just written.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import { nameOf, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Entity } from "../../entities/model.ts";
import type { Right } from "../model.ts";
import { armsOf, type Reading } from "./arms.ts";
import type { PolicyFunctions } from "./policy-functions.ts";
import { narrowingOf, type ReadHint } from "./read-hints.ts";
import { bypasses } from "./sees.ts";
import { mayPlace } from "./rights.ts";

export type ReadRules = { readonly objects: readonly DatabaseObject[]; readonly guards: readonly GuardPart[] };

export function readRulesOf(entity: Entity, rights: readonly Right[], design: Design): ReadRules {
  const { id } = entity.name;
  const right = rights.find(({ action }) => action.kind === "read");
  const address = right?.address ?? entity.address;
  const asked: PolicyFunctions = { objects: new Map(), address };
  const row = quoteIdentifier(id);
  const each = `${printPlace(mayPlace("read", id))}(_found)`;
  const { sql, reading, standings } = right
    ? armsOf(right, each, { entity: id, row, asked, design })
    : { sql: [], reading: { looksBack: false, columns: new Set<string>() }, standings: [] };
  const usesSets = [...asked.objects.keys()].some((name) => name.startsWith("set_"));
  const backward = writtenBack(entity, rights, reading, usesSets, design);
  const arms = [
    // Every user reads their own account.
    ...(id === "user" ? [`${row}."id" = (SELECT auth.uid())`] : []),
    // A writer who reads back a row needs no set of all the rows that make it visible: it might be scanned.
    ...(backward.length > 0 && usesSets ? [`(${hasWritten} AND ${justWritten(row)})`] : []),
    ...sql,
    ...(design.layout.masked.has(id) ? [bypasses(tableOf(design.layout, id))] : []),
    ...(backward.length > 0 ? [justWritten(row)] : []),
  ];
  return {
    objects: [
      ...asked.objects.values(),
      ...newestFirst(id, right, design),
      ...newestOfOnesOwn(id, standings, address, design),
      ...policies(id, arms, address, design),
      // Every user finds their own account by its id.
      ...(id === "user" ? [] : narrowingOf(id, standings, design.layout.masked.get(id), address)),
    ],
    guards: backward.map((sqlOf) => ({ entity: id, ...sqlOf, phase: "right", address })),
  };
}

/** A reader of every row gets the newest ones first, unless the document orders them otherwise. */
function newestFirst(entity: string, right: Right | undefined, design: Design): readonly DatabaseObject[] {
  const isForAll = right?.cells.some(
    ({ role, grant }) => grant?.kind === "yes" && design.compiled.lookup.roles.get(role.id)?.within === undefined,
  );
  if (right === undefined || isForAll !== true) return [];
  return [
    {
      kind: "index",
      table: tableOf(design.layout, entity),
      name: nameOf(partOf(entity, "newest")),
      unique: false,
      definition: `("created_at" DESC, "id")`,
      address: right.address,
    },
  ];
}

/** A user who reads their own rows gets the newest ones first, and may have very many. */
function newestOfOnesOwn(
  entity: string,
  standings: readonly ReadHint[],
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const columns = new Set(
    standings.flatMap(({ columns: all }) => all.flatMap(({ column, isMe }) => (isMe ? [column] : []))),
  );
  return [...columns].map((column) => ({
    kind: "index",
    table: tableOf(design.layout, entity),
    name: nameOf(`${entity}.${column}`, "newest"),
    unique: false,
    definition: `(${quoteIdentifier(column)}, "created_at" DESC, "id")`,
    address,
  }));
}

/**
 * The guard rejects a caller who may not change a row that they see, so policies of all commands are those of reading:
 * only rows that cannot be seen are skipped silently.
 */
function policies(entity: string, arms: readonly string[], address: string, design: Design): readonly DatabaseObject[] {
  const using = arms.includes("true") ? "true" : arms.length === 0 ? "false" : arms.join("\n OR ");
  const policy = (command: "select" | "insert" | "update" | "delete", expressions: object) =>
    ({
      kind: "policy",
      table: tableOf(design.layout, entity),
      name: nameOf(command, entity),
      command,
      ...expressions,
      address,
    }) satisfies DatabaseObject;
  return [
    policy("select", { using }),
    policy("insert", { check: "true" }),
    policy("update", { using, check: "true" }),
    policy("delete", { using }),
  ];
}

/**
 * PostgreSQL evaluates the read right of a new row before its effects run, and on the snapshot of the statement. The
 * guard therefore names rows that are read back, and signs each: any caller can change a setting, and an effect writes
 * rows in a user's name that this user may never see.
 */
const justWritten = (row: string): string =>
  `(${row}."id" = ANY (string_to_array(current_setting('writ.written', true), ',')::uuid[]) AND ${row}."updated_at" = (SELECT writ.now()) AND ${row}."updated_by" IS NOT DISTINCT FROM (SELECT auth.uid()) AND writ.was_written(${row}."id"))`;

/** Asked once a statement. A row that is named later than that is still found by the arm that comes last. */
const hasWritten = "(SELECT current_setting('writ.written', true) <> '')";

const nameWritten = 'PERFORM writ.name_written(NEW."id");';

type Back = { readonly on: GuardPart["on"]; readonly sql: string };

function writtenBack(
  entity: Entity,
  rights: readonly Right[],
  reading: Reading,
  usesSets: boolean,
  design: Design,
): readonly Back[] {
  const { id } = entity.name;
  const back: Back[] = [];
  const isReadable = `${printPlace(mayPlace("read", id))}(NEW)`;
  if (somebodyMay("create", rights)) {
    // The effects of a creation can make the row readable: a creator becomes the first member.
    const follows = design.compiled.model.states.effects.some(
      (effect) => effect.after?.kind === "create" && effect.entity.id === id,
    );
    if (follows) back.push({ on: ["insert"], sql: `IF client THEN ${nameWritten} END IF;` });
    else if (reading.looksBack || usesSets) {
      back.push({ on: ["insert"], sql: `IF client AND ${isReadable} THEN ${nameWritten} END IF;` });
    }
  }
  if (somebodyMay("update", rights)) {
    // A query on the table itself finds the old row, whatever the new one holds.
    if (reading.looksBack) back.push({ on: ["update"], sql: `IF client THEN ${nameWritten} END IF;` });
    else if ([...reading.columns].some((column) => mayChange(entity, column, rights, design))) {
      back.push({ on: ["update"], sql: `IF client AND NOT ${isReadable} THEN ${nameWritten} END IF;` });
    }
  }
  return back;
}

const somebodyMay = (kind: "create" | "update", rights: readonly Right[]): boolean =>
  rights.some(({ action, cells }) => action.kind === kind && cells.some(({ grant }) => grant && grant.kind !== "no"));

/** Whether a person who changes a row can change this column of it. */
function mayChange(entity: Entity, column: string, rights: readonly Right[], design: Design): boolean {
  const { lookup } = design.compiled;
  const field = lookup.fields.get(entity.name.id)?.get(column);
  // A tenant's column follows what the row belongs to; the other columns of the system never change so.
  if (field === undefined) {
    const parents = entity.fields.filter(({ type }) => type?.kind === "belongs to");
    return column.startsWith("_") && parents.some(({ name }) => mayChange(entity, name.id, rights, design));
  }
  const isGranted = rights.some(
    ({ action }) =>
      action.kind === "set" &&
      action.on !== "create" &&
      lookup.fields.get(entity.name.id)?.get(action.field.id) === field,
  );
  if (isGranted) return true;
  return field.required !== "auto" && field.type?.kind !== "state" && field.type?.kind !== "belongs to";
}

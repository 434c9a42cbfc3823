// What keeps values over other rows up to date: who writes the column, when it is worked out anew, and what leaves that alone.
import { quoteIdentifier, quoteText } from "../../expression/sql/sql-quote.ts";
import type { Design, GuardPart } from "../design.ts";
import { onlyReadCommitted } from "../isolation.ts";
import { isReference, nameOfStep, type Materialized, type ReadPath } from "./materialized.ts";
import { innerPlace, nameOf, partOf, printPlace, tableOf } from "../layout.ts";
import { keyOf, type DatabaseObject, type Place } from "../objects.ts";
import { reservedGuards } from "../reserved.ts";
import { computedPlace, printComputed } from "../target.ts";
import { computedType } from "../column-type.ts";

/** Kept values of one entity that are worked out together. */
type Group = { readonly entity: string; readonly stage: number; readonly fields: readonly Materialized[] };

/** In an order in which none reads another one that comes later. */
function groupsOf({ layout }: Design): readonly Group[] {
  const groups = new Map<string, Materialized[]>();
  for (const one of layout.kept.values()) {
    const key = `${one.entity} ${one.stage}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .flatMap((fields): readonly Group[] => {
      const [first] = fields;
      return first === undefined ? [] : [{ entity: first.entity, stage: first.stage, fields }];
    })
    .toSorted((a, b) => a.stage - b.stage || (a.entity < b.entity ? -1 : 1));
}

/** The first values of an entity have its name; those that read them also have their stage. */
const groupName = ({ entity, stage }: Group): string => (stage === 0 ? entity : partOf(entity, String(stage)));

/** `writ.keep_values_order(ARRAY[id])` brings kept values of these rows up to date. */
const keepPlace = (group: Group): Place => innerPlace("keep_values", groupName(group));
const foundPlace = (group: Group): Place => innerPlace("kept_values", groupName(group));

export function refreshObjects(design: Design): readonly DatabaseObject[] {
  const groups = groupsOf(design);
  const entities = new Set(groups.map(({ entity }) => entity));
  return [
    ...groups.flatMap((group) => groupObjects(group, design)),
    ...systemIndexes(design),
    ...[...entities].flatMap((entity) =>
      keeperRights(
        entity,
        groups.filter((group) => group.entity === entity).flatMap(({ fields }) => fields),
        design,
      ),
    ),
  ];
}

const addressOf = (entity: string, { compiled, entities }: Design, field?: string): string =>
  (field === undefined ? undefined : compiled.lookup.fields.get(entity)?.get(field)?.address) ??
  entities.find(({ name }) => name.id === entity)?.address ??
  "3";

/**
 * Values are computed past all rights, as the system, and written by a role that may do nothing else: by it every
 * trigger knows that no user has changed the row. Only differing values are written.
 */
function groupObjects(group: Group, design: Design): readonly DatabaseObject[] {
  const { entity, fields } = group;
  const table = printPlace(tableOf(design.layout, entity));
  const address = addressOf(entity, design);
  const named = fields.map((one) => ({ one, name: quoteIdentifier(one.field.id), type: computedType(one.field.type) }));
  const values = named.map(
    ({ one, type }) => `(${printComputed(one, "_kept", design.compiled, design.layout, { areKept: true })})::${type}`,
  );
  const found = printPlace(foundPlace(group));
  // A writer of a row has not locked the rows that refer to it, and the path up several lists may have changed: they
  // are locked, in order, before anything is computed.
  const held = `PERFORM 1 FROM ${table} AS held WHERE held."id" = ANY ($1) ORDER BY held."id" FOR NO KEY UPDATE;`;
  const ids = [{ name: "ids", type: "uuid[]" }];
  return [
    {
      kind: "function",
      place: foundPlace(group),
      parameters: ids,
      returns: `TABLE("id" uuid, ${named.map(({ name, type }) => `${name} ${type}`).join(", ")})`,
      language: "plpgsql",
      volatility: "stable",
      actsAs: "owner",
      body: `BEGIN RETURN QUERY SELECT _kept."id", ${values.join(", ")} FROM ${table} AS _kept WHERE _kept."id" = ANY ($1); END`,
      callers: ["writ_keeper"],
      address,
    },
    {
      kind: "function",
      place: keepPlace(group),
      parameters: ids,
      returns: "void",
      language: "plpgsql",
      volatility: "volatile",
      actsAs: "keeper",
      body: [
        "BEGIN",
        ...(fields.some(isFar) ? [`  ${held}`] : []),
        `  UPDATE ${table} AS kept SET ${named.map(({ name }) => `${name} = found.${name}`).join(", ")}`,
        `    FROM ${found}($1) AS found WHERE kept."id" = found."id" AND kept."id" = ANY ($1)`,
        `    AND (${named.map(({ name }) => `kept.${name} IS DISTINCT FROM found.${name}`).join(" OR ")});`,
        "END",
      ].join("\n"),
      callers: [],
      address,
    },
  ];
}

/** Rows are found by what they refer to. Fields of the document have an index for that; who wrote a row has none. */
function systemIndexes(design: Design): readonly DatabaseObject[] {
  const found = [...design.layout.kept.values()].flatMap(({ entity, ways }) =>
    ways.flatMap(({ way }) =>
      way.flatMap((step, index) => {
        if (step.kind === "list" || !["created_by", "updated_by"].includes(step.field)) return [];
        return [{ entity: way[index - 1]?.to ?? entity, field: step.field }];
      }),
    ),
  );
  const made = found.map(({ entity, field }): DatabaseObject => ({
    kind: "index",
    table: tableOf(design.layout, entity),
    name: nameOf(partOf(entity, field), "index"),
    unique: false,
    definition: `(${quoteIdentifier(field)})`,
    address: addressOf(entity, design),
  }));
  return [...new Map(made.map((index) => [keyOf(index), index])).values()];
}

/** Row security applies to the keeper too, and it is no owner: it reaches these columns of all rows and no others. */
function keeperRights(entity: string, fields: readonly Materialized[], design: Design): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const address = addressOf(entity, design);
  const names = fields.map(({ field }) => field.id);
  const policy = (command: "select" | "update"): DatabaseObject => ({
    kind: "policy",
    table,
    name: `keep_${command}_${entity}`,
    command,
    using: "true",
    to: "writ_keeper",
    address,
  });
  return [
    policy("select"),
    policy("update"),
    {
      kind: "grant",
      on: table,
      privileges: ["select", "update"],
      columns: { select: ["id", ...names], update: names },
      to: ["writ_keeper"],
      address,
    },
  ];
}

/**
 * Of the row that is written itself. No writer gives a kept value. It is computed before the row is written, so that
 * the writer reads it back; the row is locked by then, and a writer of a row of its lists waits.
 */
export function materializedGuards(entity: string, design: Design): readonly GuardPart[] {
  const fields = [...design.layout.kept.values()].filter((one) => one.entity === entity);
  const columns = fields.map(({ field }) => ({ column: field.id, address: addressOf(entity, design, field.id) }));
  return [...reservedGuards(entity, columns, design.layout), ...fields.map((one) => fillPart(one, design))];
}

const isFar = ({ ways }: Materialized): boolean => ways.some(({ way }) => way.length > 1 || way.some(isReference));
const hasReference = ({ ways }: Materialized): boolean => ways.some(({ way }) => way.some(isReference));

function fillPart({ entity, field, own, ways }: Materialized, design: Design): GuardPart {
  const column = quoteIdentifier(field.id);
  const value = `NEW.${column} := ${printPlace(computedPlace(entity, field.id))}(NEW);`;
  const changed = own.map((name) => `NEW.${quoteIdentifier(name)} IS DISTINCT FROM OLD.${quoteIdentifier(name)}`);
  const looked = ways.length === 0 ? value : `${onlyReadCommitted}\n  ${value}`;
  const sql = [
    `  IF TG_OP = 'INSERT' THEN ${value}`,
    ...(changed.length === 0 ? [] : [`  ELSIF ${changed.join(" OR ")} THEN ${looked}`]),
    `  ELSE NEW.${column} := OLD.${column};`,
    "  END IF;",
  ];
  return {
    entity,
    on: ["insert", "update"],
    phase: "fill",
    sql: sql.join("\n"),
    address: addressOf(entity, design, field.id),
  };
}

/** What a statement that wrote rows of `writer` brings up to date: which rows, in which way, in which order. */
export type Refresh = {
  readonly keep: Place;
  readonly entity: string;
  /** From the rows whose values are kept down to the written ones, by lists alone. */
  readonly lists: readonly ReadPath[];
  /** The same, where some step is a reference; what is read there, because many rows may refer to one. */
  readonly referring: readonly ReadPath[];
  readonly columns: readonly string[];
  /** Whether the written rows themselves may have come to refer to others. */
  readonly itself: boolean;
};

export function refreshesBy(writer: string, design: Design): readonly Refresh[] {
  return groupsOf(design).flatMap((group): readonly Refresh[] => {
    const reads = group.fields.flatMap(({ ways }) => ways.filter(({ way }) => way.at(-1)?.to === writer));
    const referring = reads.filter(({ way }) => way.some(isReference));
    const lists = reads.filter((read) => !referring.includes(read));
    const itself = group.entity === writer && group.fields.some(hasReference);
    if (reads.length === 0 && !itself) return [];
    return [
      {
        keep: keepPlace(group),
        entity: group.entity,
        lists: differentWays(lists.map(({ way }) => way)),
        referring: differentWays(referring.map(({ way }) => way)),
        columns: [...new Set(referring.flatMap(({ columns }) => columns))],
        itself,
      },
    ];
  });
}

const differentWays = (ways: readonly ReadPath[]): readonly ReadPath[] => [
  ...new Map(ways.map((way) => [way.map(nameOfStep).join(", "), way])).values(),
];

const notTheKeeper = `current_user <> ${quoteText("writ_keeper")}`;

/** Nothing follows from what the keeper writes: no effect, rule, history or time of a change, and nothing is kept again. */
export function withoutKeeper(objects: readonly DatabaseObject[], design: Design): readonly DatabaseObject[] {
  const tables = new Set(
    [...design.layout.kept.values()].map(({ entity }) => printPlace(tableOf(design.layout, entity))),
  );
  return objects.map((object) => {
    if (object.kind !== "trigger" || object.fires === "instead of" || !object.events.includes("update")) return object;
    if (!tables.has(printPlace(object.table))) return object;
    const condition = object.condition === undefined ? notTheKeeper : `(${object.condition}) AND ${notTheKeeper}`;
    return { ...object, condition };
  });
}

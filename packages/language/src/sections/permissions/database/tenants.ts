// The column in which a row names the thing that a role is held within: its own reference, or one that the system keeps.
import { isReference } from "../../../field-types/index.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import { type Lookup } from "../../../names/lookup.ts";
import { identifierOf } from "../../../text/name.ts";
import type { Contribution, Design, EffectPart, GuardPart } from "../../../plan/design.ts";
import { generatedColumns, onlyFollows } from "../../../plan/writing/following.ts";
import { nameOf, partOf, printPlace, tableOf, tenantColumn } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Within } from "../model.ts";
import { pathsWithin } from "../within.ts";

/** `id` for the tenant itself, its own reference where that is enough, else a column that the system fills. */
export function tenantColumnOf(entity: string, within: Within, lookup: Lookup): string | undefined {
  const target = within.entity.id;
  if (entity === target) return "id";
  const path = pathToTenant(entity, within, lookup);
  if (path === undefined) return undefined;
  const [first, ...rest] = path;
  if (first !== undefined && rest.length === 0) return first;
  return tenantColumn(within.via === undefined ? target : `${target}_${within.via.id}`);
}

/** What "via" names is a reference of the rows that are judged; the row that gives the role need not have it. */
export function giverColumnOf(giver: string, within: Within, lookup: Lookup): string | undefined {
  return tenantColumnOf(giver, within, lookup) ?? tenantColumnOf(giver, { ...within, via: undefined }, lookup);
}

/** The references that lead from a row to its tenant, one after the other; undefined unless there is exactly one way. */
function pathToTenant(entity: string, within: Within, lookup: Lookup): readonly string[] | undefined {
  if (pathsWithin(entity, within, lookup) !== 1) return undefined;
  return walk(entity, within.entity.id, within.via?.id, lookup, new Set());
}

function walk(
  entity: string,
  tenant: string,
  via: string | undefined,
  lookup: Lookup,
  walked: ReadonlySet<string>,
): readonly string[] | undefined {
  if (entity === tenant && via === undefined) return [];
  if (walked.has(entity)) return undefined;
  const here = new Set([...walked, entity]);
  for (const { name, type } of lookup.fields.get(entity)?.values() ?? []) {
    if (!isReference(type)) continue;
    const leadsTo = type.entity.id;
    const isVia = via !== undefined && (name.id === via || identifierOf(name.label) === via) && leadsTo === tenant;
    if (isVia) return [name.id];
    if (type.kind !== "belongs to") continue;
    const rest = walk(leadsTo, tenant, via, lookup, here);
    if (rest) return [name.id, ...rest];
  }
  return undefined;
}

/** A column of an entity that the system keeps, with the one step that leads to where it is copied from. */
type Kept = {
  readonly entity: string;
  readonly column: string;
  readonly reference: string;
  readonly parent: string;
  readonly parentColumn: string;
  readonly within: Within;
  readonly address: string;
};

export function tenantsOf(design: Design): Contribution {
  const kept = keptColumns(design);
  return {
    objects: tenantIndexes(design),
    columns: kept.map((one) => ({
      entity: one.entity,
      follows: true,
      column: {
        name: one.column,
        type: "uuid",
        required: false,
        fill: filledFrom(one.entity, one.within, "given", design),
        address: one.address,
      },
    })),
    guards: kept.flatMap((one) => [passOn(one, design), fill(one, design)]),
    effects: kept.map((one) => moveDescendants(one, design)),
  };
}

function keptColumns(design: Design): readonly Kept[] {
  const { lookup, model } = design.compiled;
  const kept = new Map<string, Kept>();
  for (const role of model.permissions.roles) {
    const { within } = role;
    if (within === undefined) continue;
    // Who gives a role may be led there without the reference that "via" names.
    const ways: readonly Within[] = within.via === undefined ? [within] : [within, { ...within, via: undefined }];
    for (const { name } of design.entities) {
      for (const way of ways) {
        const [reference, ...rest] = pathToTenant(name.id, way, lookup) ?? [];
        if (reference === undefined || rest.length === 0) continue;
        const type = lookup.fields.get(name.id)?.get(reference)?.type;
        if (type?.kind !== "belongs to") continue;
        const parent = type.entity.id;
        const column = tenantColumnOf(name.id, way, lookup);
        const parentColumn = tenantColumnOf(parent, way, lookup);
        if (column === undefined || parentColumn === undefined) continue;
        const address = `${role.address}/Within`;
        kept.set(`${name.id}.${column}`, {
          entity: name.id,
          column,
          reference,
          parent,
          parentColumn,
          within: way,
          address,
        });
      }
    }
  }
  return [...kept.values()];
}

/** What the columns that the system keeps would hold of a row that is not there yet. */
export const filledTenants = (entity: string, row: string, design: Design) =>
  keptColumns(design)
    .filter((one) => one.entity === entity)
    .map(({ column, within }) => ({ column, value: filledFrom(entity, within, row, design) }));

/** For rows that were there before the column: all the way to the tenant, because their parents may have none yet. */
function filledFrom(entity: string, within: Within, row: string, design: Design, depth = 0): string {
  const { lookup } = design.compiled;
  const [reference, ...rest] = pathToTenant(entity, within, lookup) ?? [];
  if (reference === undefined) return `${row}."id"`;
  const own = `${row}.${quoteIdentifier(reference)}`;
  const type = lookup.fields.get(entity)?.get(reference)?.type;
  if (rest.length === 0 || type?.kind !== "belongs to") return own;
  const parent = type.entity.id;
  const alias = `_parent_${depth}`;
  const value = filledFrom(parent, within, alias, design, depth + 1);
  return `(SELECT ${value} FROM ${printPlace(tableOf(design.layout, parent))} AS ${alias} WHERE ${alias}."id" = ${own})`;
}

/** Whatever value is given: a row is where its parent is. */
function fill(one: Kept, design: Design): GuardPart {
  const [own, key] = [quoteIdentifier(one.column), quoteIdentifier(one.reference)];
  return {
    entity: one.entity,
    on: ["insert", "update"],
    phase: "fill",
    sql: `IF TG_OP = 'INSERT' OR (NEW.${key}, NEW.${own}) IS DISTINCT FROM (OLD.${key}, OLD.${own}) THEN
  ${whereParentIs(one, design)}
END IF;`,
    address: one.address,
  };
}

/** A move of its parent is no change of the row: no right is evaluated again, and no user is recorded as its writer. */
function passOn(one: Kept, design: Design): GuardPart {
  const following = { columns: [one.column], generated: generatedColumns(one.entity, design.layout) };
  return {
    entity: one.entity,
    on: ["update"],
    phase: "given",
    sql: `IF NOT client AND ${onlyFollows(following, "OLD", "NEW")} THEN
  ${whereParentIs(one, design)}
  RETURN NEW;
END IF;`,
    address: one.address,
  };
}

function whereParentIs({ column, reference, parent, parentColumn }: Kept, design: Design): string {
  const table = printPlace(tableOf(design.layout, parent));
  return `NEW.${quoteIdentifier(column)} := (SELECT parent.${quoteIdentifier(parentColumn)} FROM ${table} AS parent WHERE parent."id" = NEW.${quoteIdentifier(reference)});`;
}

function moveDescendants({ entity, column, reference, parent, parentColumn, address }: Kept, design: Design) {
  const [own, above] = [quoteIdentifier(column), quoteIdentifier(parentColumn)];
  const table = printPlace(tableOf(design.layout, entity));
  return {
    entity: parent,
    on: ["update"],
    sql: `IF NEW.${above} IS DISTINCT FROM OLD.${above} THEN
  UPDATE ${table} AS child SET ${own} = NEW.${above} WHERE child.${quoteIdentifier(reference)} = NEW."id";
END IF;`,
    address,
  } satisfies EffectPart;
}

/** Lists of one tenant, newest first, are what is asked most often. */
function tenantIndexes(design: Design): readonly DatabaseObject[] {
  const { lookup, model } = design.compiled;
  const found = new Map<string, DatabaseObject>();
  for (const { within, address } of model.permissions.roles) {
    if (within === undefined) continue;
    for (const { name } of design.entities) {
      const column = tenantColumnOf(name.id, within, lookup);
      if (column === undefined || column === "id") continue;
      const index = nameOf(partOf(name.id, column), "newest");
      found.set(index, {
        kind: "index",
        table: tableOf(design.layout, name.id),
        name: index,
        unique: false,
        definition: `(${quoteIdentifier(column)}, "created_at" DESC, "id")`,
        address: `${address}/Within`,
      });
    }
  }
  return [...found.values()];
}

// Where of a list or a tile that no filter of the data API can say: the database tells of each row whether it is shown.
import { isLiteral } from "../../../expression/typed-literal.ts";
import { childrenOf } from "../../../expression/children.ts";
import { printSql } from "../../../expression/sql.ts";
import type { SqlTarget } from "../../../expression/sql/sql-target.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Guard } from "../../../clause/guard.ts";
import type { Reference } from "../../../text/name.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, nameOf, open, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, people, type DatabaseObject, type Parameter } from "../../../plan/objects.ts";
import { mayChoose, ofStoredRow } from "../../../plan/writing/stored-row.ts";
import { visibleTarget, isService } from "../../../plan/visible-target.ts";
import { systemTarget } from "../../../plan/target.ts";
import { checkedGuard } from "../../../plan/typed-guard.ts";
import { remainingCondition, readsClock } from "../../../browser/filter.ts";
import { parametersIn } from "../../../browser/parameters.ts";
import { columnNamed } from "./paths.ts";

/** `parts`: the identifiers of the screen, and of its tile. */
export const shownName = (...parts: readonly string[]): string => nameOf("_shown", ...parts);

/** Those of them that contain the words of a search. */
export const matchesName = (...parts: readonly string[]): string => nameOf("_found", ...parts);

/** The parameter that says which row the address names: no word of the data API begins like that. */
export const routeParameter = (name: string): string => `route_${name}`;

/**
 * How the database is asked what no filter can say: by a field of the row, or for the rows by a function, where the
 * address counts, where some fields are not for every reader (their view cannot have another column for each screen), or
 * where columns on the wire and the clock say it all: then an index can look up the rows, and readers are told by what they
 * may read alone.
 */
export const isReadByField = (asked: Typed, entity: string, design: Design): boolean =>
  tableOf(design.layout, entity).schema === open &&
  ![...design.layout.listed.values()].flat().some((list) => list.entity === entity) &&
  parametersIn(asked).length === 0 &&
  !isOfColumnsAndClock(asked, design);

const isOfColumnsAndClock = (asked: Typed, design: Design): boolean => readsClock(asked) && isOfColumns(asked, design);

/** Evaluated from columns on the reader's wire, the clock and the caller, with no function of the owner alone. */
function isOfColumns(typed: Typed, design: Design): boolean {
  if (isLiteral(typed)) return true;
  switch (typed.node) {
    case "scope":
      return typed.source === "now" || typed.source === "today" || typed.source === "me";
    case "field":
      return isColumn(typed, design);
    case "constant":
    case "and":
    case "or":
    case "not":
    case "is empty":
    case "equal":
    case "compare":
    case "one of":
    case "time arithmetic":
    case "date of":
      return childrenOf(typed).every((child) => isOfColumns(child, design));
    default:
      return false;
  }
}

/** Of the row or of what it refers to; of accounts behind a reference, a reader has the names alone. */
function isColumn({ of, entity, field }: Typed & { readonly node: "field" }, design: Design): boolean {
  if (columnNamed(entity, field, design) === undefined) return false;
  if (design.compiled.schema.entities.get(entity)?.fields.get(field)?.store.kind === "array") return false;
  return of.node === "scope" ? of.source === "row" : of.node === "field" && entity !== "user" && isColumn(of, design);
}

/** Accounts that the document does not define have no other functions of their rows. */
export const canBeEvaluated = (asked: Typed, entity: string, design: Design): boolean =>
  design.compiled.lookup.entities.has(entity) || isOfColumnsAndClock(asked, design);

/** As the reader has it: by the policies of its table, and with what they may not see empty. */
function asRead(entity: string, design: Design): SqlTarget {
  const system = systemTarget(design.compiled, design.layout, { rows: { [entity]: "_row" }, areKept: true });
  return { ...system, table: (name) => printPlace({ schema: open, name }) };
}

type Asked = {
  readonly parts: readonly string[];
  readonly entity: string;
  readonly condition: Typed;
  readonly isSearched: boolean;
  readonly address: string;
};

export function shownOf(design: Design): readonly DatabaseObject[] {
  const asked = design.compiled.model.screens.screens.flatMap(({ name, kind, where, search, tiles, address }) => [
    ...(kind !== undefined && "entity" in kind
      ? askedBy([name.id], kind.entity, where, search.length > 0, `${address}/Where`, design)
      : []),
    ...tiles.flatMap((tile) => askedBy([name.id, tile.name.id], tile.of, tile.where, false, tile.address, design)),
  ]);
  return asked.flatMap((one) =>
    isReadByField(one.condition, one.entity, design) ? [fieldOf(one, design)] : rowsOf(one, design),
  );
}

function askedBy(
  parts: readonly string[],
  of: Reference,
  where: Guard | undefined,
  isSearched: boolean,
  address: string,
  design: Design,
): readonly Asked[] {
  const { compiled } = design;
  const entity = of.id;
  const typed = where && checkedGuard(where, entity, design, { me: "maybe" })?.typed;
  const condition = typed && remainingCondition(typed, compiled.schema);
  return condition === undefined || !canBeEvaluated(condition, entity, design)
    ? []
    : [{ parts, entity, condition, isSearched, address }];
}

function fieldOf({ parts, entity, condition, address }: Asked, design: Design): DatabaseObject {
  const holds = (row: string) =>
    printSql(
      condition,
      visibleTarget(systemTarget(design.compiled, design.layout, { rows: { [entity]: row } }), design),
      "strict",
    );
  return {
    kind: "function",
    place: { schema: open, name: shownName(...parts) },
    parameters: [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
    returns: "boolean",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: ofStoredRow(entity, holds, design),
    callers: everyone,
    address,
  };
}

/** Rows as the caller has them from the table: by its policies, its columns, its masks. */
function rowsOf(asked: Asked, design: Design): readonly DatabaseObject[] {
  const { parts, entity, condition, isSearched, address } = asked;
  const rows = printPlace({ schema: open, name: entity });
  const told = innerPlace("shown", ...parts);
  const isOfReader = isOfColumnsAndClock(condition, design);
  const parameters = parametersIn(condition).map(({ name }) => ({ name: routeParameter(name), type: "uuid" }));
  const given = parameters.map((_, index) => `, $${index + 1}`).join("");
  const holds = isOfReader
    ? printSql(condition, asRead(entity, design), "strict")
    : `${printPlace(told)}(_row.id${given})`;
  const listed = (name: string, from: string, more: readonly Parameter[]): DatabaseObject => ({
    kind: "function",
    place: { schema: open, name },
    parameters: [...parameters, ...more],
    returns: `SETOF ${rows}`,
    language: "sql",
    volatility: "stable",
    actsAs: "caller",
    // An order and a limit are pushed down into it, so not all rows need to be tried. A caller who adds other operators
    // reveals nothing to anyone else.
    isInlined: true,
    body: `SELECT _row.* FROM ${from} AS _row WHERE ${holds}`,
    callers: more.length > 0 ? people : everyone,
    address,
  });
  const search = printPlace({ schema: open, name: `search_${entity}` });
  return [
    ...(isOfReader ? [] : [teller(asked, told, design)]),
    listed(shownName(...parts), rows, []),
    ...(isSearched
      ? [listed(matchesName(...parts), `${search}($${parameters.length + 1})`, [{ name: "q", type: "text" }])]
      : []),
  ];
}

/** A direct caller learns what the screen shows, of rows that they read and an address that they could open. */
function teller(
  { entity, condition, address }: Asked,
  place: ReturnType<typeof innerPlace>,
  design: Design,
): DatabaseObject {
  const parameters = parametersIn(condition);
  const rows = [
    { alias: "_stored", of: entity, name: entity },
    ...parameters.map(({ name, entity: of }, index) => ({ alias: `_route_${index + 1}`, of, name: `route.${name}` })),
  ];
  const names = Object.fromEntries(rows.map(({ name, alias }) => [name, alias]));
  const target = visibleTarget(systemTarget(design.compiled, design.layout, { rows: names }), design);
  const from = rows.map(({ alias, of }) => `${printPlace(tableOf(design.layout, of))} AS ${alias}`);
  const isReadable = rows.map(
    ({ alias, of }, index) => `${alias}.id = $${index + 1} AND (${isService} OR ${mayChoose(of, alias)})`,
  );
  return {
    kind: "function",
    place,
    parameters: [
      { name: "given", type: "uuid" },
      ...parameters.map(({ name }) => ({ name: routeParameter(name), type: "uuid" })),
    ],
    returns: "boolean",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT (${printSql(condition, target, "strict")}) IS TRUE FROM ${from.join(", ")} WHERE ${isReadable.join(" AND ")}`,
    callers: everyone,
    address,
  };
}

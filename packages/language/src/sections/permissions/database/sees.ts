// The readers of a field of a row: by the row of the matrix about it, and by the lists into which it puts its row.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf, type HiddenList } from "../../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../../plan/objects.ts";
import { seeGonePlace, seePlace, whoSeesGonePlace, whoSeesPlace } from "../../../plan/hidden-writes.ts";
import type { Right } from "../model.ts";
import { armsOf } from "./arms.ts";
import { askEach, type PolicyFunctions } from "./policy-functions.ts";
import { rightSql } from "./grants.ts";
import { mayPlace, withRowAlone } from "./rights.ts";
import { whoFunction } from "./who.ts";

/**
 * Whether the role of the statement is bound by row security at all. Asked of the table, because the view's own role is
 * bound by it always: the service and the owner read and write through the view as they would at a table.
 */
export const bypasses = (table: Place): string =>
  `(SELECT NOT pg_catalog.row_security_active(${quoteText(printPlace(table))}::regclass))`;

/** Who sees a field: as its own row of the matrix says, and that of each list into which it puts its row. */
export type Mask = { readonly field: string; readonly right: Right | undefined; readonly lists: readonly HiddenList[] };

export function seeArms({ field, right, lists }: Mask, entity: string, asked: PolicyFunctions, design: Design): string {
  const row = "_found";
  const all = bypasses(tableOf(design.layout, entity));
  const each = `${printPlace(mayPlace("read", entity))}(${row}) AND ${printPlace(seePlace(entity, field))}(${row})`;
  const own = right === undefined ? [] : armsOf(right, each, { entity, row: "kept", asked, design }).sql;
  if (lists.length === 0) return [...own, all].join(" OR ");
  const named = `kept.${quoteIdentifier(field)}`;
  const inLists = lists.map((list) => {
    const seen = askEach(asked, list.entity, named, isSeenIn(list, "$1", seePlace, design));
    return `(${named} IS NULL OR ${seen})`;
  });
  return [
    `(${[...(right === undefined ? [] : [`(${own.join(" OR ") || "false"})`]), ...inLists].join(" AND ")})`,
    all,
  ].join(" OR ");
}

const isSeenIn = (list: HiddenList, id: string, seen: typeof seePlace, { layout }: Design): string =>
  `EXISTS (SELECT FROM ${printPlace(tableOf(layout, list.entity))} AS _whole WHERE _whole."id" = ${id} AND ${printPlace(seen(list.entity, list.field))}(_whole))`;

export function seeFunctions({ field, right, lists }: Mask, entity: string, design: Design): readonly DatabaseObject[] {
  const address = right?.address ?? lists[0]?.right.address ?? "6";
  const alone = right && withRowAlone(right, entity, design);
  const define = (one: Right | undefined, place: Place, ofList: (list: HiddenList) => string): DatabaseObject => ({
    kind: "function",
    place,
    parameters: [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
    returns: "boolean",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${[...(one === undefined ? [] : [rightSql({ right: one, entity, row: "given", design })]), ...lists.map(ofList)].map((part) => (lists.length === 0 ? part : `(${part})`)).join(" AND ")}`,
    callers: [],
    address,
  });
  const named = `given.${quoteIdentifier(field)}`;
  const inList = (seen: (list: HiddenList) => typeof seePlace) => (list: HiddenList) =>
    `${named} IS NULL OR ${isSeenIn(list, named, seen(list), design)}`;
  const ofGone = (list: HiddenList) =>
    withRowAlone(list.right, list.entity, design) === undefined ? seePlace : seeGonePlace;
  const isOther = alone !== undefined || lists.some((list) => ofGone(list) === seeGonePlace);
  const about = { entity, isOwn: false, address };
  // A list is asked about for one person after the other.
  const many = (place: Place, one: Right | undefined) =>
    lists.length > 0 ? [] : whoFunction(place, one, about, design);
  return [
    define(
      right,
      seePlace(entity, field),
      inList(() => seePlace),
    ),
    ...many(whoSeesPlace(entity, field), right),
    ...(isOther
      ? [
          define(alone ?? right, seeGonePlace(entity, field), inList(ofGone)),
          ...many(whoSeesGonePlace(entity, field), alone ?? right),
        ]
      : []),
  ];
}

/** The readers of the list of a row, and of a deleted one. */
export const listVisibilityFunctions = (design: Design): readonly DatabaseObject[] =>
  [...design.layout.listed.values()].flat().flatMap(({ entity, field, right }) => {
    const alone = withRowAlone(right, entity, design);
    const define = (one: Right, place: Place): DatabaseObject => ({
      kind: "function",
      place,
      parameters: [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
      returns: "boolean",
      language: "sql",
      volatility: "stable",
      actsAs: "owner",
      body: `SELECT ${rightSql({ right: one, entity, row: "given", design })}`,
      callers: [],
      address: right.address,
    });
    return [
      define(right, seePlace(entity, field)),
      ...(alone === undefined ? [] : [define(alone, seeGonePlace(entity, field))]),
    ];
  });

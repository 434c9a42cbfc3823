// Tables that change their schema: some of their fields are no longer for every reader, or all are again.
import { quoteIdentifier } from "../expression/sql/sql-quote.ts";
import { printPlace } from "../plan/layout.ts";
import { keyOf, type DatabaseObject, type Place } from "../plan/objects.ts";
import type { Step } from "./step.ts";

/** A table that changes its schema with all its rows: some of its fields are no longer for every reader, or all are again. */
export type Move = { readonly from: Place; readonly to: Place; readonly address: string };

export function movesOf(
  before: readonly DatabaseObject[],
  after: readonly DatabaseObject[],
  now: ReadonlyMap<string, DatabaseObject>,
): readonly Move[] {
  const tables = after.flatMap((object) => (object.kind === "table" ? [object] : []));
  return before.flatMap((object): readonly Move[] => {
    if (object.kind !== "table" || now.has(keyOf(object))) return [];
    const found = tables.find(({ place }) => place.name === object.place.name);
    return found ? [{ from: object.place, to: found.place, address: found.address }] : [];
  });
}

export function movedAlong(object: DatabaseObject, moves: readonly Move[]): DatabaseObject {
  const moved = ({ schema, name }: Place): Place =>
    moves.find(({ from }) => from.schema === schema && from.name === name)?.to ?? { schema, name };
  switch (object.kind) {
    case "table":
      return { ...object, place: moved(object.place) };
    case "constraint":
    case "index":
    case "trigger":
    case "policy":
      return { ...object, table: moved(object.table) };
    default:
      return object;
  }
}

export const moveStep = ({ from, to, address }: Move): Step => ({
  kind: "change",
  what: `table ${from.schema}.${from.name}: to ${to.schema}`,
  address,
  sql: [`ALTER TABLE ${printPlace(from)} SET SCHEMA ${quoteIdentifier(to.schema)}`],
});

/** Questions are asked while everything is still where it was. */
export function askedBefore(step: Step, moves: readonly Move[]): Step {
  if (step.risk === undefined || moves.length === 0) return step;
  const question = moves.reduce(
    (text, { from, to }) => text.replaceAll(printPlace(to), printPlace(from)),
    step.risk.question,
  );
  return { ...step, risk: { ...step.risk, question } };
}

// The same rights evaluated for many people at once: which of them may, for code that notifies all of them of one row.
import { childrenOf } from "../../../expression/children.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Design } from "../../../plan/design.ts";
import { partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../../plan/objects.ts";
import { grantNames } from "../../../clause/grant.ts";
import type { Right, Role } from "../model.ts";
import { conditionOf } from "./conditions.ts";
import { rightSql } from "./grants.ts";

/**
 * The list of people that is asked about, and the column that is one of them; empty for a caller who is not signed in.
 */
const people = "_person";
const person = `${people}."id"`;

/**
 * Those of `people` whom the right lets, as one statement in place of a call for each. Printed from what the single
 * form is printed from. None where the right reads a value that a function of its own computes for the caller: it would
 * be computed for the wrong person. `isOwn`: every user may with their own account.
 */
export function whoFunction(
  place: Place,
  right: Right | undefined,
  { entity, isOwn, address }: { readonly entity: string; readonly isOwn: boolean; readonly address: string },
  design: Design,
): readonly DatabaseObject[] {
  if (right !== undefined && asksWhoAsks(right, design)) return [];
  const arms = [
    ...(isOwn ? [`COALESCE(given."id" = ${person}, false)`] : []),
    ...(right === undefined ? [] : [`(${rightSql({ right, entity, row: "given", design, me: person })}) IS TRUE`]),
  ];
  const where = arms.length === 0 ? "false" : arms.join("\n OR ");
  return [
    {
      kind: "function",
      place,
      parameters: [
        { name: "given", type: printPlace(tableOf(design.layout, entity)) },
        { name: "people", type: "uuid[]" },
      ],
      returns: "uuid[]",
      language: "sql",
      volatility: "stable",
      actsAs: "owner",
      body: `SELECT ARRAY(SELECT ${person} FROM unnest($2) AS ${people}(${quoteIdentifier("id")}) WHERE ${where})`,
      // It answers about other people, so no client may call it.
      callers: [],
      address,
    },
  ];
}

function asksWhoAsks(right: Right, design: Design): boolean {
  const { lookup } = design.compiled;
  return right.cells.some(({ role, grant }) => {
    const named = lookup.roles.get(role.id);
    const conditions = grant === undefined ? [] : grantNames(grant).map(({ id }) => conditionOf(id, design)?.holds);
    return (
      (named !== undefined && isGivenForWhoAsks(named, design)) ||
      conditions.some((holds) => holds !== undefined && isForWhoAsks(design.compiled.checked.get(holds)?.typed, design))
    );
  });
}

const isGivenForWhoAsks = ({ givenBy }: Role, design: Design): boolean =>
  givenBy.some(
    (giving) =>
      giving.kind === "row" &&
      giving.where !== undefined &&
      isForWhoAsks(design.compiled.checked.get(giving.where)?.typed, design),
  );

function isForWhoAsks(typed: Typed | undefined, design: Design): boolean {
  if (typed === undefined) return false;
  if (typed.node === "field") {
    const computed = design.layout.computed.get(partOf(typed.entity, typed.field));
    const isFunction = computed?.home === "function" || computed?.home === "kept";
    if (isFunction && computed.reads.me) return true;
  }
  if (typed.node === "has role") {
    const { role } = typed;
    const named = [...design.compiled.lookup.roles.values()].find(({ name }) => name.label === role);
    if (named !== undefined && isGivenForWhoAsks(named, design)) return true;
  }
  return childrenOf(typed).some((child) => isForWhoAsks(child, design));
}

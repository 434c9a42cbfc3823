// What looks at the rules of an entity's rows when a transaction ends, and tells all that are broken together.
import { quoteText } from "../../expression/sql/sql-quote.ts";
import type { Design, GuardPart, OwnList, RulePart } from "../design.ts";
import { onlyFollows, type Following } from "./following.ts";
import { innerPlace, nameOf, printPlace, tableOf } from "../layout.ts";
import type { DatabaseObject, Place } from "../objects.ts";
import { transitionTaken } from "./transition-mark.ts";

/** Asks the rules of a row that was not written itself. */
export const checkRulesPlace = (entity: string): Place => innerPlace("asked", entity);

/** The moment at which a row of a list is written. */
export const listMoment = ({ entity, via }: OwnList): string => `list ${entity}.${via}`;

export function rulingObjects(
  entity: string,
  parts: readonly RulePart[],
  following: Following,
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  if (parts.length === 0) return [];
  const table = tableOf(design.layout, entity);
  const named = [...new Set(parts.flatMap(({ on }) => on))];
  const transitions = named.filter((moment) => !["create", "update", "delete"].includes(moment)).sort();
  const asked = parts.some(({ lists }) => lists.length > 0);
  return [
    breaksFunction(entity, parts, transitions, address, table),
    ruleTrigger(entity, address, table),
    ...(asked ? [askedFunction(entity, address, table)] : []),
    ...triggersOf(named, transitions, following, entity, address, table),
  ];
}

const breaksPlace = (entity: string): Place => innerPlace("breaks", entity);

/** All that a row breaks. Volatile: each rule looks at what is there when it is asked, after all locks. */
function breaksFunction(
  entity: string,
  parts: readonly RulePart[],
  transitions: readonly string[],
  address: string,
  table: Place,
): DatabaseObject {
  const momentsOf = ({ on, lists }: RulePart) => [
    ...on,
    // What speaks of the day of creation alone says nothing of a row that was created on another day.
    ...(on.includes("create") && on.includes("update") ? [earlier] : []),
    // A transition changes its row like every other update.
    ...(on.includes("update") ? transitions.filter((one) => !on.includes(one)) : []),
    ...lists.map(listMoment),
  ];
  const body = [
    "DECLARE",
    "  problems jsonb := '[]'::jsonb;",
    "  listed boolean := moment LIKE 'list %';",
    "BEGIN",
    ...parts.flatMap((part) => [
      `  -- ${part.address.replace(/[\r\n]+/g, " ")}`,
      `  IF moment IN (${momentsOf(part).map(quoteText).join(", ")}) THEN`,
      part.sql,
      "  END IF;",
    ]),
    "  RETURN problems;",
    "END",
  ];
  const type = printPlace(table);
  return {
    kind: "function",
    place: breaksPlace(entity),
    parameters: [
      { name: "row", type },
      { name: "old", type },
      { name: "moment", type: "text" },
    ],
    returns: "jsonb",
    language: "plpgsql",
    volatility: "volatile",
    actsAs: "owner",
    body: body.join("\n"),
    callers: [],
    address,
  };
}

/** The creation of a sample row that says that it was created earlier; no client can say so. */
const earlier = "earlier";
const isEarlier =
  "TG_OP = 'INSERT' AND now_there.created_at < writ.now() AND COALESCE(auth.jwt() ? 'sample' AND NOT auth.jwt() ? 'role', false)";

/** The row as it is when the transaction ends, whatever was written to it before. */
function ruleTrigger(entity: string, address: string, table: Place): DatabaseObject {
  const body = [
    "DECLARE",
    `  now_there ${printPlace(table)};`,
    "  moment text := TG_ARGV[0];",
    "  problems jsonb;",
    "BEGIN",
    "  IF TG_OP = 'DELETE' THEN",
    "    now_there := OLD;",
    "  ELSE",
    `    SELECT * INTO now_there FROM ${printPlace(table)} AS given WHERE given.id = NEW.id;`,
    "    IF NOT FOUND THEN RETURN NULL; END IF;",
    "  END IF;",
    `  IF ${isEarlier} THEN moment := ${quoteText(earlier)}; END IF;`,
    `  problems := ${printPlace(breaksPlace(entity))}(now_there, OLD, moment);`,
    // What rows of lists break elsewhere is reported with it.
    "  IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems || writ.asked_problems()); END IF;",
    "  RETURN NULL;",
    "END",
  ];
  return functionOf(innerPlace("rules", entity), [], "trigger", body, address);
}

function askedFunction(entity: string, address: string, table: Place): DatabaseObject {
  const body = [
    "DECLARE",
    `  now_there ${printPlace(table)};`,
    "BEGIN",
    `  SELECT * INTO now_there FROM ${printPlace(table)} AS given WHERE given.id = row_id;`,
    "  IF NOT FOUND THEN RETURN '[]'::jsonb; END IF;",
    `  RETURN ${printPlace(breaksPlace(entity))}(now_there, now_there, moment);`,
    "END",
  ];
  const parameters = [
    { name: "row_id", type: "uuid" },
    { name: "moment", type: "text" },
  ];
  return functionOf(checkRulesPlace(entity), parameters, "jsonb", body, address);
}

/**
 * One trigger per moment. Their names begin with a capital, so that they fire before PostgreSQL's own check of a
 * deferred constraint of the same row, which knows no words of the catalogue. Which transition changes a row is asked
 * when the row is written.
 */
function triggersOf(
  named: readonly string[],
  transitions: readonly string[],
  following: Following,
  entity: string,
  address: string,
  table: Place,
): readonly DatabaseObject[] {
  const taken = (transition: string) => `${transitionTaken} IS NOT DISTINCT FROM ${quoteText(transition)}`;
  const trigger = (moment: string, event: "insert" | "update" | "delete", condition?: string): DatabaseObject => ({
    kind: "trigger",
    table,
    name: nameOf("Rules", moment),
    fires: "after",
    events: [event],
    each: "row",
    deferred: true,
    ...(condition === undefined ? {} : { condition }),
    calls: innerPlace("rules", entity),
    arguments: [moment],
    address,
  });
  const follows = onlyFollows(following, "OLD", "NEW");
  const other = [
    ...transitions.map((one) => `NOT (${taken(one)})`),
    ...(follows === undefined ? [] : [`NOT ${follows}`]),
  ].join(" AND ");
  return [
    ...(named.includes("create") ? [trigger("create", "insert")] : []),
    ...(named.includes("update") ? [trigger("update", "update", other === "" ? undefined : other)] : []),
    ...transitions.map((one) => trigger(one, "update", taken(one))),
    ...(named.includes("delete") ? [trigger("delete", "delete")] : []),
  ];
}

/**
 * A deleted row has no rules. A row written in the same transaction is checked before its deletion, or the writer would
 * keep the effects of a write that was never allowed, or make the row deletable by one.
 */
export function rulesBeforeDeletion(
  entity: string,
  parts: readonly RulePart[],
  address: string,
  design: Design,
): readonly GuardPart[] {
  const { schema } = tableOf(design.layout, entity);
  const moments = new Set(parts.flatMap(({ on }) => on).filter((moment) => moment !== "delete"));
  const names = [...moments].map((moment) => printPlace({ schema, name: nameOf("Rules", moment) })).join(", ");
  if (names === "") return [];
  const sql = `  IF client AND OLD.updated_at = writ.now() THEN
    SET CONSTRAINTS ${names} IMMEDIATE;
    SET CONSTRAINTS ${names} DEFERRED;
  END IF;`;
  return [{ entity, on: ["delete"], phase: "value", sql, address }];
}

const functionOf = (
  place: Place,
  parameters: readonly { readonly name: string; readonly type: string }[],
  returns: string,
  body: readonly string[],
  address: string,
): DatabaseObject => ({
  kind: "function",
  place,
  parameters,
  returns,
  language: "plpgsql",
  volatility: "volatile",
  actsAs: "owner",
  body: body.join("\n"),
  callers: [],
  address,
});

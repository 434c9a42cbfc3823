// The triggers of each table: one before a row is written, one after, and one when the transaction ends.
import { quoteText } from "../../expression/sql/sql-quote.ts";
import {
  guardPhases,
  type Contribution,
  type Design,
  type EffectPart,
  type GuardPart,
  type GuardPhase,
  type StepPart,
} from "../design.ts";
import { followingOf } from "./following.ts";
import { innerPlace, partOf, printPlace, tableOf } from "../layout.ts";
import { materializedGuards } from "../materialized/refresh-objects.ts";
import { lockingObjects } from "./locking.ts";
import { rulesBeforeDeletion, rulingObjects } from "./ruling.ts";
import { everyone, people, type DatabaseObject, type ObjectOf, type Place } from "../objects.ts";
import { triggerFunction } from "./trigger-function.ts";
import { reservedGuards } from "../reserved.ts";

type Event = "insert" | "update" | "delete";
const events: readonly Event[] = ["insert", "update", "delete"];

export function writingTriggers(parts: readonly Contribution[], design: Design): readonly DatabaseObject[] {
  const guards = parts.flatMap((part) => part.guards ?? []);
  const steps = parts.flatMap((part) => part.steps ?? []);
  const effects = parts.flatMap((part) => part.effects ?? []);
  const rules = parts.flatMap((part) => part.rules ?? []);
  const hidden = parts.flatMap((part) => part.columns ?? []);
  const triggers = design.entities.flatMap((entity) => {
    const { id } = entity.name;
    const of = <Part extends { readonly entity: string }>(some: readonly Part[]) =>
      some.filter((part) => part.entity === id);
    const table = tableOf(design.layout, id);
    return [
      ...guardObjects(
        id,
        table,
        [
          ...hiddenGuards(id, hidden, design),
          ...of(guards),
          // Last, because a kept value reads what the others fill in.
          ...materializedGuards(id, design),
          ...rulesBeforeDeletion(id, of(rules), entity.address, design),
        ],
        entity.address,
      ),
      ...stepObjects(id, table, of(steps), design),
      ...effectObjects(id, table, of(effects), entity.address),
      ...rulingObjects(id, of(rules), followingOf(id, parts, design.layout), entity.address, design),
    ];
  });
  return [...triggers, ...lockingObjects(parts, design)];
}

/** No client may write columns that are not fields. */
function hiddenGuards(
  entity: string,
  columns: NonNullable<Contribution["columns"]>,
  { layout }: Design,
): readonly GuardPart[] {
  const own = columns.filter((one) => one.entity === entity && one.column.generated === undefined);
  return reservedGuards(
    entity,
    own.map(({ column }) => ({ column: column.name, address: column.address })),
    layout,
  );
}

/**
 * The trigger that fires determines who writes: its condition is evaluated before the function becomes its owner. No
 * setting could, because any client with SQL access may change a setting.
 */
function guardObjects(
  entity: string,
  table: Place,
  parts: readonly GuardPart[],
  address: string,
): readonly DatabaseObject[] {
  const place = innerPlace("guard", entity);
  const body = [
    "DECLARE",
    "  client boolean := TG_ARGV[0] = 'client';",
    // The row as it was given, before anything was filled in.
    `  given ${printPlace(table)} := NEW;`,
    "  problems jsonb := '[]'::jsonb;",
    ...new Set(parts.flatMap((part) => (part.declare === undefined ? [] : [`  ${part.declare}`]))),
    "BEGIN",
    ...guardPhases.flatMap((phase) => {
      const own = parts.filter((part) => part.phase === phase);
      return own.length === 0 ? [] : [`  -- ${phaseWords[phase]}`, ...guarded(own)];
    }),
    "  IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;",
    "  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;",
    "  RETURN NEW;",
    "END",
  ];
  // `writ_client` writes for people what they write through a view.
  const clients = [...people, "writ_client"];
  return [
    triggerFunction(place, body.join("\n"), address),
    ...triggersByWriter("guard", clients, "client", { table, fires: "before", events, calls: place, address }),
  ];
}

/** What a guard says of itself in the database. */
const phaseWords: Readonly<Record<GuardPhase, string>> = {
  omitted: "Which fields were not named, and which were named as empty.",
  given: "What only the system sets is put aside, and compared below.",
  fill: "Defaults, numbers, times.",
  right: "Whether they may.",
  rate: "How often.",
  value: "Each field on its own.",
};

type Firing = Pick<ObjectOf<"trigger">, "table" | "fires" | "events" | "calls" | "address">;

/** One function under two triggers: for writes of some roles, who are called `who` there, and for those of the system. */
function triggersByWriter(
  moment: string,
  roles: readonly string[],
  who: string,
  firing: Firing,
): readonly ObjectOf<"trigger">[] {
  const list = roles.map(quoteText).join(", ");
  const trigger = (writer: string, condition: string): ObjectOf<"trigger"> => ({
    kind: "trigger",
    name: `${moment}_${writer}`,
    each: "row",
    condition,
    arguments: [writer],
    ...firing,
  });
  return [trigger(who, `current_user IN (${list})`), trigger("system", `current_user NOT IN (${list})`)];
}

/** What is checked before a user takes a step: one function for each transition, empty where nothing is checked. */
function stepObjects(
  entity: string,
  table: Place,
  parts: readonly StepPart[],
  { compiled }: Design,
): readonly DatabaseObject[] {
  return [...(compiled.lookup.transitions.get(entity)?.values() ?? [])].flatMap((rows): readonly DatabaseObject[] => {
    const [first] = rows;
    if (first === undefined || first.name.id === "") return [];
    const own = parts.filter(({ transition }) => transition === first.name.id);
    const body = ["BEGIN", ...own.map((part) => `  -- ${commentOf(part.address)}\n${part.sql}`), "END"];
    return [
      {
        ...triggerFunction(beforeStepPlace(entity, first.name.id), body.join("\n"), first.address),
        parameters: [{ name: "given", type: printPlace(table) }],
        returns: "void",
      },
    ];
  });
}

export const beforeStepPlace = (entity: string, transition: string): Place =>
  innerPlace("before", partOf(entity, transition));

/** Effects set off each other; the check of circles sees to it that they end, and this that they surely do. */
const deepest = 50;

function effectObjects(
  entity: string,
  table: Place,
  parts: readonly EffectPart[],
  address: string,
): readonly DatabaseObject[] {
  if (parts.length === 0) return [];
  const place = innerPlace("after", entity);
  const says = quoteText(JSON.stringify({ "": `Effects of ${address} followed each other without end.` }));
  const body = [
    "DECLARE",
    "  somebody boolean := TG_ARGV[0] = 'somebody';",
    "BEGIN",
    `  IF pg_trigger_depth() > ${deepest} THEN PERFORM writ.refuse(writ.problem('UNEXPECTED', NULL, ${quoteText(address)}, NULL, ${says}::jsonb)); END IF;`,
    ...guarded(parts),
    "  RETURN NULL;",
    "END",
  ];
  const fired = events.filter((event) => parts.some((part) => part.on.includes(event)));
  const writers = [...everyone, "writ_client"];
  return [
    triggerFunction(place, body.join("\n"), address),
    ...triggersByWriter("after", writers, "somebody", { table, fires: "after", events: fired, calls: place, address }),
  ];
}

/** What stands for the same events, one after the other, is below one IF. */
function guarded(parts: readonly Pick<GuardPart, "on" | "sql" | "address">[]): readonly string[] {
  return parts.flatMap(({ on, sql, address }, index) => {
    const [before, after] = [conditionOf(parts[index - 1]?.on ?? events), conditionOf(parts[index + 1]?.on ?? events)];
    const own = conditionOf(on);
    return [
      ...(own === "" || own === before ? [] : [`IF ${own} THEN`]),
      `  -- ${commentOf(address)}\n${sql}`,
      ...(own === "" || own === after ? [] : ["END IF;"]),
    ];
  });
}

/** Empty where it is always so. */
function conditionOf(on: readonly Event[]): string {
  const operations = events.filter((event) => on.includes(event)).map((event) => quoteText(event.toUpperCase()));
  if (operations.length === events.length) return "";
  return operations.length === 1 ? `TG_OP = ${operations.join("")}` : `TG_OP IN (${operations.join(", ")})`;
}

/** An address holds what people write: it must not end the comment. */
const commentOf = (address: string): string => address.replace(/[\r\n]+/g, " ");

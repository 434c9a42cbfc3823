// A story as what people do, one after the other, and how the product and its document differ at its end.
import type { Difference } from "../agreement/compare.ts";
import { textOf } from "../agreement/texts.ts";
import { isRow } from "../interpreter/values/value.ts";
import { valueOf, type Caller } from "../interpreter/world/world.ts";
import { attemptWords, rowWords, valueWords, type NameOf } from "../report/story.ts";
import type { Query, Step, Story } from "./step.ts";

export function storyWords({ start, steps }: Story): readonly string[] {
  const names = new Map(start.people.map((row) => [row.id, textOf(valueOf(row, "name")) ?? row.id]));
  const counts = new Map<string, number>();
  const call = (entity: string, id: string): void => {
    const count = (counts.get(entity) ?? 0) + 1;
    counts.set(entity, count);
    names.set(id, `${entity} ${count}`);
  };
  for (const { entity, id } of start.rows) call(entity, id);
  const called: NameOf = (id) => names.get(id) ?? id;
  return [
    `It is ${new Date(start.now).toISOString()}.`,
    ...start.assigned.map(
      ({ person, role, within }) =>
        `${called(person)} is ${role}${within === undefined ? "" : ` in ${called(within)}`}.`,
    ),
    ...start.rows.map((row) => rowWords(row, called)),
    ...steps.map(({ step, made, said }) => {
      if (step.kind === "act" && step.act.kind === "create" && !names.has(step.act.id))
        call(step.act.entity, step.act.id);
      for (const { entity, id } of made) call(entity, id);
      const more = made.map(({ id }) => called(id)).join(", ");
      return `${stepWords(step, called)}. ${saidWords(step, said)}${more === "" ? "" : `, with ${more} (${made.map(({ id }) => id).join(", ")})`}.`;
    }),
  ];
}

const saidWords = (step: Step, said: string): string =>
  step.kind === "act" || step.kind === "leave" ? (said === "done" ? "Done" : `Refused: ${said}`) : `Answered: ${said}`;

function stepWords(step: Step, called: NameOf): string {
  if (step.kind === "wait") return `Time advances to ${new Date(step.until).toISOString()}`;
  const who = whoIs(step.me, called);
  if (step.kind === "list") return `${who}: reads ${queryWords(step.query, called)}`;
  if (step.kind === "call") return `${who}: ${attemptWords(step.call, called)}`;
  if (step.kind === "leave") return `${who}: ${attemptWords({ kind: "leave", entity: "user", id: step.me }, called)}`;
  const { act, brings } = step;
  if ("entity" in act) {
    const id = act.kind === "create" ? ` (${act.id})` : "";
    return `${who}: ${attemptWords(brings === undefined ? act : { ...act, brings }, called)}${id}`;
  }
  const { kind, person, role, within } = act;
  return `${who}: ${attemptWords({ kind, entity: "user", id: person, role, within }, called)}${within === undefined ? "" : ` in ${called(within)}`}`;
}

const whoIs = (me: Caller, called: NameOf): string => (me === null ? "A visitor who is not signed in" : called(me));

function queryWords({ entity, filters, order }: Query, called: NameOf): string {
  const conditions = filters.map(({ field, by, values }) => {
    const words = values.map((value) =>
      field === "id" && typeof value === "string"
        ? called(value)
        : isRow(value)
          ? called(value.id)
          : valueWords(value, called),
    );
    return `${field} ${by} ${words.join(", ")}`;
  });
  const where = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  const sorted =
    order === undefined ? "" : ` by ${order.field}${order.descending ? " from the last" : ""}, ${order.most} at most`;
  return `all ${entity}${where}${sorted}`;
}

/** What the document says, and what the product answered. */
export const differenceWords = ({ what, interpreter, database }: Difference): string =>
  `${what}: the document says ${sideWords(interpreter)}; the product ${sideWords(database)}`;

function sideWords(side: unknown): string {
  if (typeof side === "string") return side === "" ? "otherwise" : side;
  if (!Array.isArray(side)) return side === null ? "nothing" : JSON.stringify(side);
  if (side.length === 0) return "none";
  return side
    .map((one: unknown) =>
      typeof one === "object" && one !== null && "code" in one
        ? `${String(one.code)}${"clause" in one ? ` (${String(one.clause)})` : ""}`
        : String(one),
    )
    .join(", ");
}

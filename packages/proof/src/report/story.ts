// A case as what a person would do to see it: who is there, what is there, what is tried, what should come of it.
import { textOf } from "../agreement/texts.ts";
import { wordsOf } from "../agreement/compare.ts";
import { rowsOf, valueOf, type Row } from "../interpreter/world.ts";
import { elapsedIn } from "../plan/situation.ts";
import type { Case } from "../plan/find.ts";
import { isAboutRoles, type RoleAttempt } from "../plan/role-attempt.ts";

export function storyOf({ situation, outcome }: Case): readonly string[] {
  const { world, me, attempt: tried } = situation;
  const nameOf = (id: string) => {
    const person = world.rows.get("user")?.get(id);
    return (person && textOf(valueOf(person, "name"))) ?? id;
  };
  const who = me === null ? "Somebody who is not signed in" : nameOf(me);
  const waiting = tried.kind === "wait" ? elapsedIn(situation)?.at : undefined;
  const doing =
    tried.kind === "wait"
      ? ""
      : tried.kind === "read" || tried.kind === "see"
        ? `reads ${tried.kind === "see" ? `${tried.field} of ` : ""}${tried.entity} ${tried.id}`
        : isAboutRoles(tried)
          ? roleWords(tried, nameOf(tried.id))
          : wordsOf(tried);
  const end =
    "refused" in outcome
      ? `It is refused: ${outcome.refused.map(({ code, clause }) => `${code} (${clause})`).join(", ")}.`
      : "It is done.";
  return [
    `It is ${new Date(world.now).toISOString()}.`,
    ...world.assigned.map(
      ({ person, role, within }) => `${nameOf(person)} is ${role}${within === undefined ? "" : ` in ${within}`}.`,
    ),
    ...[...world.rows.keys()].flatMap((entity) =>
      entity === "user" ? [] : rowsOf(world, entity).map((row) => rowWords(row)),
    ),
    ...(tried.kind === "wait"
      ? [`Time goes on until ${new Date(waiting ?? world.now).toISOString()}.`]
      : [`${who}: ${doing}.`, end]),
  ];
}

function roleWords({ kind, role, entity }: RoleAttempt, name: string): string {
  switch (kind) {
    case "hold":
      return `asks which roles they have, ${role} by the ${entity} among them`;
    case "name":
      return `is not asked: whoever runs the product names ${name} ${role}`;
    default:
      return `${kind === "assign" ? "makes" : "no longer lets"} ${name} ${kind === "assign" ? "" : "be "}${role}`;
  }
}

function rowWords(row: Row): string {
  const kept = new Set(["updated_at", "updated_by"]);
  const values = [...row.values].flatMap(([name, value]) => {
    const text = textOf(value);
    if (text === null || text === "" || kept.has(name)) return [];
    const moment = value !== null && typeof value === "object" && "kind" in value && value.kind === "datetime";
    return [
      `${name} = ${moment ? new Date(value.at).toISOString() : text.length > 60 ? `${text.slice(0, 57)}…` : text}`,
    ];
  });
  return `There is ${row.entity} ${row.id}: ${values.join(", ")}.`;
}

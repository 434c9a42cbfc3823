// Other days than the one on which a case would happen, where a document asks of weekdays: what it asks may be so on those alone.
import type { Tree } from "@writ/language/model";
import { expressionsIn } from "../../interpreter/document/expressions-in.ts";
import { partsOf } from "../../interpreter/document/mentions.ts";
import { dayLength } from "../../interpreter/values/value.ts";
import { timeZoneOf, type Program } from "../../interpreter/world/world.ts";

/** The six after a moment, at the same time of day; none where no expression asks which day of the week it is then. */
export function daysAfter(program: Program, moment: number): readonly number[] {
  const asks = (tree: Tree): boolean =>
    (tree.kind === "call" && tree.name === "weekday" && !tree.args.every((day) => isOfAnyDay(day, program))) ||
    partsOf(tree).some(asks);
  const asked = expressionsIn(program.model).some(({ tree }) => tree !== undefined && asks(tree));
  return asked ? [1, 2, 3, 4, 5, 6].map((days) => moment + days * Number(dayLength)) : [];
}

/** A date that people give: rows with every day of the week are there whichever it is today. */
const isOfAnyDay = (day: Tree, { lookup }: Program): boolean =>
  day.kind === "field" &&
  [...lookup.fields.values()].every((fields) => {
    const field = fields.get(day.name);
    return (
      field === undefined || (field.type?.kind === "date" && field.required !== "auto" && field.default === undefined)
    );
  });

/** Why something is not so at a moment that would be so on another day. */
export const thatDay = (program: Program, moment: number, other: number): string =>
  `because it is ${weekdayOf(program, moment)} there, and no longer on ${weekdayOf(program, other)}`;

const weekdayOf = (program: Program, moment: number): string =>
  new Intl.DateTimeFormat("en", { weekday: "long", timeZone: timeZoneOf(program).name }).format(moment);

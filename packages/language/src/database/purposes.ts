// What a function of the schema writ is for, as its first line explains to a reader of the database.
import type { ObjectOf } from "../plan/objects.ts";

/** By the first word of its name; the rest of the name says of what. */
const purposes: ReadonlyMap<string, string> = new Map([
  ["after", "After a row was written: effects, in the order of the document."],
  ["ask", "A step as the caller takes it: rights, the lock of the row, rights again, how often, the step."],
  ["before", "How often somebody may take the step."],
  ["breaks", "The rules that a row breaks."],
  ["computed", "The value of a computed field, past all rights."],
  ["default", "What a new row has in the field."],
  ["do", "The step itself, for callers, effects and timers: whoever calls this has asked for rights."],
  ["due", "What a timer does to the rows whose time has come."],
  ["effect", "What follows from a change of a row."],
  ["first", "Before the first effect of a statement: locks of what effects and rights read, and rights again."],
  ["guard", "Before a row is written: what is missing is filled in, rights and values are looked at."],
  ["kept", "Kept values of the rows that read what was written."],
  ["lock", "Locks what rules, guards, effects and rights about these rows read of other rows."],
  ["may", "Whether the caller may."],
  ["narrow", "By which columns the rows that the caller may read are found; NULL where all are."],
  ["quota", "Whether there is room for one more."],
  ["rate", "Counts, or refuses for a while."],
  ["rule", "Whether the rule holds."],
  ["rules", "When the transaction ends: the rules, of the row as it is then."],
  ["seen", "The row as the caller sees it."],
  ["sees", "Whether the caller sees the field."],
  ["sets", "Whether the caller may set the field."],
  ["start", "In which state a row begins."],
  ["statement", "After a statement: locks, and which other rows are looked at again."],
  ["step", 'Where the step leads, as {"to": state}, or why it does not, as {"problems": [...]}.'],
  ["still", "Refuses to delete a row that others refer to."],
  ["who", "Which of these people may."],
  ["why", "The code to refuse with."],
]);

/** Undefined where a name says all. */
export function purposeOf({ place, returns }: ObjectOf<"function">): string | undefined {
  const [, word] = place.schema === "writ" ? (/^([a-z]+)_/.exec(place.name) ?? []) : [];
  if (word === "may" && returns === "void") return "Refuses a caller who may not take the step.";
  return word === undefined ? undefined : purposes.get(word);
}

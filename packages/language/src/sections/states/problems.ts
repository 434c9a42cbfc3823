// The codes of section 4 that concern all of it, and their words. Machines and effects have theirs in their own rooms.
import { problemClass } from "../../problem.ts";

export const strayProperty = problemClass({
  code: "N408",
  severity: "error",
  title: "property in section 4",
  explanation:
    "Section 4 consists of tables of states, transitions and effects. Write the properties of an entity in section 3.",
  wrong: "### Ticket\n- Start: New",
  right: "### Ticket\n| State | Kind |\n| --- | --- |\n| New | start |",
  words: (name: string) => ({
    message: `section 4 has no property "${name}"`,
    hint: "Write it as a row of a table, or under its entity in section 3.",
  }),
});

export const entityMissing = problemClass({
  code: "N409",
  severity: "error",
  unread: "table",
  title: "table of states or effects without its entity",
  explanation:
    "Write states and transitions under a `### Entity` heading, or in a table with a column For. One table with a column For can hold the effects of all entities.",
  wrong: "### Effects\n| After | If | Do | With |",
  right: "### Effects\n| For | After | If | Do | With |",
  words: (what: "states" | "transitions" | "effects" | "row") => ({
    message: what === "row" ? "this row does not name its entity" : `this table of ${what} does not name its entity`,
    hint: what === "row" ? "Fill in For." : "Move it under ### Entity, or add a column For.",
  }),
});

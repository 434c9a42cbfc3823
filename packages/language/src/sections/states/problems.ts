// The codes of section 4 that concern all of it, and their words. Machines and effects have theirs in their own rooms.
import { problemClass } from "../../problem.ts";

export const strayProperty = problemClass({
  code: "N408",
  severity: "error",
  title: "property in section 4",
  explanation:
    "Section 4 consists of tables: states, transitions, effects. Properties of an entity stand in section 3.",
  wrong: "### Ticket\n- Start: New",
  right: "### Ticket\n| State | Kind |\n| --- | --- |\n| New | start |",
  words: (name: string) => ({
    message: `section 4 has no property "${name}"`,
    hint: "Write it as a row of a table, or put it under its entity in section 3.",
  }),
});

export const entityMissing = problemClass({
  code: "N409",
  severity: "error",
  unread: "table",
  title: "table of states or effects without its entity",
  explanation:
    "States and transitions stand under a `### Entity` heading, or in a table with a column For. Effects of all entities may stand in one table, which has a column For.",
  wrong: "### Effects\n| After | If | Do | With |",
  right: "### Effects\n| For | After | If | Do | With |",
  words: (what: "states" | "transitions" | "effects" | "row") => ({
    message:
      what === "row"
        ? "this row does not say which entity it is about"
        : `this table of ${what} does not say which entity it is about`,
    hint: what === "row" ? "Fill in For." : "Put it under ### Entity, or add a column For.",
  }),
});

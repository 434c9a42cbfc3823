// The words for what can be wrong within a section: tables, properties, code.
import { meantBy, nearest, suggested } from "../text/suggestion.ts";
import { type Proposal, type Span, problemClass, reworded } from "../problem.ts";
import { shorten, shortenList } from "../text/shorten.ts";

export const unknownTable = problemClass({
  code: "N010",
  severity: "error",
  unread: "table",
  isMended: true,
  title: "table with an unknown header",
  explanation:
    "Every table outside a blockquote is executed; its header row says what it is. A column that Writ does not know is an error, never a comment. Put tables that only illustrate into a blockquote.",
  wrong: "| Rule | Entity | Must hold |",
  right: "| Rule | For | Must hold | Otherwise |",
  words: (section: number, headers: readonly string[], hint: string) => ({
    message: `unknown table in section ${section}: ${shortenList(headers)}.`,
    hint,
    proposal: headerProposed(headers, hint),
  }),
});

export const rowTooLong = problemClass({
  code: "N011",
  severity: "error",
  unread: "cells",
  isMended: true,
  title: "row does not fit its header",
  explanation:
    "Every row has as many cells as the header. GitHub splits cells at every pipe, even inside code, so an expression with `||` silently loses its second half: write `or`.",
  wrong: "| Solve | `ticket.late || ticket.open` |",
  right: "| Solve | `ticket.late or ticket.open` |",
  words: (found: number, expected: number) => ({
    message: `this row has ${found} cells, the header has ${expected}: an unescaped pipe, or no blank line after the table`,
    hint: "Inside a table write `or` instead of `||`, and `\\|` for the character.",
    // Each of them ends a cell and begins another one behind an empty one.
    proposal: (found - expected) % 2 === 0 ? { kind: "or", count: (found - expected) / 2 } : undefined,
  }),
});

const countOf = (cells: number) => (cells === 1 ? "1 cell" : `${cells} cells`);

/** The same code as `rowTooLong`: cells are missing instead. */
export const rowTooShort = reworded(rowTooLong, (found: number, expected: number) => ({
  message: `this row has ${countOf(found)}, the header has ${expected}: cells are missing, or no blank line after the table`,
  hint: "Write an empty cell as `| |`.",
}));

export const unknownProperty = problemClass({
  code: "N013",
  severity: "error",
  unread: "line",
  isMended: true,
  title: "unknown property",
  explanation:
    "The list directly under a `###` heading is executed: one `Property: value` per item, out of the properties that such a heading has. Other lists belong under a paragraph.",
  wrong: "### My tickets\n- Were: `ticket.requester == me`",
  right: "### My tickets\n- Where: `ticket.requester == me`",
  words: (found: string, known: readonly string[]) => ({
    message: `unknown property "${found}".`,
    ...suggested(found, known, "Nothing can be set here: write a paragraph."),
  }),
});

export const propertyTwice = problemClass({
  code: "N018",
  severity: "error",
  title: "property given twice",
  explanation: "A property is given once under its heading; with two, it would be unclear which one holds.",
  wrong: "### Ticket\n- Owner: Requester\n- Owner: Assignee",
  right: "### Ticket\n- Owner: Requester",
  words: (name: string, first: Span) => ({
    message: `"${name}" is given twice`,
    hint: "Keep the one that holds.",
    related: [{ span: first, message: "the first one is here" }],
  }),
});

export const notAProperty = problemClass({
  code: "N008",
  severity: "error",
  unread: "line",
  title: "item that is no property",
  explanation:
    "The list directly under a `###` heading is executed: one `Property: value` per item, each on one line. A list that only explains stands below a paragraph.",
  wrong: "### Ticket\n- Written by customers",
  right: "### Ticket\n- Owner: Requester",
  words: (found: "no name" | "more than a line") => ({
    message:
      found === "no name" ? "this item is not `Property: value`" : "a property is one line, without anything below it",
    hint:
      found === "no name"
        ? "Put a paragraph before the list where it only explains."
        : "Write it on one line, and without a list in it.",
  }),
});

export const listTooFar = problemClass({
  code: "N023",
  severity: "warning",
  title: "properties that are not directly under their heading",
  explanation:
    "Only the list directly under a `###` heading is executed; below a paragraph or a table a list explains. One in which every item looks like a property probably stands in the wrong place.",
  wrong: "### Ticket\nWritten by customers.\n\n- Owner: Requester",
  right: "### Ticket\n- Owner: Requester\n\nWritten by customers.",
  words: (heading: string) => ({
    message: "this list is not read: it does not stand directly under its heading",
    hint: `Move it to directly below "### ${shorten(heading)}".`,
  }),
});

export const brokenTable = problemClass({
  code: "N012",
  severity: "error",
  unread: "table",
  title: "table that is not one",
  explanation:
    "Lines with pipes become a table only with a line of dashes below the header that has as many cells as the header, with no blank line between them, at the margin. Otherwise Markdown takes them for text, and nothing in them is executed.",
  wrong: "| Role | Given by |\n| --- |\n| Agent | assigned by Lead |",
  right: "| Role | Given by |\n| --- | --- |\n| Agent | assigned by Lead |",
  words: (why: string) => ({ message: "this looks like a table but is not one", hint: why }),
});

export const tableInList = problemClass({
  code: "N019",
  severity: "error",
  title: "table inside a list",
  explanation:
    "Tables are read where they stand at the margin. One inside an item of a list would be silently left out.",
  wrong: "- Roles:\n\n  | Role | Given by |\n  | --- | --- |",
  right: "| Role | Given by |\n| --- | --- |",
  words: () => ({
    message: "a table inside a list is not read",
    hint: "Move it out of the list; put an illustration into a blockquote.",
  }),
});

export const backtickInCode = problemClass({
  code: "N021",
  severity: "error",
  title: "backtick inside code",
  explanation:
    "Code stands between single backticks and holds none itself. Texts in expressions stand between straight quotes.",
  wrong: "| Quoted | Ticket | `` ticket.subject != '`' `` | QUOTED |",
  right: "| Quoted | Ticket | `ticket.subject != ''` | QUOTED |",
  words: () => ({ message: "code cannot hold a backtick", hint: "Write it with straight quotes, or without." }),
});

export const loneBacktick = problemClass({
  code: "N022",
  severity: "error",
  title: "backtick without its pair",
  explanation:
    "Backticks come in pairs within a cell, an item or a heading, and what stands between them is code. An unescaped pipe in a cell separates them.",
  wrong: "| Urgent needs a phone | Ticket | `ticket.phone != null | PHONE_NEEDED |",
  right: "| Urgent needs a phone | Ticket | `ticket.phone != null` | PHONE_NEEDED |",
  words: () => ({
    message: "this backtick has no pair",
    hint: "Close the code with a second one, or delete this one.",
  }),
});

// The words of the frame are beside it.
export * from "./frame/problems.ts";

export const zeroCharacter = problemClass({
  code: "N025",
  severity: "error",
  title: "zero character",
  explanation:
    "The character with the number zero is seen in no editor and kept by no database, so a document that holds one cannot be applied. It comes from a file that was damaged, or written as UTF-16.",
  wrong: "Keeps the␀tasks of a team.",
  right: "Keeps the tasks of a team.",
  words: () => ({
    message: "there is a zero character here, which nobody sees and no database keeps",
    hint: "Delete it.",
  }),
});

export const sectionNotShown = problemClass({
  code: "G001",
  severity: "gap",
  title: "section not shown",
  explanation:
    "A gap: nobody has said yet what belongs here. Writ builds nothing for it, shows it where it matters, and refuses to start in production unless told to go on with gaps.",
  wrong: "## 4. States and transitions\n\nnot shown.",
  right: "## 4. States and transitions\n\nnone.",
  words: (section: number, title: string, explanation: string) => ({
    message: `section ${section} "${title}": not shown`,
    hint: explanation,
  }),
});

/** The only header that is near to what was probably meant. */
function headerProposed(headers: readonly string[], hint: string): Proposal | undefined {
  const meant = meantBy(hint);
  if (meant === "") return undefined;
  const [found, other] = headers.filter((header) => header !== meant && nearest(header, [meant]) !== undefined);
  return found === undefined || other !== undefined ? undefined : { kind: "words", found, text: meant };
}

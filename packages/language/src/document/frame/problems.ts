// The words for what can be wrong with the frame: title, headings, sections, and what cannot be read at all.
import { problemClass, reworded, type Span } from "../../problem.ts";
import { shorten } from "../../text/shorten.ts";

export const wrongHeading = problemClass({
  code: "N001",
  severity: "error",
  isMended: true,
  title: "section heading is missing or reworded",
  explanation:
    "A document has nine numbered sections with fixed titles, in a fixed order. A reader finds every product's rules at the same place, and so does Writ.",
  wrong: "## 5. Rules",
  right: "## 5. Validation rules",
  words: (expected: string, found: string | undefined) => ({
    message:
      found === undefined
        ? `expected "## ${expected}", and it is missing`
        : `expected "## ${expected}", found "${shorten(found)}"`,
    hint:
      found === undefined
        ? `Add the heading; under it write the section, "not shown." or "none."`
        : "Write the heading exactly so.",
    proposal: found === undefined ? undefined : { kind: "heading", text: `## ${expected}` },
  }),
});

/** The same code as `wrongHeading`: the section is there, and out of order. */
export const swappedHeading = reworded(
  wrongHeading,
  (expected: string | undefined, found: string, before: number | undefined, after: number | undefined) => ({
    message:
      expected === undefined
        ? `"## ${found}" stands behind section 9`
        : `expected "## ${expected}", found "## ${found}"`,
    hint:
      before === undefined
        ? `The sections stand in the order of their numbers: move it before section ${after ?? 9}.`
        : `The sections stand in the order of their numbers: move it behind section ${before}.`,
  }),
);

/** The same code as `wrongHeading`: a section is there already. */
export const sectionTwice = reworded(wrongHeading, (section: number, found: string, first: Span) => ({
  message: `section ${section} is there twice: "## ${shorten(found)}"`,
  hint: "Join the two under one heading.",
  related: [{ span: first, message: `section ${section} is here` }],
}));

/** The same code as `wrongHeading`: the heading is none of the nine. `before`: the section that it interrupts. */
export const strayHeading = reworded(
  wrongHeading,
  (found: string, before: number | undefined, expected: string | undefined) => ({
    message:
      expected === undefined
        ? `"## ${shorten(found)}" is none of the nine sections`
        : `expected "## ${expected}", found "## ${shorten(found)}"`,
    hint:
      before !== undefined
        ? `Within section ${before} write "### ${shorten(found)}"; other headings stand behind section 9, without a number.`
        : expected !== undefined
          ? "Write what stands before section 1 without a heading."
          : "Behind section 9, write the heading without a number.",
  }),
);

export const emptySection = problemClass({
  code: "N002",
  severity: "error",
  title: "section is empty",
  explanation:
    'A section says something, or says that it says nothing: "not shown." where it is unknown (a gap), "none." where it is decided that there is nothing.',
  wrong: "## 4. States and transitions\n\n## 5. Validation rules",
  right: "## 4. States and transitions\n\nnone.\n\n## 5. Validation rules",
  words: (section: number) => ({ message: `section ${section} is empty: write its content, "not shown." or "none."` }),
});

export const saysBoth = problemClass({
  code: "N003",
  severity: "error",
  title: '"not shown." or "none." beside content',
  explanation:
    'A section that begins with "not shown." or "none." holds nothing that is executed; prose may explain why.',
  wrong: "## 7. The calls it makes\n\nnot shown.\n\n| Call | Kind | On | Code |\n| --- | --- | --- | --- |",
  right: "## 7. The calls it makes\n\nnot shown. The export is being talked about.",
  words: (what: string, said: string, shown: Span) => ({
    message: `${shorten(what)} says "${said}." and also shows something`,
    hint: `Delete "${said}.", or what is shown.`,
    related: [{ span: shown, message: "this is shown" }],
  }),
});

/** The same code as `saysBoth`: the words come too late. */
export const lateStatus = reworded(saysBoth, (said: string) => ({
  message: `"${said}." begins a section or subsection, and here something stands before it`,
  hint: "Move it to the beginning, or delete it.",
}));

export const onlyProse = problemClass({
  code: "N004",
  severity: "warning",
  title: "section holds only prose",
  explanation:
    "In sections 2 to 9 only tables, property lists and code blocks are executed. A section of paragraphs alone does nothing.",
  wrong: "## 5. Validation rules\n\nA ticket needs a phone number when it is urgent.",
  right:
    "## 5. Validation rules\n\n| Rule | For | When | Must hold | Otherwise |\n| --- | --- | --- | --- | --- |\n| Urgent needs a phone | Ticket | `ticket.priority == 'urgent'` | `ticket.phone != null` | PHONE_NEEDED |",
  words: (section: number) => ({
    message: `section ${section} holds only prose: nothing in it is executed`,
    hint: 'Write it as a table, or begin the section with "not shown." or "none.".',
  }),
});

export const wrongVersion = problemClass({
  code: "N005",
  severity: "error",
  title: "unknown version of the notation",
  explanation:
    "The first line may name the version of the notation that a document is written in. There is one version: 1.",
  wrong: "<!-- writ 2 -->\n# Corner Desk",
  right: "<!-- writ 1 -->\n# Corner Desk",
  words: (found: string) => ({
    message: found === "" ? "the version of the notation is missing" : `unknown version "${found}" of the notation`,
    hint: "Write `<!-- writ 1 -->`, or leave the line out.",
  }),
});

export const noTitle = problemClass({
  code: "N006",
  severity: "error",
  title: "document without a title",
  explanation: "A document begins with one heading of the first level: the name of the product.",
  wrong: "<!-- writ 1 -->\n\n## 1. What the product does and for whom",
  right: "<!-- writ 1 -->\n# Corner Desk\n\n## 1. What the product does and for whom",
  words: (late: boolean) => ({
    message: late ? "the title stands before section 1" : "the title is missing",
    hint: late
      ? "Move it to the beginning of the document."
      : "Begin the document with `# ` and the name of the product.",
  }),
});

export const secondTitle = problemClass({
  code: "N007",
  severity: "error",
  title: "second title",
  explanation:
    "A document describes one product and has one heading of the first level. Headings within a section have three number signs.",
  wrong: "# Corner Desk\n\n# Tickets",
  right: "# Corner Desk\n\n## 1. What the product does and for whom",
  words: (found: string, first: Span) => ({
    message: `"${shorten(found)}" is a second title`,
    hint: "Write `### ` within a section, or delete it.",
    related: [{ span: first, message: "the title is here" }],
  }),
});

export const tooDeep = problemClass({
  code: "N020",
  severity: "error",
  title: "nested too deep",
  explanation:
    "Lists, quotes, brackets and emphasis may be nested a hundred deep. The passage around it is not read, except for its headings.",
  wrong: ">>>>>>>>>> … a hundred and one times",
  right: "> Said by somebody else",
  words: () => ({
    message: "this is nested more than 100 deep, and the passage is not read",
    hint: "Delete what is too much, or put it into a fenced code block.",
  }),
});

export const tooHeavy = problemClass({
  code: "N024",
  severity: "error",
  title: "passage that is too dense to be read",
  explanation:
    "A long passage in which nearly every character is a sign of Markdown, or a list of many thousand lines without a blank one, would take minutes to read. It is left out, except for its headings, so that the rest is read at once.",
  wrong: "a*a*a*a*a*a* … a hundred thousand times",
  right: "An empty line here and there, and signs only where they mean something",
  words: () => ({
    message: "the passage around here is too dense to be read",
    hint: "Delete it, shorten it, or put blank lines into it.",
  }),
});

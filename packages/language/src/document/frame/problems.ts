// The words for what can be wrong with the frame: title, headings, sections, and what cannot be read at all.
import { problemClass, reworded, type Span } from "../../problem.ts";
import { shorten } from "../../text/shorten.ts";

export const wrongHeading = problemClass({
  code: "N001",
  severity: "error",
  isFixable: true,
  title: "section heading is missing or reworded",
  explanation:
    "A document has nine numbered sections with fixed titles in a fixed order, so that readers and Writ find the same content in the same place.",
  wrong: "## 5. Rules",
  right: "## 5. Validation rules",
  words: (expected: string, found: string | undefined) => ({
    message:
      found === undefined
        ? `the heading "## ${expected}" is missing`
        : `expected "## ${expected}", found "${shorten(found)}"`,
    hint:
      found === undefined
        ? `Add the heading, and under it the content, "not shown." or "none."`
        : "Write the heading exactly like this.",
    proposal: found === undefined ? undefined : { kind: "heading", text: `## ${expected}` },
  }),
});

/** The same code as `wrongHeading`: the section is there, and out of order. */
export const swappedHeading = reworded(
  wrongHeading,
  (expected: string | undefined, found: string, before: number | undefined, after: number | undefined) => ({
    message:
      expected === undefined ? `"## ${found}" comes after section 9` : `expected "## ${expected}", found "## ${found}"`,
    hint:
      before === undefined
        ? `Sections must be in the order of their numbers. Move it before section ${after ?? 9}.`
        : `Sections must be in the order of their numbers. Move it after section ${before}.`,
  }),
);

/** The same code as `wrongHeading`: a section is there already. */
export const sectionTwice = reworded(wrongHeading, (section: number, found: string, first: Span) => ({
  message: `section ${section} exists twice: "## ${shorten(found)}"`,
  hint: "Combine the two under one heading.",
  related: [{ span: first, message: `section ${section} is here` }],
}));

/** The same code as `wrongHeading`: the heading is none of the nine. `before`: the section that it interrupts. */
export const strayHeading = reworded(
  wrongHeading,
  (found: string, before: number | undefined, expected: string | undefined) => ({
    message:
      expected === undefined
        ? `"## ${shorten(found)}" is not one of the nine sections`
        : `expected "## ${expected}", found "## ${shorten(found)}"`,
    hint:
      before !== undefined
        ? `Within section ${before} write "### ${shorten(found)}". Write other headings after section 9, without a number.`
        : expected !== undefined
          ? "Write text before section 1 without a heading."
          : "Write headings after section 9 without a number.",
  }),
);

export const emptySection = problemClass({
  code: "N002",
  severity: "error",
  title: "section is empty",
  explanation:
    'A section has content, or one of the words "not shown." if it is not known yet (a gap), or "none." if there is nothing by decision.',
  wrong: "## 4. States and transitions\n\n## 5. Validation rules",
  right: "## 4. States and transitions\n\nnone.\n\n## 5. Validation rules",
  words: (section: number) => ({ message: `section ${section} is empty: write its content, "not shown." or "none."` }),
});

export const saysBoth = problemClass({
  code: "N003",
  severity: "error",
  title: '"not shown." or "none." beside content',
  explanation:
    'A section that begins with "not shown." or "none." cannot contain anything that is executed, only prose that explains why.',
  wrong: "## 7. The calls it makes\n\nnot shown.\n\n| Call | Kind | On | Code |\n| --- | --- | --- | --- |",
  right: "## 7. The calls it makes\n\nnot shown. The export is being talked about.",
  words: (what: string, said: string, shown: Span) => ({
    message: `${shorten(what)} is "${said}." but also has content`,
    hint: `Delete "${said}.", or the content.`,
    related: [{ span: shown, message: "this is the content" }],
  }),
});

/** The same code as `saysBoth`: the words come too late. */
export const lateStatus = reworded(saysBoth, (said: string) => ({
  message: `"${said}." must be at the beginning of a section or subsection`,
  hint: "Move it to the beginning, or delete it.",
}));

export const onlyProse = problemClass({
  code: "N004",
  severity: "warning",
  title: "section with prose only",
  explanation:
    "In sections 2 to 9 Writ executes only tables, property lists and code blocks. A section with paragraphs only has no effect.",
  wrong: "## 5. Validation rules\n\nA ticket needs a phone number when it is urgent.",
  right:
    "## 5. Validation rules\n\n| Rule | For | When | Must hold | Otherwise |\n| --- | --- | --- | --- | --- |\n| Urgent needs a phone | Ticket | `ticket.priority == 'urgent'` | `ticket.phone != null` | PHONE_NEEDED |",
  words: (section: number) => ({
    message: `section ${section} contains only prose, so nothing in it is executed`,
    hint: 'Write it as a table, or begin the section with "not shown." or "none.".',
  }),
});

export const wrongVersion = problemClass({
  code: "N005",
  severity: "error",
  title: "unknown version of the notation",
  explanation: "The first line of a document may name the version of the notation. The only version is 1.",
  wrong: "<!-- writ 2 -->\n# Corner Desk",
  right: "<!-- writ 1 -->\n# Corner Desk",
  words: (found: string) => ({
    message: found === "" ? "the version of the notation is missing" : `unknown version "${found}" of the notation`,
    hint: "Write `<!-- writ 1 -->`, or delete the line.",
  }),
});

export const noTitle = problemClass({
  code: "N006",
  severity: "error",
  title: "document without a title",
  explanation: "A document begins with a first-level heading, the name of the product.",
  wrong: "<!-- writ 1 -->\n\n## 1. What the product does and for whom",
  right: "<!-- writ 1 -->\n# Corner Desk\n\n## 1. What the product does and for whom",
  words: (late: boolean) => ({
    message: late ? "the title must come before section 1" : "the title is missing",
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
    "A document describes one product and has one first-level heading. Headings within a section begin with `###`.",
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
  title: "nested too deeply",
  explanation:
    "Lists, quotes, brackets and emphasis may be nested a hundred levels deep. Writ does not read the passage around this place, except for its headings.",
  wrong: ">>>>>>>>>> … a hundred and one times",
  right: "> Said by somebody else",
  words: () => ({
    message: "this is nested more than 100 levels deep, so the passage is not read",
    hint: "Reduce the nesting, or write the passage in a fenced code block.",
  }),
});

export const tooHeavy = problemClass({
  code: "N024",
  severity: "error",
  title: "passage that is too dense to read",
  explanation:
    "A long passage that consists almost entirely of Markdown signs, or a list of thousands of lines without a blank line, would take minutes to read. Writ skips it, except for its headings.",
  wrong: "a*a*a*a*a*a* … a hundred thousand times",
  right: "An empty line here and there, and signs only where they mean something",
  words: () => ({
    message: "the passage around this place is too dense to read",
    hint: "Delete it, shorten it, or add blank lines.",
  }),
});

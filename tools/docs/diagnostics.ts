// The page of all codes, made from the same definitions as the messages.
import type { ProblemClass } from "../../packages/language/src/problem.ts";

type Described = Pick<ProblemClass<never>, "code" | "severity" | "title" | "explanation" | "wrong" | "right"> &
  Partial<Pick<ProblemClass<never>, "isFixable">>;

/** In the order of the page. Codes that fit nowhere would be lost, so the last group takes them. */
const groups: readonly { readonly title: string; readonly about: string; readonly holds: RegExp }[] = [
  { title: "The file", about: "Problems with a file that cannot be read as a document.", holds: /^F/ },
  {
    title: "The document",
    about: "See [the document](language/README.md): its frame, tables and names.",
    holds: /^N0/,
  },
  { title: "2. Screens and routes", about: pageOf("screens"), holds: /^N2/ },
  { title: "3. Entities and their fields", about: pageOf("entities"), holds: /^N3/ },
  { title: "4. States and transitions", about: pageOf("states"), holds: /^N4/ },
  { title: "5. Validation rules", about: pageOf("rules"), holds: /^N5/ },
  { title: "6. Roles and permissions", about: pageOf("permissions"), holds: /^N6/ },
  { title: "7. The calls it makes", about: pageOf("calls"), holds: /^N7/ },
  { title: "8. The error catalogue", about: pageOf("errors"), holds: /^N8/ },
  { title: "9. Business constants and limits", about: pageOf("constants"), holds: /^N9/ },
  {
    title: "Expressions",
    about: "What is written between backticks. See [expressions](language/expressions.md).",
    holds: /^X/,
  },
  { title: "Gaps", about: "Parts of the document that are not shown yet. A gap is not a mistake.", holds: /^G/ },
  { title: "Others", about: "", holds: /^/ },
];

function pageOf(slice: string): string {
  return `See [${slice}](../packages/language/src/sections/${slice}/README.md).`;
}

const introduction = `# Diagnostics

[Contents of the documentation](README.md)

This page lists every code that \`writ check\` can print. The meaning of a code never changes. \`writ explain CODE\`
prints the same text in the terminal.

Writ cannot run a document that has an **error**. It runs a document that has a **warning**, but you should look at the
place. A **gap** is a part of the document that is not shown. [\`writ fmt --fix\`](commands.md#writ-fmt) fixes
the problems marked so, if there is one certain fix. This page is written by \`npm run accept\`.
`;

export function diagnosticsPage(classes: readonly Described[]): string {
  const left = new Set(classes);
  const sections = groups.flatMap(({ title, about, holds }) => {
    const own = [...left].filter(({ code }) => holds.test(code));
    for (const one of own) left.delete(one);
    if (own.length === 0) return [];
    return [[`## ${title}`, ...(about === "" ? [] : [about]), contents(own), ...own.map(entry)].join("\n\n")];
  });
  return `${[introduction.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** A line for each code, so that a section can be skimmed. */
function contents(classes: readonly Described[]): string {
  const rows = classes.map(
    ({ code, severity, title }) => `| [${code}](#${code.toLowerCase()}) | ${severity} | ${inCell(title)} |`,
  );
  return ["| Code | Is | What is wrong |", "| --- | --- | --- |", ...rows].join("\n");
}

function entry({ code, severity, isFixable, title, explanation, wrong, right }: Described): string {
  const heading = `### ${code}\n\n**${capital(title)}** (${severity}${isFixable ? ", fixed by `writ fmt --fix`" : ""})`;
  return [heading, explanation, "Instead of", fenced(wrong), "write", fenced(right)].join("\n\n");
}

/** A fence longer than any inside, so that examples may hold fences of their own. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const inCell = (text: string) => text.replaceAll("|", "\\|");

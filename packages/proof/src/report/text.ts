// A report for people: what failed, as a story; what was not tried, and why; and how many clauses were shown.
import type { Report, ReportedCase } from "./report.ts";

const sections = [
  "What the product does and for whom",
  "Screens and routes",
  "Entities and their fields",
  "States and transitions",
  "Validation rules",
  "Roles and permissions",
  "The calls it makes",
  "The error catalogue",
  "Business constants and limits",
];

/** How long it took, and of that what was done in a browser. */
export type Duration = {
  readonly seconds: number;
  readonly screens?: { readonly count: number; readonly seconds: number };
};

/** How it is printed: in colours or without, and what documents and rows bring to a terminal shown and not obeyed. */
export type Printing = { readonly colour: boolean; readonly visible: (text: string) => string };

export function reportText({ passed, failed, notTried, cases }: Report, taken: Duration, printing: Printing): string {
  const lines: string[] = [];
  for (const [index, title] of sections.entries()) {
    const own = cases.filter(({ address }) => address.startsWith(String(index + 1)));
    if (own.length === 0) continue;
    const shown = own.filter(({ outcome }) => outcome === "passed").length;
    lines.push(`${index + 1}. ${title}: ${shown} of ${own.length} shown`);
    for (const one of own) if (one.outcome !== "passed") lines.push(...caseLines(one, printing));
  }
  if (passed + failed === 0) lines.push("The document has no testable clause.");
  lines.push("", `${passed} passed, ${failed} failed, ${notTried} not tried in ${timeText(passed + failed, taken)}`);
  return `${lines.join("\n")}\n`;
}

function timeText(tried: number, { seconds, screens }: Duration): string {
  const own = tried - (screens?.count ?? 0);
  if (own === 0 && screens !== undefined) return `${screens.seconds.toFixed(1)} s`;
  const rate = seconds > 0 && own > 0 ? `, ${Math.round(own / seconds)} a second` : "";
  const opened = screens === undefined ? "" : `; screens: ${screens.count} in ${screens.seconds.toFixed(1)} s`;
  return `${seconds.toFixed(1)} s${rate}${opened}`;
}

function caseLines(
  { address, sentence, outcome, evidence, steps }: ReportedCase,
  { colour, visible }: Printing,
): readonly string[] {
  const mark = outcome === "failed" ? paint("failed", 31, colour) : paint("not tried", 33, colour);
  const head = `  ${mark} ${visible(`${address}: ${sentence}`)}`;
  // A gap says all there is to say.
  const said = sentence.endsWith(evidence) ? [] : [`    ${visible(evidence)}`];
  return [head, ...said, ...steps.map((step, index) => `      ${index + 1}. ${visible(step)}`)];
}

export const paint = (text: string, code: number, colour: boolean): string =>
  colour ? `\u001b[${code}m${text}\u001b[0m` : text;

// Finds the nine sections among the headings of a document, and says what is missing, reworded, swapped or too much.
import type { Problem, Span } from "../../problem.ts";
import { claimSections, headingOf, inOrder, sectionNumbers, sectionMeant, wordsOf, type Headed } from "./claim.ts";
import type { Heading, Passage, SectionNumber } from "../document.ts";
import {
  noTitle,
  secondTitle,
  sectionTwice,
  strayHeading,
  swappedHeading,
  wrongHeading,
  wrongVersion,
} from "./problems.ts";
import { spanOf, type Text } from "../../text/text.ts";

export type Frame = {
  readonly title: Text | undefined;
  /** The passages of each section: its own, and behind it those whose headings should not be there. */
  readonly found: ReadonlyMap<SectionNumber, readonly Headed[]>;
  readonly problems: readonly Problem[];
};

export function readFrame(source: string, passages: readonly Passage[]): Frame {
  const problems: Problem[] = [];
  reportVersion(source, problems);
  const headed = passages.filter((passage): passage is Headed => passage.heading !== undefined);
  const title = readTitle(passages, problems);
  return { title, found: findSections(headed, source.length, problems), problems };
}

function reportVersion(source: string, problems: Problem[]): void {
  const match = /^\uFEFF?<!--[ \t]*writ(?![\w-])[ \t]*([^\r\n]{0,100}?)[ \t]*-->/d.exec(source);
  const [start, end] = match?.indices?.[1] ?? [0, 0];
  if (match && match[1] !== "1") problems.push(wrongVersion.at({ span: { start, end }, address: "" }, match[1] ?? ""));
}

function readTitle(passages: readonly Passage[], problems: Problem[]): Text | undefined {
  const titles = passages.flatMap((passage) => passage.titles);
  const preamble = passages.find((passage) => passage.heading === undefined)?.titles[0];
  const title = preamble ?? titles[0];
  if (title === undefined || title.text.text === "") {
    problems.push(noTitle.at({ span: title?.span ?? { start: 0, end: 0 }, address: "" }, false));
  } else if (!preamble) problems.push(noTitle.at({ span: spanOf(title.text), address: "" }, true));
  for (const other of titles) {
    if (other === title) continue;
    problems.push(
      secondTitle.at({ span: spanOfWords(other), address: "" }, other.text.text, title?.span ?? other.span),
    );
  }
  return title?.text;
}

const spanOfWords = (heading: Heading): Span => (heading.text.text === "" ? heading.span : spanOf(heading.text));

function findSections(
  headed: readonly Headed[],
  end: number,
  problems: Problem[],
): ReadonlyMap<SectionNumber, readonly Headed[]> {
  const claims = claimSections(headed);
  const own = new Map([...claims].map(([passage, section]) => [section, passage] as const));
  const settled = inOrder([...claims.values()]);
  const found = new Map<SectionNumber, Headed[]>();
  let left = claims.size;
  let before: SectionNumber | undefined;
  let last: SectionNumber | undefined;
  for (const passage of headed) {
    const section = claims.get(passage);
    if (section !== undefined) {
      found.set(section, [passage]);
      left--;
      last = section;
      reportClaimed(passage.heading, section, settled.has(section) ? undefined : { before, own }, problems);
      if (settled.has(section)) before = section;
    } else {
      const into = reportStray(passage, last, left === 0, own, problems);
      if (into !== undefined) found.get(into)?.push(passage);
    }
  }
  reportMissing(own, end, problems);
  return found;
}

/** `astray`: where the section stands out of order, what is around it. */
function reportClaimed(
  heading: Heading,
  section: SectionNumber,
  astray: { readonly before: SectionNumber | undefined; readonly own: ReadonlyMap<SectionNumber, Headed> } | undefined,
  problems: Problem[],
): void {
  const place = { span: spanOfWords(heading), address: String(section) };
  const written = `${"#".repeat(heading.depth)} ${wordsOf(heading)}`;
  if (written !== `## ${headingOf(section)}`) problems.push(wrongHeading.at(place, headingOf(section), written));
  if (!astray) return;
  const expected = sectionNumbers.find((number) => number > (astray.before ?? 0) && number !== section);
  const around = [
    sectionNumbers.findLast((number) => number < section && astray.own.has(number)),
    sectionNumbers.find((number) => number > section && astray.own.has(number)),
  ];
  problems.push(
    swappedHeading.at(
      place,
      expected === undefined ? undefined : headingOf(expected),
      headingOf(section),
      around[0],
      around[1],
    ),
  );
}

/**
 * A heading that is no section. Unnumbered ones may stand behind the last section. Elsewhere what it shows is read
 * with the section before it, as if it were a subsection: gives that section.
 */
function reportStray(
  passage: Headed,
  before: SectionNumber | undefined,
  isBehindAll: boolean,
  own: ReadonlyMap<SectionNumber, Headed>,
  problems: Problem[],
): SectionNumber | undefined {
  const { heading } = passage;
  const words = wordsOf(heading);
  const spoken = sectionMeant(passage);
  const place = { span: spanOfWords(heading), address: before === undefined ? "" : String(before) };
  const first = spoken === undefined ? undefined : own.get(spoken);
  if (spoken !== undefined && first) {
    problems.push(sectionTwice.at({ ...place, address: String(spoken) }, spoken, words, spanOfWords(first.heading)));
    return spoken;
  }
  if (isBehindAll && !/^\d/.test(words)) return undefined;
  const next = sectionNumbers.find((number) => number > (before ?? 0));
  problems.push(
    strayHeading.at(
      place,
      words,
      isBehindAll ? undefined : before,
      next === undefined || isBehindAll ? undefined : headingOf(next),
    ),
  );
  return isBehindAll || passage.shown === undefined ? undefined : before;
}

function reportMissing(own: ReadonlyMap<SectionNumber, Headed>, end: number, problems: Problem[]): void {
  for (const section of sectionNumbers) {
    if (own.has(section)) continue;
    const next = sectionNumbers.find((number) => number > section && own.has(number));
    const at = (next && own.get(next)?.span.start) ?? end;
    problems.push(
      wrongHeading.at({ span: { start: at, end: at }, address: String(section) }, headingOf(section), undefined),
    );
  }
}

// The first stage: from the text of a document to its nine sections. It never throws on what a person wrote.
import type { Problem, Span } from "../problem.ts";
import { readChunks } from "./chunks.ts";
import { sectionNumbers, type Headed } from "./frame/claim.ts";
import { sectionTitles, type Document, type DocumentSection, type Passage, type SectionNumber } from "./document.ts";
import { readFrame, type Frame } from "./frame/frame.ts";
import { emptySection, lateStatus, onlyProse, saysBoth, sectionNotShown, zeroCharacter } from "./problems.ts";
import { spanOf } from "../text/text.ts";

/** `previous`: the same document before an edit; what has not changed is taken from it. */
export function readDocument(source: string, previous?: Document): Document {
  const chunks = readChunks(source, previous?.chunks);
  const passages = chunks.flatMap((chunk) => chunk.passages);
  const frame = readFrame(source, passages);
  const problems: Problem[] = [...frame.problems];
  reportUnread(passages, frame.found, problems);
  reportZero(source, problems);
  const sections = sectionNumbers.map((number) => {
    const found = frame.found.get(number) ?? [];
    reportSection(number, found, problems);
    return buildSection(source, number, found, previous?.sections[number - 1]);
  });
  return { source, title: frame.title, sections, problems, chunks };
}

/** What could not be read matters wherever it stands, also outside the nine sections. */
function reportUnread(passages: readonly Passage[], found: Frame["found"], problems: Problem[]): void {
  const numbers = new Map<Passage, string>();
  for (const [number, list] of found) for (const passage of list) numbers.set(passage, String(number));
  for (const passage of passages) {
    const address = numbers.get(passage) ?? "";
    for (const problem of passage.unread) problems.push({ ...problem, address });
  }
}

/** Only the first one is reported: a file that holds one holds many. */
function reportZero(source: string, problems: Problem[]): void {
  const at = source.indexOf("\0");
  if (at >= 0) problems.push(zeroCharacter.at({ span: { start: at, end: at + 1 }, address: "" }));
}

const titleOf = (number: SectionNumber) => sectionTitles[number - 1] ?? "";

function buildSection(
  source: string,
  number: SectionNumber,
  passages: readonly Headed[],
  before: DocumentSection | undefined,
): DocumentSection {
  const [own, ...strays] = passages;
  const title = titleOf(number);
  if (!own) {
    const at = { start: source.length, end: source.length };
    return { number, title, heading: at, span: at, text: "", status: unsaid(at), parts: [] };
  }
  // The parts of a passage are made once, when its chunk is read, so the same parts mean that nothing has changed.
  if (before && strays.length === 0 && before.parts === own.parts) return before;
  const { span } = own;
  const status = isEmpty(passages) ? unsaid(own.heading.span) : own.status;
  const text = passages.map((passage) => source.slice(passage.span.start, passage.span.end)).join("");
  const parts = strays.length === 0 ? own.parts : [...own.parts, ...strays.flatMap(partsOfStray)];
  return { number, title, heading: own.heading.span, span, text, status, parts };
}

const isEmpty = (passages: readonly Headed[]) => passages.every((passage) => passage.empty);

/** What is missed elsewhere because of it would only be said twice. */
const unsaid = (span: Span) => ({ kind: "not shown", span, explanation: "" }) as const;

/** What stands under a heading that should not be there is read as a subsection of that name. */
function partsOfStray(passage: Headed): DocumentSection["parts"] {
  return passage.parts.map((part, index) => (index === 0 ? { ...part, heading: passage.heading.text } : part));
}

function reportSection(number: SectionNumber, passages: readonly Headed[], problems: Problem[]): void {
  const [own] = passages;
  if (!own) return;
  const address = String(number);
  const { status } = own;
  const shown = passages.find((passage) => passage.shown)?.shown;
  const heading = { span: spanOf(own.heading.text), address };
  if (isEmpty(passages)) problems.push(emptySection.at(heading, number));
  if (status.kind === "not shown") {
    const why = status.explanation.replace(/\s+/g, " ");
    problems.push(sectionNotShown.at({ span: status.span, address }, number, titleOf(number), why));
  }
  if (number === 1) return;
  if (status.kind !== "shown" && shown) {
    problems.push(saysBoth.at({ span: status.span, address }, `section ${number}`, status.kind, shown));
  } else if (status.kind === "shown" && !shown && !own.empty && !isSaidLate(own))
    problems.push(onlyProse.at(heading, number));
  for (const problem of passages.flatMap((passage) => passage.problems)) {
    problems.push({ ...problem, address: problem.address === "" ? address : `${address}/${problem.address}` });
  }
}

/** Then what is to be done has been said already. */
const isSaidLate = (own: Headed) => own.problems.some(({ code }) => code === lateStatus.code);

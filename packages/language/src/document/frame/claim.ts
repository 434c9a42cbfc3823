// Which heading is which section: by its words, its title, its number, or by where it stands.
import { nearest } from "../../text/suggestion.ts";
import { sectionTitles, type Heading, type Passage, type SectionNumber } from "../document.ts";

export const sectionNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const satisfies readonly SectionNumber[];

export type Headed = Passage & { readonly heading: Heading };

/** `5. Validation rules` */
export const headingOf = (section: SectionNumber): string => `${section}. ${sectionTitles[section - 1]}`;

export const wordsOf = (heading: Heading): string => heading.text.text.replace(/\s+/g, " ");

const plain = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();

const exact: ReadonlyMap<string, SectionNumber> = new Map(
  sectionNumbers.map((section) => [headingOf(section), section]),
);
const titled: ReadonlyMap<string, SectionNumber> = new Map(
  sectionNumbers.map((section) => [plain(sectionTitles[section - 1] ?? ""), section]),
);

/** Whether a heading, of whatever level, is word for word that of a section. */
export const isSectionHeading = (heading: Heading): boolean => exact.has(wordsOf(heading));

/** The sections that a heading speaks of: word for word, by title, by number. */
const exactly = ({ heading }: Headed) => exact.get(wordsOf(heading));
const byTitle = ({ heading }: Headed) =>
  heading.text.text.length > 80 ? undefined : titled.get(plain(wordsOf(heading)));
const byNumber = ({ heading }: Headed) =>
  sectionNumbers.find((section) => /^\d+/.exec(heading.text.text)?.[0] === String(section));

export const sectionMeant = (passage: Headed) => exactly(passage) ?? byTitle(passage) ?? byNumber(passage);

/** Each section goes to one heading at most: to the one that names it best, and of those to the first. */
export function claimSections(headed: readonly Headed[]): ReadonlyMap<Headed, SectionNumber> {
  const claims = new Map<Headed, SectionNumber>();
  const taken = new Set<SectionNumber>();
  const claim = (
    candidates: readonly Headed[],
    wanted: (passage: Headed, index: number) => SectionNumber | undefined,
  ) => {
    for (const [index, passage] of candidates.entries()) {
      if (taken.size === sectionNumbers.length) return;
      const section = claims.has(passage) ? undefined : wanted(passage, index);
      if (section === undefined || taken.has(section)) continue;
      claims.set(passage, section);
      taken.add(section);
    }
  };
  claim(headed, exactly);
  claim(headed, byTitle);
  claim(headed, byNumber);
  // Comparing letter by letter takes its time, and a document with so many strange headings has no frame anyway.
  claim(headed.slice(0, 100), (passage) => byLikeness(passage, taken));
  claim(headed, (_, index) => byPlace(index, headed, claims));
  return new Map(
    headed.flatMap((passage) => {
      const section = claims.get(passage);
      return section === undefined ? [] : [[passage, section] as const];
    }),
  );
}

function byLikeness({ heading }: Headed, taken: ReadonlySet<SectionNumber>): SectionNumber | undefined {
  const free = sectionNumbers.filter((section) => !taken.has(section));
  const like = nearest(
    wordsOf(heading).slice(0, 80),
    free.map((section) => sectionTitles[section - 1] ?? ""),
  );
  return free.find((section) => sectionTitles[section - 1] === like);
}

/** A heading alone between sections 3 and 5 is section 4, whatever it says. */
function byPlace(
  index: number,
  headed: readonly Headed[],
  claims: ReadonlyMap<Headed, SectionNumber>,
): SectionNumber | undefined {
  const [before, after] = [headed[index - 1], headed[index + 1]].map((beside) => beside && claims.get(beside));
  return sectionNumbers.find((section) => section - 1 === before && section + 1 === after);
}

/** The most sections that stand in order: whatever is not among them stands in the wrong place. */
export function inOrder(sections: readonly SectionNumber[]): ReadonlySet<SectionNumber> {
  const best: (readonly SectionNumber[])[] = [];
  for (const [index, section] of sections.entries()) {
    const before = best.slice(0, index).filter((rise) => (rise.at(-1) ?? 0) < section);
    best.push([...before.reduce((longest, rise) => (rise.length >= longest.length ? rise : longest), []), section]);
  }
  return new Set(best.reduce((longest, rise) => (rise.length >= longest.length ? rise : longest), []));
}

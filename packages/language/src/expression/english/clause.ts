// Conditions as clauses, and how clauses are joined so that nobody can read them in two ways.

/** A condition in words. `atoms` are what its one `word` joins; a clause that has more in it is a single atom. */
export type Clause = {
  readonly word: "and" | "or";
  readonly atoms: readonly string[];
  /** Its end would be unclear beside another clause. */
  readonly open: boolean;
};

export const atom = (text: string): Clause => ({ word: "and", atoms: [text], open: false });
export const openAtom = (text: string): Clause => ({ word: "and", atoms: [text], open: true });

export const clauseText = (clause: Clause): string => listed(clause.atoms, clause.word);

/** "a", "a and b", "a, b and c". */
export function listed(texts: readonly string[], word: string): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} ${word} ${texts.at(-1)}`;
}

/** Clauses of the other word are set off: "either a or b, and c"; "a and b, or c". */
export function joinClauses(clauses: readonly Clause[], word: "and" | "or"): Clause {
  const isFlat = (clause: Clause) => !clause.open && (clause.atoms.length === 1 || clause.word === word);
  if (clauses.every(isFlat)) return { word, atoms: clauses.flatMap((clause) => clause.atoms), open: false };
  const parts = clauses.map((clause) => {
    const text = clauseText(clause);
    if (clause.open || clause.atoms.length > 2) return `(${text})`;
    return clause.atoms.length === 2 && clause.word === "or" && word === "and" ? `either ${text}` : text;
  });
  return openAtom(parts.join(`, ${word} `));
}

/** What the clause says of "it", where it speaks of nothing else: "is internal and has an author". */
export function predicateOf(clause: Clause, plural: boolean): string | undefined {
  if (clause.open || !clause.atoms.every((text) => text.startsWith("it "))) return undefined;
  const predicates = clause.atoms.map((text) => (plural ? pluralVerb(text.slice(3)) : text.slice(3)));
  return listed(predicates, clause.word);
}

/** The clause behind the noun that "it" stands for: "that are internal", "whose author is …", "for which …". */
export function relativeOf(clause: Clause): string {
  if (clause.open) return `for which ${clauseText(clause)}`;
  const relatives = clause.atoms.map((text) => {
    if (text.startsWith("it ")) return `that ${pluralVerb(text.slice(3))}`;
    return text.startsWith("its ") ? `whose ${text.slice(4)}` : `for which ${text}`;
  });
  return listed(relatives, clause.word);
}

const plurals: ReadonlyMap<string, string> = new Map([
  ["is", "are"],
  ["was", "were"],
  ["has", "have"],
  ["does", "do"],
  ["matches", "match"],
]);

function pluralVerb(predicate: string): string {
  const verb = predicate.split(" ", 1)[0] ?? "";
  return (plurals.get(verb) ?? verb.replace(/s$/, "")) + predicate.slice(verb.length);
}

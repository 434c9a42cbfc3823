// Conditions as clauses, and how clauses are joined so that they cannot be read in two ways.

/** "the ticket" "is late". Where nothing is the subject it is empty, and the rest is all there is. */
export type Atom = { readonly subject: string; readonly rest: string };

/** `atoms` are what the one `word` joins; a clause that has more in it is a single atom. */
export type Clause = {
  readonly word: "and" | "or";
  readonly atoms: readonly Atom[];
  /** Its end would be unclear beside another clause. */
  readonly open: boolean;
};

export const says = (subject: string, rest: string): Clause => ({
  word: "and",
  atoms: [{ subject, rest }],
  open: false,
});
export const openClause = (text: string): Clause => ({ word: "and", atoms: [{ subject: "", rest: text }], open: true });

const atomText = ({ subject, rest }: Atom): string => (subject === "" ? rest : `${subject} ${rest}`);

export const clauseText = (clause: Clause): string => listed(clause.atoms.map(atomText), clause.word);

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
  return openClause(parts.join(`, ${word} `));
}

/** What the clause says of "it", where it speaks of nothing else: "is internal and has an author". */
export function predicateOf(clause: Clause, plural: boolean): string | undefined {
  if (clause.open || !clause.atoms.every(({ subject }) => subject === "it")) return undefined;
  return listed(
    clause.atoms.map(({ rest }) => (plural ? pluralVerb(rest) : rest)),
    clause.word,
  );
}

/** What the clause says of one thing that belongs to "it": "author" and "is the signed-in user". */
export function belongingOf(clause: Clause): { readonly noun: string; readonly rest: string } | undefined {
  const [only, more] = clause.atoms;
  if (clause.open || only === undefined || more !== undefined || !only.subject.startsWith("its ")) return undefined;
  return { noun: only.subject.slice("its ".length), rest: only.rest };
}

/** The clause behind the noun that "it" stands for: "that are internal", "whose author is …", "for which …". */
export function relativeOf(clause: Clause): string {
  if (clause.open) return `for which ${clauseText(clause)}`;
  const relatives = clause.atoms.map((one) => {
    if (one.subject === "it") return `that ${pluralVerb(one.rest)}`;
    return one.subject.startsWith("its ")
      ? `whose ${one.subject.slice("its ".length)} ${one.rest}`
      : `for which ${atomText(one)}`;
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

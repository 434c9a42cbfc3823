// Where a statement or a query has clauses that may begin a line of their own.
import { isWord, isWordOf, type Run } from "./items.ts";

export type Clause = {
  /** How many words name it: `ORDER BY` has two. */
  readonly head: number;
  readonly run: Run;
};

const words = (...all: readonly string[]): ReadonlySet<string> => new Set(all);
const headless = words("SELECT", "DELETE");
const single = words("WHERE", "HAVING", "LIMIT", "OFFSET", "RETURNING", "EXCEPT", "INTERSECT", "JOIN");
const withBy = words("GROUP", "ORDER");
const locks = words("UPDATE", "SHARE", "NO", "KEY");
const joins = words("LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL");
/** `DO UPDATE`, `FOR UPDATE` and `ON DELETE SET NULL` begin nothing. */
const beforeOtherUpdate = words("DO", "FOR", "KEY");
const beforeOtherSet = words("UPDATE", "DELETE");
const beforeTarget = words("INSERT", "MERGE");

/** Undefined for what is no query. What stands before the first clause is a clause without a head. */
export function clausesOf(run: Run): readonly Clause[] | undefined {
  const starts: { readonly at: number; readonly head: number }[] = [];
  let isQuery = false;
  for (let at = 0; at < run.length; at++) {
    const head = headAt(run, at, isQuery);
    if (head === 0) continue;
    isQuery = true;
    starts.push({ at, head });
    at += head - 1;
  }
  if (starts.length === 0) return undefined;
  const clauses = starts.flatMap(({ at, head }, index): readonly Clause[] => {
    const end = starts[index + 1]?.at ?? run.length;
    // A comment before a clause speaks of it.
    const own = index < starts.length - 1 ? beforeComments(run, end, at + head) : end;
    return own === end
      ? [{ head, run: run.slice(at, end) }]
      : [
          { head, run: run.slice(at, own) },
          { head: 0, run: run.slice(own, end) },
        ];
  });
  const [{ at: begins = 0 } = {}] = starts;
  return joined(begins === 0 ? clauses : [{ head: 0, run: run.slice(0, begins) }, ...clauses]);
}

/** Where the comments begin that stand right before this place. */
export function beforeComments(run: Run, at: number, least: number): number {
  let start = at;
  while (start > least && run[start - 1]?.kind === "comment") start--;
  return start;
}

export const isComments = ({ run }: Clause): boolean => run.every(({ kind }) => kind === "comment");

/** `SELECT FROM rows`, `DELETE FROM rows`: a head that nothing follows begins the next line. */
function joined(clauses: readonly Clause[]): readonly Clause[] {
  const all: Clause[] = [];
  for (const clause of clauses) {
    const before = all.at(-1);
    if (before !== undefined && before.head === before.run.length && isWordOf(before.run[0], headless)) {
      all.pop();
      all.push({ head: before.head + clause.head, run: [...before.run, ...clause.run] });
    } else all.push(clause);
  }
  return all;
}

/** How many words name the clause that begins here; 0 where none does. */
function headAt(run: Run, at: number, isQuery: boolean): number {
  const [before, item, next] = [run[at - 1], run[at], run[at + 1]];
  if (item?.kind !== "word" || (before?.kind === "mark" && before.text === ".")) return 0;
  switch (item.text) {
    case "SELECT":
      return isWord(next, "DISTINCT") && !isWord(run[at + 2], "ON") ? 2 : 1;
    case "PERFORM":
    case "VALUES":
      return 1;
    case "INSERT":
      return isWord(next, "INTO") ? 2 : 0;
    case "DELETE":
      return isWord(next, "FROM") ? 2 : 0;
    case "UPDATE":
      return isWordOf(before, beforeOtherUpdate) ? 0 : 1;
    case "WITH":
      return isQuery || isWord(next, "ORDINALITY") ? 0 : 1;
    default:
      return isQuery ? innerHead(run, at) : 0;
  }
}

function innerHead(run: Run, at: number): number {
  const [before, item, next] = [run[at - 1], run[at], run[at + 1]];
  if (isWordOf(item, single)) return 1;
  // `IS DISTINCT FROM` compares.
  if (isWord(item, "FROM")) return isWord(before, "DISTINCT") && !isWord(run[at - 2], "SELECT") ? 0 : 1;
  if (isWord(item, "INTO")) return isWordOf(before, beforeTarget) ? 0 : 1;
  if (isWord(item, "SET")) return isWordOf(before, beforeOtherSet) ? 0 : 1;
  if (isWord(item, "UNION")) return isWord(next, "ALL") ? 2 : 1;
  if (isWordOf(item, withBy)) return isWord(next, "BY") ? 2 : 0;
  if (isWord(item, "DO")) return isWord(next, "UPDATE") && isWord(run[at + 2], "SET") ? 3 : 0;
  if (isWord(item, "ON")) return isWord(next, "CONFLICT") ? 2 : 0;
  if (isWord(item, "FOR")) return isWordOf(next, locks) ? 1 : 0;
  if (isWordOf(item, joins))
    return isWord(next, "JOIN") ? 2 : isWord(next, "OUTER") && isWord(run[at + 2], "JOIN") ? 3 : 0;
  return 0;
}

/** Clauses that stand one step deeper, behind the FROM that they belong to. */
export const isJoin = ({ run: [first] }: Clause): boolean => isWord(first, "JOIN") || isWordOf(first, joins);

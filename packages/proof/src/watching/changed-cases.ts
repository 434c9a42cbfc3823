// Which cases an edit of a document may have changed: those of clauses that read otherwise, or that speak of one that does,
// and those that became others.
import type { Compiled } from "@writ/language";
import { documentBlocks } from "@writ/language/explain";
import type { Case } from "../plan/search/find.ts";
import type { Plan } from "../plan/plan.ts";
import { storyOf } from "../report/story.ts";

export type Planned = { readonly source: string; readonly compiled: Compiled; readonly plan: Plan };

/** By address. */
export function changedCases(before: Planned, now: Planned): ReadonlySet<string> {
  const [old, lines] = [linesOf(before), linesOf(now)];
  const concerned = new Set([...lines.keys(), ...old.keys()].filter((clause) => lines.get(clause) !== old.get(clause)));
  // What speaks of a clause that reads otherwise means something else, and so does what speaks of that.
  for (let grown = -1; grown < concerned.size;) {
    grown = concerned.size;
    const names = new RegExp(
      `(?<![\\p{L}\\p{N}_])(?:${[...concerned].flatMap(namesOf).join("|")})(?![\\p{L}\\p{N}_])`,
      "iu",
    );
    for (const [clause, line] of lines) if (grown > 0 && names.test(line)) concerned.add(clause);
  }
  const stories = new Map(before.plan.cases.map((one) => [one.scenario.address, storyText(one)]));
  return new Set(
    now.plan.cases.flatMap((one) => {
      const { address, clause } = one.scenario;
      const isConcerned = stories.get(address) !== storyText(one) || concerned.has(lineWith(clause, lines));
      return isConcerned ? [address] : [];
    }),
  );
}

const storyText = (one: Case): string => storyOf(one).join("\n");

/** The lines of the document that state something, by their clauses. */
function linesOf({ source, compiled }: Planned): ReadonlyMap<string, string> {
  const all = source.split(/\r?\n/);
  const places = documentBlocks(source, compiled).flatMap((one) => [
    one,
    ...("rows" in one ? one.rows : []),
    ...("items" in one ? one.items : []),
  ]);
  return new Map(
    places.flatMap(({ clauses, from, to }) =>
      clauses.map(
        (clause) =>
          [
            clause,
            all
              .slice(from - 1, to)
              .join("\n")
              .replaceAll(/[ \t]+/g, " "),
          ] as const,
      ),
    ),
  );
}

/** Its own, or the one that has it in a cell. */
function lineWith(clause: string, lines: ReadonlyMap<string, string>): string {
  const ways = clause.split("/").map((_, index, parts) => parts.slice(0, parts.length - index).join("/"));
  return ways.find((one) => lines.has(one)) ?? clause;
}

/** As the document writes it, and as expressions do. */
function namesOf(clause: string): readonly string[] {
  const label = clause.split("/").at(-1) ?? clause;
  const escaped = label.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return [escaped, escaped.replaceAll(/[^\p{L}\p{N}\\]+/gu, "_")];
}

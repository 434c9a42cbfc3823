// All mutants of a document, in its order: each is the document with one clause that says something else.
import type { Compiled } from "../compile.ts";
import { rangesIn } from "../expression/analysis/range.ts";
import { applyEdits, type Edit } from "../text/edits.ts";
import type { Span } from "../problem.ts";
import { readersIn } from "../scenario/readers.ts";
import { callMutants } from "../sections/calls/mutants.ts";
import { constantMutants } from "../sections/constants/mutants.ts";
import { entityMutants } from "../sections/entities/mutants.ts";
import { errorMutants } from "../sections/errors/mutants.ts";
import { permissionMutants } from "../sections/permissions/mutants.ts";
import { screenMutants } from "../sections/screens/mutants.ts";
import { ruleMutants } from "../sections/rules/mutants.ts";
import { stateMutants } from "../sections/states/mutants.ts";
import type { Change, Mutable, Mutant } from "../mutant/mutant.ts";

export function mutantsOf({ document, model, lookup, checked }: Compiled): readonly Mutant[] {
  const mutable: Mutable = {
    source: document.source,
    model,
    lookup,
    rangeOf: rangesIn(lookup, checked),
    readers: readersIn(model, [...checked.keys()]),
  };
  const changes = [
    screenMutants,
    entityMutants,
    stateMutants,
    ruleMutants,
    permissionMutants,
    callMutants,
    errorMutants,
    constantMutants,
  ].flatMap((derive) => derive(mutable));
  const counts = new Map<string, number>();
  const seen = new Set<string>([document.source]);
  return changes.flatMap((change) => {
    const mutant = mutantOf(change, document.source);
    // Two ways to change a clause may come to the same.
    if (seen.has(mutant.source)) return [];
    seen.add(mutant.source);
    const count = (counts.get(mutant.address) ?? 0) + 1;
    counts.set(mutant.address, count);
    return [count === 1 ? mutant : { ...mutant, address: `${mutant.address} (${count})` }];
  });
}

function mutantOf({ clause, what, edits, within, through = [], after, same }: Change, source: string): Mutant {
  const shown = within ?? {
    start: Math.min(...edits.map(({ start }) => start)),
    end: Math.max(...edits.map(({ end }) => end)),
  };
  return {
    address: `${clause}~${what}`,
    clause,
    through,
    what,
    before: source.slice(shown.start, shown.end).trim(),
    after: after ?? shownAfter(source, shown, edits).trim(),
    same,
    source: applyEdits(source, edits),
  };
}

const shownAfter = (source: string, { start, end }: Span, edits: readonly Edit[]): string =>
  applyEdits(
    source.slice(start, end),
    edits
      .filter((edit) => edit.end >= start && edit.start <= end)
      .map((edit) => ({
        start: Math.max(edit.start, start) - start,
        end: Math.min(edit.end, end) - start,
        text: edit.text,
      })),
  );

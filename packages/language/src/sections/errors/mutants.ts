// How section 8 may say something else: another status, other words in each language.
import { isShown } from "../../clause/clause.ts";
import { withoutRow } from "../../mutant/lines.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { builtInErrors } from "../../model/built-in-errors.ts";
import type { CatalogueError } from "./model.ts";
import { otherwiseCodes } from "./named-codes.ts";

/** Of errors that only code tells, or the platform where something goes wrong, a plan meets none. */
export function errorMutants(mutable: Mutable): readonly Change[] {
  const named = otherwiseCodes(mutable.model);
  return mutable.model.errors.errors
    .filter(
      (error) =>
        isShown(error, "Status", "Message") &&
        (named.has(error.code.label) || (builtInErrors.has(error.code.label) && !unmet.has(error.code.label))),
    )
    .flatMap((error) => [
      ...statusChanges(error, mutable),
      ...wordChanges(error),
      // A code of the platform has words of its own then.
      ...(builtInErrors.has(error.code.label) ? [withoutRow(error, mutable)] : []),
    ]);
}

const unmet: ReadonlySet<string> = new Set(["UNEXPECTED", "NOT_SHOWN", "CONFLICT"]);

function statusChanges({ address, span, status }: CatalogueError, { source }: Mutable): readonly Change[] {
  const cell = new RegExp(String.raw`\|\s*${status}\s*\|`).exec(source.slice(span.start, span.end));
  if (status === undefined || cell === null) return [];
  const start = span.start + cell.index + cell[0].indexOf(String(status));
  const other = status === 499 || status === 599 ? status - 1 : status + 1;
  const edits = [replaced({ start, end: start + 3 }, String(other))];
  return [{ clause: address, what: `${status} is ${other}`, edits, within: span }];
}

const wordChanges = ({ address, span, message }: CatalogueError): readonly Change[] =>
  [...message].map(([language, template]) => ({
    clause: address,
    what: language === "" ? "other words" : `other words in ${language}`,
    edits: [replaced(template.span, "Something else")],
    within: span,
  }));

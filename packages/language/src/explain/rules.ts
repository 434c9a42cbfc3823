// What the forms of section 5 say as a sentence: unique, no overlap, no circle.
import type { Compiled } from "../compile.ts";
import { sentenceOf } from "../expression/english.ts";
import type { Reference } from "../text/name.ts";
import type { Must } from "../sections/rules/model.ts";

/** None of a rule whose Must hold is an expression: that says it itself. */
export function ruleSentences(clause: string, compiled: Compiled): readonly string[] {
  return compiled.model.rules.rules.flatMap(({ address, entity, must }) =>
    address !== clause || must === undefined || must.kind === "guard"
      ? []
      : [`Must hold: ${formSentence(must, entity.label, compiled)}`],
  );
}

type Form = Exclude<Must, { readonly kind: "guard" }>;

function formSentence(must: Form, entity: string, { checked, schema }: Compiled): string {
  switch (must.kind) {
    case "unique":
      return `no two rows of ${entity} have the same ${listed(must.fields.map(labelOf))}`;
    case "no circle":
      return `following ${must.field.label} from a row of ${entity} never leads back to it`;
    case "no overlap": {
      const typed = must.while && checked.get(must.while)?.typed;
      const same =
        must.per.length === 0 ? "" : ` with the same ${listed(must.per.map((path) => path.map(labelOf).join(" → ")))}`;
      const only =
        typed === undefined ? "" : `. Only rows are compared for which this holds: ${sentenceOf(typed, schema)}`;
      return `no two rows of ${entity}${same} overlap from ${must.from.label} to ${must.to.label}${only}`;
    }
  }
}

const labelOf = ({ label }: Reference): string => label;
const listed = (words: readonly string[]): string => words.join(" and ").replace(/ and (?=.* and )/g, ", ");

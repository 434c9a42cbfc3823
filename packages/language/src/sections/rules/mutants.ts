// How section 5 may say something else: a rule is gone, is looked at when it is not or the other way round, or asks for less.
import { expressionChanges, guardChanges } from "../../mutant/expression-changes.ts";
import { withoutItem, withoutRow } from "../../mutant/lines.ts";
import type { Change, Mutable } from "../../mutant/mutant.ts";
import type { Must, Rule } from "./model.ts";
import { isNeverBroken, ofNone } from "./broken.ts";

export function ruleMutants(mutable: Mutable): readonly Change[] {
  return mutable.model.rules.rules.flatMap((rule) => [
    { ...withoutRow(rule, mutable), same: isNeverBroken(rule, mutable) ? ofNone : undefined },
    ...onChanges(rule),
    // Never looked at is the same as left out.
    ...guardChanges(rule.when, { clause: rule.address }, mutable, { always: "looked at always", never: undefined }),
    ...(rule.must === undefined ? [] : mustChanges(rule.must, rule.address, mutable)),
  ]);
}

const onChanges = ({ on, address }: Rule): readonly Change[] =>
  on.length < 2
    ? []
    : on.map(({ label }, index) => ({
        clause: address,
        what: `not on ${label}`,
        edits: [
          withoutItem(
            on.map(({ span }) => span),
            index,
          ),
        ],
      }));

function mustChanges(must: Must, clause: string, mutable: Mutable): readonly Change[] {
  switch (must.kind) {
    case "guard":
      return guardChanges(must.guard, { clause }, mutable, { always: undefined, never: "never kept" });
    case "unique":
      return must.fields.length < 2
        ? []
        : must.fields.map(({ label }, index, fields) => ({
            clause,
            what: `without ${label}`,
            edits: [
              withoutItem(
                fields.map(({ span }) => span),
                index,
              ),
            ],
            within: must.span,
          }));
    case "no overlap":
      return [...overlapChanges(must, clause, mutable), ...expressionChanges(must.while, { clause }, mutable)];
    default:
      return [];
  }
}

function overlapChanges(
  { span }: Extract<Must, { readonly kind: "no overlap" }>,
  clause: string,
  { source }: Mutable,
): readonly Change[] {
  const written = source.slice(span.start, span.end);
  return [/,\s*per\s+[^`]+?(?=,\s*while|$)/, /,\s*while\s+`[^`]*`/].flatMap((pattern): readonly Change[] => {
    const found = pattern.exec(written);
    if (found === null) return [];
    const start = span.start + found.index;
    const edits = [{ start, end: start + found[0].length, text: "" }];
    return [{ clause, what: `without "${found[0].replace(/^,\s*/, "")}"`, edits, within: span }];
  });
}

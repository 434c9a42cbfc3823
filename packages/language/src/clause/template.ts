// Text with expressions in it, as mails, messages and webhooks say it.
import type { Expression } from "../expression/tree.ts";
import type { Span } from "../problem.ts";

/** Text with `{expression}` in it. */
export type Template = { readonly parts: readonly TemplatePart[]; readonly span: Span };

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** Printed as people read it: a row by its Shown as, an empty value as nothing. */
  | { readonly kind: "expression"; readonly expression: Expression }
  /** `{n, plural, =0 {none} one {# day} other {# days}}`. The exact number wins, then the language's category. */
  | { readonly kind: "plural"; readonly expression: Expression; readonly branches: readonly PluralBranch[] }
  /** `#` in a branch: the number that its plural counts. */
  | { readonly kind: "number" };

export type PluralBranch = { readonly when: PluralCategory | number; readonly parts: readonly TemplatePart[] };

export type PluralCategory = (typeof pluralCategories)[number];

/** The categories of ICU; which of them a language has is the language's business. `other` is always there. */
export const pluralCategories = ["zero", "one", "two", "few", "many", "other"] as const;

/** Every expression of a template, those in the branches of plurals included. */
export function expressionsOf(template: Template): readonly Expression[] {
  const within = (parts: readonly TemplatePart[]): readonly Expression[] =>
    parts.flatMap((part) => {
      if (part.kind === "expression") return [part.expression];
      if (part.kind === "plural") return [part.expression, ...part.branches.flatMap((branch) => within(branch.parts))];
      return [];
    });
  return within(template.parts);
}

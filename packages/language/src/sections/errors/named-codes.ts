// The codes that other sections name: what is refused with them is in the document itself.
import type { Model } from "../../model/model.ts";

/** The errors that clauses name in Otherwise. */
export const otherwiseCodes = ({ states, rules, permissions, constants }: Model): ReadonlySet<string> =>
  new Set(
    [
      ...states.machines.flatMap(({ transitions }) => transitions),
      ...rules.rules,
      ...permissions.conditions,
      ...constants.limits,
    ].flatMap(({ otherwise }) => otherwise?.label ?? []),
  );

/** What only code tells. */
export const codesOfCode = ({ calls }: Model): readonly string[] =>
  calls.calls.flatMap(({ errors, code }) =>
    [...errors, ...(code?.kind === "below" ? code.throws : [])].map(({ label }) => label),
  );

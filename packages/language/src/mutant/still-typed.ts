// A mutated document may be refused by the check, because another clause relied on the one that changed: what relied is
// taken as it was, so that the database of such a document can be made and a plan tried on it.
import type { Compiled } from "../compile.ts";
import type { Expression } from "../expression/tree.ts";

/** Expressions that have lost their type have that of the same expression in the original. */
export function stillTyped(mutated: Compiled, original: Compiled): Compiled {
  const known = new Map([...original.checked].map(([expression, result]) => [keyOf(expression), result]));
  return {
    ...mutated,
    checked: new Map(
      [...mutated.checked].map(([expression, result]) => [
        expression,
        result.typed === undefined ? (known.get(keyOf(expression)) ?? result) : result,
      ]),
    ),
  };
}

const keyOf = ({ address, text }: Expression): string => `${address}\n${text.text}`;

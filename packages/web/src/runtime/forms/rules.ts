// Rules of section 5 that a form can look at before it is sent. The database looks again, at these and at all others.
import { Undecided } from "@writ/language/runtime";
import { messageAhead } from "../../words/refusal.ts";
import { contextOf, type Product } from "../product/product.tsx";
import { rowFor } from "../field-types/row-values.ts";
import type { WireRow } from "../values/row.ts";

export type Broken = { readonly at: string | undefined; readonly message: string };

/** `row`: what would be stored, as the wire writes it. What is not in it is not judged. */
export function brokenRules(
  entity: string,
  moment: "create" | "update",
  row: WireRow,
  product: Product,
): readonly Broken[] {
  const { application, language } = product;
  const context = contextOf(product, {
    [entity]: rowFor(entity, { id: "00000000-0000-0000-0000-000000000000", ...row }, application),
  });
  return (application.entities[entity]?.rules ?? []).flatMap((rule): readonly Broken[] => {
    if (rule.on.length > 0 && !rule.on.includes(moment)) return [];
    try {
      if (rule.when?.run(context) === false || rule.must.run(context) !== false) return [];
    } catch (failure) {
      if (failure instanceof Undecided || failure instanceof TypeError) return [];
      throw failure;
    }
    const message = messageAhead(rule.code, language, application);
    return message === undefined ? [] : [{ at: rule.at, message }];
  });
}

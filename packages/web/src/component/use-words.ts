// How a component speaks: names of the document in the reader's language, values as people read them.
import { useMemo } from "react";
import { formatValue } from "../runtime/fields/format.ts";
import { useProduct } from "../runtime/product/product.tsx";

export type Words = {
  /** `fr`, as the document lists it. */
  readonly language: string;
  /** For `Intl`. */
  readonly locale: string;
  readonly timeZone: string;
  /** A name of the document, as its section 9 translates it. */
  readonly word: (name: string) => string;
  /** A value of a field, as lists of the product show it. */
  readonly show: (entity: string, field: string, value: unknown) => string;
};

export function useWords(): Words {
  const product = useProduct();
  return useMemo(
    () => ({
      language: product.language,
      locale: product.locale,
      timeZone: product.application.timeZone,
      word: product.word,
      show: (entity, name, value) => {
        const field = product.application.entities[entity]?.fields[name];
        if (field === undefined) throw new Error(`"${entity}" has no field "${name}"`);
        return formatValue(value, field, product);
      },
    }),
    [product],
  );
}

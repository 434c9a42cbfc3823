// The columns of a board: those that the document names, or all choices of its field; last what is empty.
import type { ApplicationScreen } from "@writ/language/product";
import type { Product } from "../../product/product.tsx";

/** `id`: a state or a choice, empty for rows that have none. */
export type Column = { readonly id: string; readonly label: string };

export function columnsOf(screen: ApplicationScreen, { application, say, word }: Product): readonly Column[] {
  const field = application.entities[screen.entity ?? ""]?.fields[screen.by ?? ""];
  const choices = field !== undefined && "choices" in field.type ? field.type.choices : [];
  const canBeEmpty = field?.type.kind === "one of" && !field.required && screen.columns === undefined;
  return [
    ...(screen.columns ?? choices.map(({ id }) => id)).flatMap((shown) =>
      choices.filter(({ id }) => id === shown).map(({ id, label }) => ({ id, label: word(label) })),
    ),
    // Empty sorts last.
    ...(canBeEmpty ? [{ id: "", label: say("emptyColumn") }] : []),
  ];
}

// The names of the fields that every row has, in the languages of Writ itself, where the document has no others.
import type { Words } from "./application.ts";

const french: Readonly<Record<string, string>> = {
  Name: "Nom",
  Email: "Adresse e-mail",
  "Created at": "Créé le",
  "Created by": "Créé par",
  "Updated at": "Modifié le",
  "Updated by": "Modifié par",
};

/** In the codes that the document has for these languages. */
export function builtInNames(languages: readonly { readonly code: string }[]): Readonly<Record<string, Words>> {
  const codes = languages.flatMap(({ code }) => (code.split("-")[0] === "fr" ? [code] : []));
  if (codes.length === 0) return {};
  return Object.fromEntries(
    Object.entries(french).map(([name, said]) => [name, Object.fromEntries(codes.map((code) => [code, said]))]),
  );
}

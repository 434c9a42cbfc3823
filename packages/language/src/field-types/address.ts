// email, url, phone: texts of a fixed form.
import { quoteText } from "../expression/sql/sql-quote.ts";
import { longestAddress, textPatterns } from "../text/patterns.ts";
import { composed, tooLong, unmatched } from "./column-sql.ts";
import type { FamilyOf, FieldTypeDefinition } from "./field-type.ts";
import { finish, named, options } from "./reading/reader.ts";

type AddressTraits = {
  readonly synonyms: readonly string[];
  readonly aliases: readonly string[];
  readonly hint: string;
  readonly isLowerCase?: true;
};

const addressType = (
  kind: keyof typeof textPatterns,
  { synonyms, aliases, hint, isLowerCase }: AddressTraits,
): FieldTypeDefinition<FamilyOf<"email">> => ({
  name: kind,
  synonyms,
  aliases,
  pattern: named(kind),
  read: (reader, groups) => finish(reader, options(reader, kind, groups, ["unique"]), { kind }),
  computable: "plain",
  column: "text",
  kind: () => ({ kind: "text" }),
  literal({ text }) {
    const fits = text.length <= longestAddress && new RegExp(textPatterns[kind], "u").test(text);
    return fits ? { value: isLowerCase ? text.toLowerCase() : text } : { hint };
  },
  normalize: (column) => (isLowerCase ? `${composed(column)}\n${column} := lower(${column});` : composed(column)),
  refused: (_, column) => [tooLong(column), unmatched(column, quoteText(textPatterns[kind]))],
  edges: () => [{ what: "of another form", edge: { kind: "unmatched" }, code: "INVALID" }],
  input: () => ({ kind }),
  typeScript: () => "string",
});

export const addresses = {
  email: addressType("email", {
    synonyms: ["e-mail", "email address"],
    aliases: ["mail"],
    hint: "Write an address such as ada@example.org.",
    isLowerCase: true,
  }),
  url: addressType("url", {
    synonyms: ["uri", "web address", "hyperlink"],
    aliases: ["link", "website"],
    hint: "Write an address that begins with https://.",
  }),
  phone: addressType("phone", {
    synonyms: ["telephone", "phone number"],
    aliases: ["tel", "mobile"],
    hint: "Write a number such as +33 1 23 45 67 89.",
  }),
};

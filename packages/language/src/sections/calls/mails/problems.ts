// Every code of mails, and its words.
import { shortenList } from "../../../text/shorten.ts";
import { problemClass } from "../../../problem.ts";

export const mailIncomplete = problemClass({
  code: "N728",
  severity: "error",
  title: "mail that is not complete",
  explanation:
    "A mail is about a row of an entity, and has a subject and a text. Write not shown for a part that is not known yet.",
  wrong: "| invited | Membership | | Sign in with this address. |",
  right: "| invited | Membership | An invitation | Sign in with this address. |",
  words: (mail: string, column: string) => ({
    message: `mail "${mail}" has no ${column === "For" ? "entity" : column.toLowerCase()}`,
    hint: column === "For" ? "Name its entity under For." : "Fill in the cell, or write: not shown.",
  }),
});

export const mailUnused = problemClass({
  code: "N724",
  severity: "warning",
  title: "mail that is never sent",
  explanation:
    'An effect with `mail` or `notify` and the name of the mail sends it, or code does: `mail("name", { to, row })`.',
  wrong: "| expired | Reservation | … |",
  right: "| Reservation | Expire | | mail expired | to `reservation.member` |",
  words: (mail: string) => ({
    message: `mail "${mail}" is never sent`,
    hint: `Add an effect with mail ${mail}, or delete it.`,
  }),
});

export const missingTranslation = problemClass({
  code: "N729",
  severity: "warning",
  title: "mail missing in a language",
  explanation:
    "If one mail has a subject and text in a further language, all mails need them. Otherwise users get mails in different languages.",
  wrong:
    "| Mail | For | Subject | Subject (fr) | Text | Text (fr) |\n| … |\n| invited | Membership | Come in | Entrez | Sign in. | |",
  right: "| invited | Membership | Come in | Entrez | Sign in. | Connectez-vous. |",
  words: (mail: string, columns: readonly string[]) => ({
    message: `mail "${mail}" has no ${columns.map((column) => column.charAt(0).toLowerCase() + column.slice(1)).join(" and no ")}`,
    hint: `Fill in ${columns.map((column) => `"${column}"`).join(" and ")}.`,
  }),
});

export const unknownMailLanguage = problemClass({
  code: "N731",
  severity: "error",
  title: "mail in a language that the product does not have",
  explanation: "The setting Languages of section 9 lists the languages of the product. Write mails only in these.",
  wrong: "| Mail | For | Subject | Subject (de) | Text | Text (de) |\n| Languages | en, fr |",
  right: "| Languages | en, de |",
  words: (column: string, languages: readonly string[]) => ({
    message: `"${column}" is not in a language of this product`,
    hint:
      languages.length > 0 ? `Languages are: ${shortenList(languages)}.` : "Write the setting Languages in section 9.",
  }),
});

// A mail of the document: its subject and text with the values that were true when it was decided to send it.
import type { MailPart, Product } from "@writ/language/plan";
import { shown } from "../field-types/shown.ts";
import { escapeHtml, oneLine, printHtml, type Mail } from "./mail.ts";

type Values = Readonly<Record<string, { readonly subject: readonly unknown[]; readonly text: readonly unknown[] }>>;

export type DocumentMailPayload = { readonly values: Values };

/** `spoken`: the reader's language, empty for the document's first. Undefined where the document has no such mail any more. */
export function writeDocumentMail(
  name: string,
  { values }: DocumentMailPayload,
  to: string,
  spoken: string,
  product: Product,
): Mail | undefined {
  const words = wordsOfMail(name, { values }, spoken, product);
  if (words === undefined) return undefined;
  const { subject, text } = words;
  const language = languageOf(spoken, product);
  const html = text.split(/\n{2,}/).map((paragraph) => escapeHtml(paragraph).replaceAll("\n", "<br>"));
  return { to, subject, text: `${text}\n`, html: printHtml(subject, language, html) };
}

export type MailWords = { readonly subject: string; readonly text: string };

/** Its text for a reader of that language, wherever it is read. */
export function wordsOfMail(
  name: string,
  { values }: DocumentMailPayload,
  spoken: string,
  product: Product,
): MailWords | undefined {
  const mail = Object.hasOwn(product.mails, name) ? product.mails[name] : undefined;
  if (mail === undefined) return undefined;
  const print = (part: "subject" | "text") => {
    const key = mail[part][spoken] === undefined ? "" : spoken;
    return printParts(mail[part][key] ?? [], values[key]?.[part] ?? [], languageOf(spoken, product), product);
  };
  return { subject: oneLine(print("subject")), text: print("text").replaceAll(/<br\s*\/?>/gi, "\n") };
}

const languageOf = (spoken: string, product: Product): string => spoken || product.languages[0] || "en";

function printParts(
  parts: readonly MailPart[],
  values: readonly unknown[],
  language: string,
  product: Product,
  counted?: unknown,
): string {
  return parts
    .map((part): string => {
      switch (part.kind) {
        case "text":
          return part.text;
        case "number":
          return shown(counted, "number", language, product);
        case "value":
          return shown(values[part.value], part.type, language, product);
        case "plural": {
          const number = Number(values[part.value] ?? 0);
          const category = new Intl.PluralRules(language).select(number);
          // The exact number wins, then the language's category.
          const branch =
            part.branches.find(({ when }) => when === number) ??
            part.branches.find(({ when }) => when === category) ??
            part.branches.find(({ when }) => when === "other");
          return printParts(branch?.parts ?? [], values, language, product, number);
        }
      }
    })
    .join("");
}

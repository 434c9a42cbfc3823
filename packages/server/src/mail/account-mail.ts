// A mail about an account: what waits in the outbox becomes words with a link or a code.
import type { Product } from "@writ/language/plan";
import { accountMailKinds, textsIn, type AccountMailKind } from "./account-texts.ts";
import { escapeHtml, oneLine, printHtml, type Mail } from "./mail.ts";

export type AccountMailPayload = {
  readonly to: string;
  /** Empty for the document's first. */
  readonly language: string;
  readonly link?: string;
  readonly code?: string;
  readonly newAddress?: string;
};

export function writeAccountMail(name: string, payload: AccountMailPayload, product: Product): Mail {
  const kind = accountMailKinds.find((one) => one === name);
  if (kind === undefined) throw new Error(`there is no mail about accounts named ${name}`);
  return write(kind, payload, product);
}

function write(kind: AccountMailKind, payload: AccountMailPayload, product: Product): Mail {
  const language = payload.language || product.languages[0] || "en";
  const texts = textsIn(language);
  const said = (text: string) =>
    text
      .replaceAll("{product}", () => oneLine(product.title))
      .replaceAll("{newAddress}", () => payload.newAddress ?? "")
      .replaceAll("{code}", () => payload.code ?? "");
  const { link, code } = payload;
  const subject = oneLine(said(texts.subjects[kind]));
  const text = [
    said(texts.lines[kind]),
    ...(link === undefined ? [] : [`${texts.links[kind]}:\n${link}`]),
    ...(code === undefined ? [] : [said(texts.code)]),
    texts.ignore,
  ];
  const html = [
    escapeHtml(said(texts.lines[kind])),
    ...(link === undefined ? [] : [`<a href="${escapeHtml(link)}">${escapeHtml(texts.links[kind])}</a>`]),
    ...(code === undefined ? [] : [`<strong>${escapeHtml(said(texts.code))}</strong>`]),
    escapeHtml(texts.ignore),
  ];
  return { to: payload.to, subject, text: `${text.join("\n\n")}\n`, html: printHtml(subject, language, html) };
}

// From a row of the table of settings to what it sets: languages, time zone, currency, ways to sign in.
import { cellOf, isNotShown, type FoundRow } from "../../document/tables.ts";
import { codeOf, matchText, spanOf, splitText, trimText, type Text } from "../../text/text.ts";
import { propertyTwice } from "../../document/problems.ts";
import { address, type Clause } from "../../clause/clause.ts";
import { identifierOf, readReference } from "../../text/name.ts";
import { readClause } from "../../clause/read-clause.ts";
import { didYouMeanOrKnown, nearest } from "../../text/suggestion.ts";
import type { Problem, Span } from "../../problem.ts";
import { minorUnitsOf, currencyCodes, currencySigns } from "./currencies.ts";
import type { Settings, SignInMethod } from "./model.ts";
import { unknownSetting, wrongSetting } from "./problems.ts";
import { findTimeZone, timeZoneHint } from "./time-zones.ts";

export type SettingsDraft = { -readonly [Key in keyof Settings]: Settings[Key] };

export const noSettings = (): SettingsDraft => ({
  languages: [],
  timeZone: undefined,
  currency: undefined,
  signIn: [],
  confirmedAddress: false,
  clauses: [],
});

/** As on the web: `en`, `pt-BR`, `zh-Hant`. */
const languagePattern = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

type Reading = {
  readonly cell: Text;
  readonly settings: SettingsDraft;
  readonly wrong: (part: Text, hint: string) => void;
};

const readers: ReadonlyMap<string, (reading: Reading) => void> = new Map([
  ["Languages", readLanguages],
  ["Time zone", readTimeZone],
  ["Currency", readCurrency],
  ["Sign-in", readSignIn],
  ["Confirmed address", readConfirmedAddress],
]);

export function readSetting(row: FoundRow, settings: SettingsDraft, problems: Problem[]): void {
  const name = trimText(cellOf(row, "Setting"));
  const clause = readClause(row, address(9, name.text), problems);
  const place = { span: name.text === "" ? row.span : spanOf(name), address: clause.address };
  const reader = readers.get(name.text);
  if (!reader) {
    problems.push(unknownSetting.at(place, name.text, readers.keys()));
    const meant = nearest(name.text, readers.keys());
    if (meant !== undefined) leaveOpen(settings, clause, meant);
    return;
  }
  const before = settings.clauses.find((one) => one.name.label === name.text);
  if (before) {
    problems.push(propertyTwice.at(place, name.text, before.name.span));
    return;
  }
  if (isNotShown(row, "Value")) {
    settings.clauses = [...settings.clauses, { ...clause, name: readReference(name) }];
    return;
  }
  const cell = trimText(cellOf(row, "Value"));
  let isRead = true;
  const wrong = (part: Text, hint: string) => {
    isRead = false;
    const span = part.text === "" ? place.span : spanOf(part);
    problems.push(wrongSetting.at({ span, address: clause.address }, name.text, part.text, hint));
  };
  reader({ cell, settings, wrong });
  if (isRead) settings.clauses = [...settings.clauses, { ...clause, name: readReference(name) }];
  else leaveOpen(settings, clause, name.text, spanOf(name));
}

/**
 * The value of a setting that cannot be read is unknown, like one that is not shown: nothing is reported as missing.
 */
function leaveOpen(settings: SettingsDraft, clause: Clause, label: string, span: Span = clause.span): void {
  const name = { label, id: identifierOf(label), span };
  settings.clauses = [...settings.clauses, { ...clause, name, notShown: [...clause.notShown, "Value"] }];
}

/** A table that cannot be read may hold any of them. */
export function leaveAllOpen(settings: SettingsDraft, span: Span): void {
  for (const label of readers.keys()) {
    if (settings.clauses.some(({ name }) => name.label === label)) continue;
    leaveOpen(settings, { address: address(9, label), span, notShown: [] }, label);
  }
}

const namesOfLanguages: ReadonlyMap<string, string> = new Map([
  ["english", "en"],
  ["french", "fr"],
  ["français", "fr"],
  ["german", "de"],
  ["deutsch", "de"],
  ["spanish", "es"],
  ["español", "es"],
  ["italian", "it"],
  ["italiano", "it"],
  ["portuguese", "pt"],
  ["dutch", "nl"],
  ["polish", "pl"],
  ["chinese", "zh"],
  ["japanese", "ja"],
  ["arabic", "ar"],
  ["russian", "ru"],
  ["ukrainian", "uk"],
]);

/** The code that was probably meant by something that is none. */
export function languageMeant(written: string): string | undefined {
  const code = written.replace("_", "-").replace(/^[A-Z]{2}(?=$|-)/, (two) => two.toLowerCase());
  const meant = namesOfLanguages.get(written.toLowerCase()) ?? code;
  return languagePattern.test(meant) ? meant : undefined;
}

function readLanguages({ cell, settings, wrong }: Reading): void {
  const languages = new Map<string, ReturnType<typeof spanOf>>();
  const parts = splitText(cell);
  if (parts.length === 0) wrong(cell, "Write codes such as en, fr; the first one is the document's own.");
  for (const part of parts) {
    const code = part.text;
    if (!languagePattern.test(code)) {
      const meant = languageMeant(code);
      wrong(part, meant ? `Did you mean "${meant}"?` : "Write its code: en, fr, pt-BR.");
    } else if (languages.has(code)) wrong(part, "It is listed twice.");
    else languages.set(code, spanOf(part));
  }
  settings.languages = [...languages].map(([code, span]) => ({ code, span }));
}

function readTimeZone({ cell, settings, wrong }: Reading): void {
  const name = findTimeZone(cell.text);
  if (name === undefined) wrong(cell, timeZoneHint(cell.text));
  else settings.timeZone = { name, span: spanOf(cell) };
}

function readCurrency({ cell, settings, wrong }: Reading): void {
  const minorUnits = minorUnitsOf(cell.text);
  if (minorUnits !== undefined) settings.currency = { code: cell.text, minorUnits, span: spanOf(cell) };
  else {
    const meant = currencySigns.get(cell.text.toLowerCase());
    const several = cell.text.includes(",") ? "A product has one currency." : undefined;
    wrong(
      cell,
      several ?? (meant ? `Did you mean "${meant}"?` : didYouMeanOrKnown(cell.text.toUpperCase(), currencyCodes)),
    );
  }
}

const waysToSignIn = [
  "email and password",
  "magic link",
  "code by mail",
  "anonymous",
  "Google",
  "GitHub",
  "Microsoft",
  "Apple",
] as const;

function readSignIn({ cell, settings, wrong }: Reading): void {
  const ways = new Map<string, SignInMethod>();
  const parts = splitText(cell);
  if (parts.length === 0) wrong(cell, `Ways to sign in: ${waysToSignIn.join(", ")}, OpenID \`https://issuer\`.`);
  for (const part of parts) {
    const way = readWay(part);
    if (way === undefined) wrong(part, wayHint(part.text));
    else if (ways.has(part.text)) wrong(part, "It is listed twice.");
    else ways.set(part.text, way);
  }
  settings.signIn = [...ways.values()];
}

function readWay(part: Text): SignInMethod | undefined {
  const kind = waysToSignIn.find((way) => way === part.text);
  if (kind) return { kind, span: spanOf(part) };
  const cell = matchText(part, /^OpenID\s+(?<issuer>`[^`]*`)$/d)?.["issuer"];
  const issuer = cell && codeOf(cell)?.text;
  return issuer && /^https:\/\/[^\s/]+\S*$/.test(issuer) ? { kind: "OpenID", issuer, span: spanOf(part) } : undefined;
}

function wayHint(written: string): string {
  if (/^(?:openid|oidc|sso|saml)\b/i.test(written))
    return "Write OpenID with the issuer's address: OpenID `https://login.example.org`.";
  if (/^(?:password|email|e-mail|mail)\b/i.test(written))
    return 'Did you mean "email and password", "magic link" or "code by mail"?';
  return didYouMeanOrKnown(written, [...waysToSignIn, "OpenID `https://issuer`"]);
}

function readConfirmedAddress({ cell, settings, wrong }: Reading): void {
  if (cell.text === "yes" || cell.text === "no") settings.confirmedAddress = cell.text === "yes";
  else wrong(cell, "Write yes or no. With yes, users can sign in only after they have confirmed their address.");
}

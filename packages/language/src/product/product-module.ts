// From a document to what browsers run of it: one ES module for each set of roles, the same text for the same document.
import { recordOf } from "../text/own-of.ts";
import type { Compiled } from "../compile.ts";
import { notifies } from "../plan/notified.ts";
import { designOf } from "../database/design-of.ts";
import type { Design } from "../plan/design.ts";
import { errorTexts } from "../sections/errors/database.ts";
import { builtInTexts, builtInWords } from "../sections/errors/database.ts";
import type { Application, Words } from "./application.ts";
import { entityFor } from "./entities.ts";
import type { Source } from "../browser/formula.ts";
import { builtInNames } from "./built-in-names.ts";
import { forReader } from "./for-reader.ts";
import { printModule } from "./print-module.ts";
import type { Reader } from "./reader.ts";
import { callsOf } from "./calls.ts";
import { rolesOf } from "./rights.ts";
import { gapsOf } from "./gaps.ts";
import { whoseScreens } from "./screen-gaps.ts";
import { screensOf, type OwnScreens } from "./screens.ts";

/** What a server hands out: to each reader the part of the document that is for their roles. */
export type ProductModules = {
  /** All roles of the document, by their identifiers. */
  readonly roles: readonly string[];
  /** Everything together, which no reader gets: it distinguishes one text of the document from another. */
  readonly whole: string;
  readonly moduleFor: (reader: Reader) => string;
};

export function productModules(compiled: Compiled, own: OwnScreens = new Map()): ProductModules {
  const application = applicationOf(compiled, own);
  return {
    roles: application.roles.map(({ id }) => id),
    whole: printModule(application),
    moduleFor: (reader) => printModule(forReader(reader, application)),
  };
}

/** The document has no errors. It holds no rows, no mails and no code. */
export const productModule = (compiled: Compiled, own: OwnScreens = new Map()): string =>
  productModules(compiled, own).whole;

/** The files of components, as the document names them, by the identifiers of their screens. */
export const componentFiles = ({ model }: Compiled): ReadonlyMap<string, string> =>
  new Map(
    model.screens.screens.flatMap(({ name, kind, code }) =>
      kind?.kind === "component" && code !== undefined ? [[name.id, code.path]] : [],
    ),
  );

export function applicationOf(compiled: Compiled, own: OwnScreens = new Map()): Application<Source> {
  const design = designOf(compiled);
  const { model } = compiled;
  const roles = rolesOf(design);
  const { languages, timeZone, currency, signIn } = model.constants.settings;
  return {
    title: model.title,
    languages: languages.map(({ code }) => code),
    timeZone: timeZone?.name ?? "UTC",
    currency: currency && { code: currency.code, minorUnits: currency.minorUnits },
    signIn: signIn.map((way) => ({ kind: way.kind, issuer: way.kind === "OpenID" ? way.issuer : undefined })),
    gaps: gapsOf(compiled, whoseScreens(design)),
    roles,
    inbox: notifies(model) && signIn.length > 0,
    scopes: [...new Set(roles.flatMap(({ within }) => within ?? []))],
    rolesFollowRows: roles.some(({ byRows }) => byRows),
    screens: screensOf(design, own),
    entities: recordOf(design.entities.map((entity) => [entity.name.id, entityFor(entity, design)])),
    calls: callsOf(design),
    messages: messagesOf(design),
    words: recordOf([
      ...Object.entries(builtInNames(languages)),
      ...model.constants.words.map(({ word, translations }) => [word, Object.fromEntries(translations)] as const),
    ]),
  };
}

/** The database alone reports what depends on the moment; what is not shown is reported as such, as by the database. */
function messagesOf(design: Design): Readonly<Record<string, Words>> {
  const { settings } = design.compiled.model.constants;
  const builtIn = Object.keys(builtInWords).map((code): readonly [string, Words] => [
    code,
    builtInTexts(code, settings.languages),
  ]);
  const spoken = design.compiled.model.errors.errors.map((error) => errorTexts(error, design));
  const all = new Map([...builtIn, ...spoken.map(({ code, texts }): readonly [string, Words] => [code, texts])]);
  const open = all.get("NOT_SHOWN") ?? {};
  const stated = spoken.map(({ code, texts, notShown }): readonly [string, Words] => [
    code,
    notShown === undefined ? texts : open,
  ]);
  return recordOf([...builtIn, ...stated]);
}

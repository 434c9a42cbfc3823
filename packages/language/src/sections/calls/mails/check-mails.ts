// What must fit together in the mails of section 7: the row they speak of, their languages, and who sends them.
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { unknownEntity } from "../../../clause/problems.ts";
import { isOpenSetting } from "../../../model/open-setting.ts";
import { checkTemplate } from "../../../clause/read-template.ts";
import { rowScope } from "../../../model/scopes.ts";
import { nearest } from "../../../text/suggestion.ts";
import type { Problem } from "../../../problem.ts";
import type { Mail } from "../model.ts";
import { mailUnused, missingTranslation, unknownMailLanguage } from "./problems.ts";

export function checkMails(model: Model, context: CheckContext): readonly Problem[] {
  const areLanguagesUnknown = isOpenSetting("Languages", model);
  const languages = model.constants.settings.languages.map(({ code }) => code);
  // Only a language that some mail is written in is missed in the others.
  const written = new Set(model.calls.mails.flatMap((mail) => [...mail.subject.keys(), ...mail.text.keys()]));
  const isSent = sending(model, context);
  return model.calls.mails.flatMap((mail) => [
    ...checkRow(mail, model, context),
    ...(areLanguagesUnknown ? [] : checkLanguages(mail, languages, written)),
    ...(isSent(mail) ? [] : [mailUnused.at({ span: mail.name.span, address: mail.address }, mail.name.label)]),
  ]);
}

/** A mail refers to its row. Its recipient may have no account, so there is no `me`. */
function checkRow(mail: Mail, model: Model, context: CheckContext): readonly Problem[] {
  const { lookup, schema } = context;
  if (mail.entity.label === "") return [];
  const entity = schema.entities.get(mail.entity.id);
  if (!entity) {
    if (model.entities.status.kind === "not shown") return [];
    const known = lookup.entities.values().map((one) => one.name.label);
    return [unknownEntity.at({ span: mail.entity.span, address: `${mail.address}/For` }, mail.entity.label, known)];
  }
  const scope = rowScope(entity.id);
  return [...mail.subject.values(), ...mail.text.values()].flatMap((template) =>
    checkTemplate(template, scope, context),
  );
}

function checkLanguages(mail: Mail, languages: readonly string[], written: ReadonlySet<string>): readonly Problem[] {
  const columns = [
    ["Subject", mail.subject],
    ["Text", mail.text],
  ] as const;
  const foreign = columns.flatMap(([column, templates]) =>
    [...templates]
      .filter(([language]) => language !== "" && !languages.includes(language))
      .map(([language, template]) => {
        const header = `${column} (${language})`;
        return unknownMailLanguage.at({ span: template.span, address: `${mail.address}/${header}` }, header, languages);
      }),
  );
  const expected = languages.slice(1).filter((language) => written.has(language));
  const missing = expected.flatMap((language) => {
    const headers = columns
      .filter(([, templates]) => !templates.has(language) && templates.has(""))
      .map(([column]) => `${column} (${language})` as const)
      .filter((header) => !mail.notShown.includes(header));
    return headers.length === 0
      ? []
      : [missingTranslation.at({ span: mail.name.span, address: mail.address }, mail.name.label, headers)];
  });
  return [...foreign, ...missing];
}

/** Which mails something sends. Where code in a file may send any, or effects are not shown, all count as sent. */
function sending(model: Model, { lookup }: CheckContext): (mail: Mail) => boolean {
  const { effects, effectsNotShown, status } = model.states;
  const codes = model.calls.calls.flatMap(({ code }) => code ?? []);
  const isOpen =
    status.kind === "not shown" ||
    effectsNotShown ||
    effects.some((effect) => effect.do === undefined) ||
    model.calls.calls.some(({ bodyNotShown, notShown }) => bodyNotShown || notShown.includes("Code")) ||
    codes.some((code) => code.kind === "path" || code.code === undefined);
  if (isOpen) return () => true;
  const named = [
    ...effects.flatMap(({ do: action }) => (action?.kind === "mail" || action?.kind === "notify" ? action.mail : [])),
    ...codes.flatMap((code) => (code.kind === "below" ? code.mails : [])),
  ];
  const sent = new Set(named.map((reference) => lookup.mails.get(reference.id)));
  // A name that is misspelt where it is sent is one mistake, not two; it stands for the nearest mail, and for no other.
  const labels = model.calls.mails.map(({ name }) => name.label);
  const misspelt = named.filter((reference) => !lookup.mails.has(reference.id));
  const meant = new Set(misspelt.map(({ label }) => nearest(label, labels)));
  const isMeant = ({ name }: Mail) => meant.has(name.label);
  return (mail) => mail.name.id === "" || sent.has(mail) || isMeant(mail) || lookup.mails.get(mail.name.id) !== mail;
}

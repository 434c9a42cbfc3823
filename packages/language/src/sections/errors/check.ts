// What must fit together in section 8: every error is given somewhere, and has its words in every language.
import { spanOf } from "../../text/text.ts";
import { cellNotShown } from "../../clause/problems.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { isOpenSetting } from "../../model/open-setting.ts";
import { checkTemplate } from "../../clause/read-template.ts";
import { rowScope } from "../../model/scopes.ts";
import { expressionsOf, type Template } from "../../clause/template.ts";
import type { Problem } from "../../problem.ts";
import { findMention } from "./mentions.ts";
import { builtInErrors } from "../../model/built-in-errors.ts";
import type { CatalogueError } from "./model.ts";
import { codesOfCode, otherwiseCodes } from "./named-codes.ts";
import { missingMessage, rowInMessage, unknownLanguage, unusedError } from "./problems.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  const used = new Set([...otherwiseCodes(model), ...codesOfCode(model)]);
  // Where a section that names errors is a gap, it is unknown which of them it names.
  const { states, rules, permissions, calls, constants } = model;
  const open =
    [states, rules, permissions, calls, constants].some(({ status }) => status.kind === "not shown") ||
    [...calls.calls, ...states.machines].some(({ bodyNotShown }) => bodyNotShown) ||
    context.gaps.some(
      ({ code, address }) => code === cellNotShown.code && /\/(?:Otherwise|Errors|Code)$/.test(address),
    );
  const areLanguagesUnknown = isOpenSetting("Languages", model);
  const languages =
    constants.status.kind === "not shown" || areLanguagesUnknown
      ? undefined
      : constants.settings.languages.map(({ code }) => code);
  return model.errors.errors.flatMap((error) => {
    const place = { span: error.code.span, address: error.address };
    const problems: Problem[] = [];
    if (!open && error.code.id !== "" && !used.has(error.code.label) && !builtInErrors.has(error.code.label)) {
      problems.push(unusedError.at(place, error.code.label));
    }
    for (const [language, template] of error.message) {
      const column = language === "" ? "Message" : `Message (${language})`;
      const found = checkMessage(template, `${error.address}/${column}`, error.code.label, context);
      for (const one of found) problems.push(one);
    }
    return [...problems, ...(languages ? checkLanguages(error, languages) : [])];
  });
}

/** A message is read by people who may see nothing of the row that it is about, so it speaks of constants only. */
function checkMessage(template: Template, address: string, code: string, context: CheckContext): readonly Problem[] {
  const rows = (name: string) => ["me", "old", "route", "input"].includes(name) || context.schema.entities.has(name);
  for (const { tree, text } of expressionsOf(template)) {
    const mention = findMention(tree, rows);
    if (mention)
      return [rowInMessage.at({ span: spanOf(text, mention.start, mention.end), address }, code, mention.name)];
  }
  return checkTemplate(template, rowScope(undefined), context);
}

function checkLanguages(error: CatalogueError, languages: readonly string[]): readonly Problem[] {
  const place = { span: error.code.span, address: `${error.address}/Message` };
  const problems: Problem[] = [];
  for (const [language, template] of error.message) {
    if (language !== "" && !languages.includes(language)) {
      problems.push(unknownLanguage.at({ ...place, span: template.span }, `Message (${language})`, languages));
    }
  }
  const open = new Set(error.notShown);
  for (const language of languages.slice(1)) {
    if (!error.message.has(language) && !open.has(`Message (${language})`) && !open.has("Message")) {
      problems.push(missingMessage.at(place, error.code.label, language));
    }
  }
  return problems;
}

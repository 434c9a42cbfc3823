// What must fit together in section 8: every error is given somewhere, and has its words in every language.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { checkTemplate } from "../../model/read-template.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import { builtInErrors, type CatalogueError } from "./model.ts";
import { missingMessage, unknownLanguage, unusedError } from "./problems.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  const used = usedCodes(model);
  const languages = model.constants.settings.languages.map(({ code }) => code);
  return model.errors.errors.flatMap((error) => {
    const place = { span: error.code.span, address: error.address };
    const problems: Problem[] = [];
    if (error.code.id !== "" && !used.has(error.code.label) && !builtInErrors.has(error.code.label)) {
      problems.push(unusedError.at(place, error.code.label));
    }
    // A message is read by people who may see nothing of the row that it is about, so it speaks of constants only.
    for (const template of error.message.values()) problems.push(...checkTemplate(template, rowScope(undefined), context));
    return [...problems, ...checkLanguages(error, languages)];
  });
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

/** Every code that some clause names. */
function usedCodes(model: Model): ReadonlySet<string> {
  const named = [
    ...model.states.machines.flatMap((machine) => machine.transitions.map((row) => row.otherwise)),
    ...model.rules.rules.map((rule) => rule.otherwise),
    ...model.permissions.conditions.map((condition) => condition.otherwise),
    ...model.constants.limits.map((limit) => limit.otherwise),
    ...model.calls.calls.flatMap((call) => [...call.errors, ...(call.code?.kind === "below" ? call.code.throws : [])]),
  ];
  return new Set(named.flatMap((reference) => (reference ? [reference.label] : [])));
}

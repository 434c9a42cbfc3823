// Whether the table of words translates names that are there, into languages that the product has.
import type { Model } from "../../model/model.ts";
import { isOpenSetting } from "../../model/open-setting.ts";
import type { Problem } from "../../problem.ts";
import type { FieldType } from "../entities/model.ts";
import { languageMeant } from "./parse-settings.ts";
import { unknownLanguageColumn, unknownWord } from "./problems.ts";

/** Beyond so many, looking for what was meant would take longer than reading the document. */
const mostHints = 200;

export function checkWords(model: Model): readonly Problem[] {
  const { words, settings } = model.constants;
  if (words.length === 0) return [];
  const known = namesOf(model);
  const strangers = words.filter(({ word }) => !known.has(word));
  const unknown = strangers.map(({ word, wordSpan, address }, index) =>
    unknownWord.at({ span: wordSpan, address }, word, index < mostHints ? known : []),
  );
  const codes = settings.languages.map(({ code }) => code);
  const areLanguagesUnknown = isOpenSetting("Languages", model);
  const columns = new Map(
    words.flatMap(({ languages }) => languages.map((language) => [language.span.start, language] as const)),
  );
  const strange = [...columns.values()].flatMap(({ code, span }) =>
    areLanguagesUnknown || codes.indexOf(code) > 0
      ? []
      : [unknownLanguageColumn.at({ span, address: "9" }, code, codes, languageMeant(code))],
  );
  return [...strange, ...unknown];
}

/** Every name that people read in the product. */
function namesOf(model: Model): ReadonlySet<string> {
  const { screens, entities, states, permissions, calls, constants, rules } = model;
  const fields = entities.entities.flatMap((entity) => entity.fields);
  const named = [
    ...screens.screens,
    ...screens.screens.flatMap((screen) => screen.tiles),
    ...entities.entities,
    ...fields,
    ...states.machines.flatMap((machine) => [...machine.states, ...machine.transitions]),
    ...rules.rules,
    ...permissions.roles,
    ...permissions.conditions,
    ...calls.calls,
    ...calls.calls.flatMap((call) => [...call.in, ...call.out]),
    ...constants.constants,
    ...constants.limits,
  ].map(({ name }) => name.label);
  const choices = fields.flatMap(({ type }) => choicesOf(type)).map(({ label }) => label);
  const builtIn = ["User", "Name", "Email", "Id", "Created at", "Created by", "Updated at", "Updated by"];
  return new Set([...named, ...choices, ...builtIn, model.title].filter((name) => name !== ""));
}

function choicesOf(type: FieldType | undefined) {
  const plain = type?.kind === "computed" ? type.of : type;
  return plain?.kind === "one of" || plain?.kind === "several of" ? plain.choices : [];
}

// How an answer refuses something: with the status that the catalogue, or the language itself, gives to its code, and in the
// words of the platform where the catalogue has none of its own.
import { builtInErrors, builtInTexts, notNowTexts } from "@writ/language/scenarios";
import type { Difference } from "../agreement/compare.ts";
import type { Program } from "../interpreter/world/world.ts";
import type { Answered } from "./over-the-wire.ts";

/**
 * The status is that of the first reported error; each is reported in words. `language`: the one that was asked for.
 */
export function wrongResponse({ model }: Program, answered: Answered, language = ""): readonly Difference[] {
  const { status, said, told, message } = answered;
  const code = /^\d+ (\w+)/.exec(said)?.[1];
  const catalogued = (of: string) => model.errors.errors.find((one) => one.code.label === of);
  const expected = catalogued(code ?? "")?.status ?? builtInErrors.get(code ?? "");
  // What a part of the server refuses by itself has no list of errors.
  if (told.length === 0) return [];
  const { languages } = model.constants.settings;
  const wrongWords = [{ ...told[0], code, message }, ...told].flatMap(({ code: of = "", message: words, clause }) => {
    if (words === undefined || !builtInErrors.has(of) || (catalogued(of)?.message.size ?? 0) > 0) return [];
    // A step that cannot be taken as things are is another conflict than that a user was faster.
    const isStep = of === "CONFLICT" && clause?.startsWith("4/") === true;
    const texts = isStep ? notNowTexts(languages) : builtInTexts(of, languages);
    const own = texts[language] ?? texts[""];
    return words === own ? [] : [{ what: `the words of ${of}`, interpreter: own, database: words }];
  });
  return [
    ...(expected === undefined || status === expected
      ? []
      : [{ what: `the status of ${code}`, interpreter: expected, database: status }]),
    ...wrongWords.slice(0, 1),
  ];
}

// What section 8 answers to a caller who gets an error: its status and its words, in each language.
import { isShown } from "../../clause/clause.ts";
import type { Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { refused, type Scenario } from "../../scenario/scenario.ts";

export function errorScenarios(model: Model, _lookup: Lookup): readonly Scenario[] {
  const written = model.constants.settings.languages.map(({ code }) => code);
  const languages = written.length === 0 ? ["en"] : written;
  return model.errors.errors.flatMap(({ code, address, status, message, notShown }) =>
    (isShown({ notShown }, "Status", "Message") ? languages : []).flatMap((language, index): readonly Scenario[] => {
      // The column without a name holds the first language; a text missing in another language falls back to the first.
      const words = (index === 0 ? undefined : message.get(language)) ?? message.get("");
      if (words === undefined && status === undefined) return [];
      return [
        {
          address: `${address}#${language}`,
          clause: address,
          sentence: `${code.label} is answered with its status and its message, in ${language}`,
          entity: "",
          deed: { kind: "create" },
          by: undefined,
          where: [],
          expected: refused(code.label),
          told: { code: code.label, language, status, message: words },
        },
      ];
    }),
  );
}

// Section 9 in the database: limits, counted where they are used up, and the words of other languages.
import { quoteText } from "../../expression/sql/sql-quote.ts";
import type { Contribute, Contribution, Design } from "../../plan/design.ts";
import type { DatabaseObject } from "../../plan/objects.ts";
import { productObject } from "../../plan/product.ts";
import { languageFunction } from "./database/language.ts";
import { notShownLimit } from "./database/not-shown.ts";
import { quotaOf } from "./database/quota.ts";
import { actFunction, rateOf } from "./database/rate.ts";
import type { Limit } from "./model.ts";

export const contribute: Contribute = (design) => {
  const parts = design.compiled.model.constants.limits.map((limit) => limitOf(limit, design));
  return {
    objects: [
      ...parts.flatMap(({ objects }) => objects),
      actFunction(design),
      languageFunction(design),
      words(design),
      productObject(design),
    ],
    guards: parts.flatMap(({ guards = [] }) => guards),
    steps: parts.flatMap(({ steps = [] }) => steps),
    rules: parts.flatMap(({ rules = [] }) => rules),
    reads: parts.flatMap(({ reads = [] }) => reads),
  };
};

function limitOf(limit: Limit, design: Design): Contribution {
  const open = notShownLimit(limit, design);
  if (open !== undefined) return open;
  if (limit.value?.kind === "quota") return quotaOf(limit, limit.value, design);
  return limit.value === undefined ? { objects: [] } : rateOf(limit, limit.value, design);
}

/** What names of the document are called in other languages. */
function words({ compiled }: Design): DatabaseObject {
  const rows = compiled.model.constants.words.flatMap(({ word, translations }) =>
    [...translations]
      .filter(([, said]) => said !== "")
      .map(([language, said]) => `(${[word, language, said].map(quoteText).join(", ")})`),
  );
  const all = `INSERT INTO writ.word (word, language, said) VALUES ${rows.join(", ")} ON CONFLICT DO NOTHING`;
  return {
    kind: "data",
    name: "words",
    sql: `DELETE FROM writ.word${rows.length > 0 ? `; ${all}` : ""}`,
    address: "9",
  };
}

// Section 8 in the database: the words of every refusal, by language.
import { findGap } from "../../clause/clause.ts";
import { quoteText } from "../../expression/sql/sql-quote.ts";
import type { Contribute, Design } from "../../plan/design.ts";
import { innerPlace } from "../../plan/layout.ts";
import type { DatabaseObject } from "../../plan/objects.ts";
import { builtInTexts, builtInWords } from "./database/built-in-words.ts";
import { messageOf } from "./database/message.ts";
import { builtInErrors } from "../../model/built-in-errors.ts";
import type { CatalogueError } from "./model.ts";

export { builtInTexts, builtInWords, notNowTexts } from "./database/built-in-words.ts";

/** Errors are rows: their words change without anything else being made anew. */
export const contribute: Contribute = (design) => {
  const { errors } = design.compiled.model.errors;
  const { languages } = design.compiled.model.constants.settings;
  const stated = new Map(errors.map((error) => [error.code.label, errorTexts(error, design)]));
  const builtIn = [...builtInErrors].map(([code, status]): ErrorTexts => {
    return { code, status, texts: builtInTexts(code, languages), moments: [], notShown: undefined };
  });
  const all = [...builtIn.filter(({ code }) => !stated.has(code)), ...stated.values()];
  const rows = all.map(({ code, status, texts, notShown }) => {
    const open = notShown === undefined ? "NULL" : quoteText(notShown);
    return `(${quoteText(code)}, ${status}, ${quoteText(JSON.stringify(texts))}::jsonb, ${open})`;
  });
  return {
    objects: [
      {
        kind: "data",
        name: "errors",
        sql: `DELETE FROM writ.error; INSERT INTO writ.error (code, status, message, not_shown) VALUES ${rows.join(", ")}`,
        address: "8",
      },
      momentFunction(all),
    ],
  };
};

/** By language; "" is the document's first. `moments`: messages that depend on the time. */
type ErrorTexts = {
  readonly code: string;
  readonly status: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly moments: readonly { readonly language: string; readonly sql: string }[];
  /** The address of what is not shown of it. */
  readonly notShown: string | undefined;
};

export function errorTexts(error: CatalogueError, design: Design): ErrorTexts {
  const code = error.code.label;
  const { settings } = design.compiled.model.constants;
  const open = findGap(error, "Status", "Message");
  const texts: Record<string, string> = {};
  const moments: { language: string; sql: string }[] = [];
  let unknown: string | undefined;
  for (const [language, template] of error.message) {
    const spoken = language === "" ? (settings.languages[0]?.code ?? "en") : language;
    const speaking = {
      language: spoken,
      currency: settings.currency?.code,
      moneyScale: design.compiled.schema.moneyScale,
    };
    const message = messageOf(template, speaking, design);
    if (message === undefined) unknown = `${error.address}/${language === "" ? "Message" : `Message (${language})`}`;
    else if ("text" in message) texts[language] = message.text;
    else moments.push({ language, sql: message.sql });
  }
  // A document may restate an error without words of its own.
  if (error.message.size === 0 && builtInWords[code] !== undefined)
    Object.assign(texts, builtInTexts(code, design.compiled.model.constants.settings.languages));
  const notShown = open === undefined ? unknown : `${error.address}/${open}`;
  return { code, status: error.status ?? builtInErrors.get(code) ?? 500, texts, moments, notShown };
}

function momentFunction(errors: readonly ErrorTexts[]): DatabaseObject {
  const arms = errors.flatMap(({ code, moments }) => {
    const other = moments.filter(({ language }) => language !== "");
    const first = moments.filter(({ language }) => language === "");
    const speaks = (language: string) => `code = ${quoteText(code)} AND spoken = ${quoteText(language)}`;
    return [
      ...other.map(({ language, sql }) => `WHEN ${speaks(language)} THEN ${sql}`),
      ...first.map(({ sql }) => `WHEN ${speaks("")} THEN ${sql}`),
    ];
  });
  return {
    kind: "function",
    place: innerPlace("error_words"),
    parameters: [
      { name: "code", type: "text" },
      { name: "spoken", type: "text" },
    ],
    returns: "text",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: arms.length === 0 ? "SELECT NULL::text" : `SELECT CASE ${arms.join("\n")} END`,
    callers: [],
    address: "8",
  };
}

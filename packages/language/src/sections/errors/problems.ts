// Every code of section 8 and its words.
import { shortenList } from "../../text/shorten.ts";
import { problemClass } from "../../problem.ts";

export const unusedError = problemClass({
  code: "N802",
  severity: "warning",
  absentFrom: { sections: [2, 3, 4, 5, 6, 7, 8, 9], values: "any" },
  title: "error that is never used",
  explanation:
    "A transition, rule, condition, limit or call names the error that it returns. The errors of the platform (REQUIRED, CONFLICT and so on) may have other messages here without being named.",
  wrong: "| PAGER_DOWN | The pager does not answer | 503 | We could not page anybody. |",
  right: "| Page lead | function | button | `calls/page_lead.ts` | PAGER_DOWN |",
  words: (code: string) => ({
    message: `error ${code} is never used`,
    hint: "Use it, for example under Otherwise, or delete it.",
  }),
});

export const wrongCode = problemClass({
  code: "N803",
  severity: "error",
  unread: "line",
  title: "error code in the wrong form",
  explanation: "A code consists of upper-case letters, digits and underscores.",
  wrong: "| Not assigned | Nobody has it | 422 | Take it first. |",
  right: "| NOT_ASSIGNED | Nobody has it | 422 | Take it first. |",
  words: (found: string) => ({
    message: found === "" ? "this error has no code" : `"${found}" is not a code`,
    hint: `Write ${
      found
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, "_")
        .replace(/^[_0-9]+|_+$/g, "") || "SOME_CODE"
    }.`,
  }),
});

export const missingMessage = problemClass({
  code: "N804",
  severity: "warning",
  title: "message missing in a language",
  explanation:
    "If the product has several languages, each error has a message in each of them. If one is missing, users read the message in the first language.",
  wrong: "| Code | When | Status | Message | Message (fr) |\n| TAKEN | Somebody has it | 409 | Somebody has it. | |",
  right: "| TAKEN | Somebody has it | 409 | Somebody has it. | Déjà réservé. |",
  words: (code: string, language: string) => ({
    message: `${code} has no message in ${language}`,
    hint: `Fill in the column "Message (${language})".`,
  }),
});

export const unknownStatus = problemClass({
  code: "N805",
  severity: "error",
  title: "status that does not mean an error",
  explanation: "Programs see the status: 400 to 499 if the request is at fault, 500 to 599 if the product is.",
  wrong: "| TAKEN | Somebody has it | 200 | Somebody has it. |",
  right: "| TAKEN | Somebody has it | 409 | Somebody has it. |",
  words: (found: string) => ({
    message: `"${found}" is not the status of an error`,
    hint: "Write a number from 400 to 599, such as 422 for invalid values, 409 for conflicts, or 403 for actions that are not allowed.",
  }),
});

export const errorIncomplete = problemClass({
  code: "N806",
  severity: "error",
  title: "error that is not complete",
  explanation: "An error needs a status and a message. Write not shown for a part that is not known yet.",
  wrong: "| TAKEN | Somebody has it | 409 | |",
  right: "| TAKEN | Somebody has it | 409 | Somebody has it. |",
  words: (code: string, column: string) => ({
    message: `error ${code} has no ${column.toLowerCase()}`,
    hint: "Fill in the cell, or write: not shown.",
  }),
});

export const unknownLanguage = problemClass({
  code: "N807",
  severity: "error",
  title: "message in a language that the product does not have",
  explanation: "The setting Languages of section 9 lists the languages of the product. Write messages only in these.",
  wrong: "| Code | When | Status | Message | Message (de) |\n| Languages | en, fr |",
  right: "| Languages | en, de |",
  words: (column: string, languages: readonly string[]) => ({
    message: `"${column}" is not a language of this product`,
    hint:
      languages.length > 0 ? `Languages are: ${shortenList(languages)}.` : "Write the setting Languages in section 9.",
  }),
});

export const rowInMessage = problemClass({
  code: "N809",
  severity: "error",
  title: "message that refers to a row",
  explanation:
    "Users who may not see a row can still get an error about it, and clauses of several entities can return the same error. So a message can contain constants of section 9, now and today, but no values of a row or of the user.",
  wrong: "| NOT_ASSIGNED | Nobody has it | 422 | Take {ticket.number} first. |",
  right: "| NOT_ASSIGNED | Nobody has it | 422 | Take the ticket first. |",
  words: (code: string, name: string) => ({
    message: `the message of ${code} mentions \`${name}\`, which its readers may not be allowed to see`,
    hint: "Use words or a constant of section 9 instead.",
  }),
});

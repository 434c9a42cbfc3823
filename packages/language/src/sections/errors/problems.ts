// Every code of section 8 and its words.
import { shortenList } from "../../text/shorten.ts";
import { problemClass } from "../../problem.ts";

export const unusedError = problemClass({
  code: "N802",
  severity: "warning",
  absentFrom: { sections: [2, 3, 4, 5, 6, 7, 8, 9], values: "any" },
  title: "error that is never used",
  explanation:
    "An error is given by a transition, rule, condition, limit or call that names it. The platform's own (REQUIRED, CONFLICT and so on) may be restated with other words without being named.",
  wrong: "| PAGER_DOWN | The pager does not answer | 503 | We could not page anybody. |",
  right: "| Page lead | function | button | `calls/page_lead.ts` | PAGER_DOWN |",
  words: (code: string) => ({
    message: `error ${code} is never used`,
    hint: "Name it where it is given, or delete it.",
  }),
});

export const wrongCode = problemClass({
  code: "N803",
  severity: "error",
  unread: "line",
  title: "error code in the wrong form",
  explanation: "Codes are upper-case letters, digits and underscores, so that programs can tell them from words.",
  wrong: "| Not assigned | Nobody has it | 422 | Take it first. |",
  right: "| NOT_ASSIGNED | Nobody has it | 422 | Take it first. |",
  words: (found: string) => ({
    message: found === "" ? "an error has no code" : `"${found}" is not a code`,
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
    "Where the product speaks several languages, every error has its words in each of them; without, people read the first language.",
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
  title: "status that is no error",
  explanation:
    "The status is what programs see: 400 to 499 where the request is at fault, 500 to 599 where the product is.",
  wrong: "| TAKEN | Somebody has it | 200 | Somebody has it. |",
  right: "| TAKEN | Somebody has it | 409 | Somebody has it. |",
  words: (found: string) => ({
    message: `"${found}" is not the status of an error`,
    hint: "Write a number from 400 to 599: 422 for what does not fit, 409 for what is taken, 403 for what is not allowed.",
  }),
});

export const errorIncomplete = problemClass({
  code: "N806",
  severity: "error",
  title: "error that is not complete",
  explanation: "An error has a status and words for people. What is not known yet is written as not shown.",
  wrong: "| TAKEN | Somebody has it | 409 | |",
  right: "| TAKEN | Somebody has it | 409 | Somebody has it. |",
  words: (code: string, column: string) => ({
    message: `error ${code} has no ${column.toLowerCase()}`,
    hint: "Fill the cell in, or write: not shown.",
  }),
});

export const unknownLanguage = problemClass({
  code: "N807",
  severity: "error",
  title: "words in a language that the product does not speak",
  explanation:
    "The setting Languages of section 9 lists the languages of the product; texts are written in those and no others.",
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
  title: "message that speaks of a row",
  explanation:
    "An error is read by people who may see nothing of the row that it is about, and one error may be given by clauses of several entities. Its message holds constants of section 9, now and today, and nothing of a row or of the reader.",
  wrong: "| NOT_ASSIGNED | Nobody has it | 422 | Take {ticket.number} first. |",
  right: "| NOT_ASSIGNED | Nobody has it | 422 | Take the ticket first. |",
  words: (code: string, name: string) => ({
    message: `the message of ${code} mentions \`${name}\`, and whoever reads it may not be allowed to see that`,
    hint: "Say it in words, or with a constant of section 9.",
  }),
});

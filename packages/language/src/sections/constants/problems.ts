// The words for what can be wrong in section 9: settings, constants, limits, translations.
import { valueProposed } from "../../clause/value-proposed.ts";
import { withArticle } from "../../text/article.ts";
import { proposalIn, proposed, suggested, suggestedAlone } from "../../text/suggestion.ts";
import { shortenList } from "../../text/shorten.ts";
import { problemClass, type Proposal, type Span } from "../../problem.ts";

export const unusedConstant = problemClass({
  code: "N901",
  severity: "warning",
  absentFrom: { sections: [2, 3, 4, 5, 6, 7, 8, 9], values: "any" },
  title: "constant that nothing uses",
  explanation:
    "A constant has an effect only if it is used: in expressions, types, limits, page sizes, messages and mails, and in the code of calls in the document.",
  wrong: "| Page size | 25 | |",
  right: "- Page size: `page_size`",
  words: (label: string, id: string) => ({
    message: `constant "${label}" is never used`,
    hint: `Use it as \`${id}\`, or delete the row.`,
  }),
});

export const notAValue = problemClass({
  code: "N902",
  severity: "error",
  isFixable: true,
  title: "not a value",
  explanation:
    "A constant is a number (7, 2.5), a percentage (20 %), a duration in seconds, minutes, hours, days or weeks (14 days), a size (10 MB), an amount of money with its currency (1.50 EUR), yes or no, or a table of them (low: 3 days, high: 4 hours).",
  wrong: "| Reopen window | 2 fortnights | |",
  right: "| Reopen window | 4 weeks | |",
  words: (found: string, hint: string) => ({
    message: found === "" ? "the value is missing." : `"${found}" is not a value.`,
    ...valueProposed(found, hint),
  }),
});

export const unknownCounted = problemClass({
  code: "N904",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "limit that counts something unknown",
  explanation:
    "A rate counts actions of users: create, update or delete with an entity, a transition, a call, sign in or sign up. A quota counts the rows of an entity.",
  wrong: "| New tickets | 20 per hour per user | create Tiket | TOO_MANY_TICKETS |",
  right: "| New tickets | 20 per hour per user | create Ticket | TOO_MANY_TICKETS |",
  words: (found: string, known: readonly string[], hint?: string) => ({
    message: `the limit cannot count "${found}".`,
    ...(hint === undefined ? suggested(found, known) : proposed(hint, found)),
  }),
});

export const mixedTable = problemClass({
  code: "N906",
  severity: "error",
  title: "table with values of different kinds",
  explanation:
    "A lookup such as `response_time[ticket.priority]` has one type, so every entry of a table has the same kind of value.",
  wrong: "| Response time | low: 3 days, high: 4 | |",
  right: "| Response time | low: 3 days, high: 4 hours | |",
  words: (first: Entry, other: Entry, span: Span) => ({
    message: `"${other.key}" is ${withArticle(other.kind)}, and "${first.key}" is ${withArticle(first.kind)}`,
    hint: "Give all entries the same kind of value.",
    related: [{ span, message: `"${first.key}" is here` }],
  }),
});

type Entry = { readonly key: string; readonly kind: string };

export const wrongSetting = problemClass({
  code: "N907",
  severity: "error",
  unread: "line",
  isFixable: true,
  title: "invalid value of a setting",
  explanation:
    "Languages takes codes (en, fr), Time zone a name of the IANA database (Europe/Paris) or UTC, Currency a code of ISO 4217 (EUR), Sign-in a list of ways to sign in, Confirmed address yes or no.",
  wrong: "| Time zone | Paris |",
  right: "| Time zone | Europe/Paris |",
  words: (setting: string, found: string, hint: string) => ({
    message: found === "" ? `${setting} has no value.` : `${setting} cannot be "${found}".`,
    hint,
    proposal: settingProposed(found, hint),
  }),
});

/** What is written in another case, or begins or ends what is meant; what is only near may be near to others too. */
function settingProposed(found: string, hint: string): Proposal | undefined {
  const proposal = proposalIn(hint, found);
  if (proposal?.kind !== "words" || found.length < 2) return undefined;
  const [written, meant] = [found.toLowerCase(), proposal.text.toLowerCase()];
  return meant === written || meant.endsWith(`/${written}`) ? proposal : undefined;
}

export const noCurrency = problemClass({
  code: "N908",
  severity: "warning",
  title: "money without a currency",
  explanation:
    "Amounts of money have the decimals of the product's currency and are displayed with it. Without the setting, they are displayed as numbers with two decimals.",
  wrong: "| Daily fine | money 0 to 50 | yes | | |",
  right: "| Setting | Value |\n| --- | --- |\n| Currency | EUR |",
  words: (field: string) => ({
    message: `"${field}" is money, but section 9 sets no currency`,
    hint: "Add the setting Currency, such as EUR.",
  }),
});

export const nothingHere = problemClass({
  code: "N909",
  severity: "error",
  title: "heading or property in section 9",
  explanation:
    "Section 9 consists of tables of settings, constants, limits and words, which Writ recognises by their header rows. Headings and lists of properties would have no effect.",
  wrong: "## 9. Business constants and limits\n\n### Limits",
  right: "## 9. Business constants and limits\n\nLimits:\n\n| Limit | Value | Counts | Otherwise |",
  words: (kind: string, found: string) => ({
    message: `section 9 has no ${kind} "${found}"`,
    hint:
      kind === "heading"
        ? "Write it as a paragraph; Writ recognises a table by its header row."
        : "Write it as a row of a table, such as | Setting | Value |.",
  }),
});

export const unknownSetting = problemClass({
  code: "N910",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown setting",
  explanation:
    "The settings are Languages, Time zone, Currency, Sign-in and Confirmed address. Write other values as constants.",
  wrong: "| Timezone of users | Europe/Paris |",
  right: "| Time zone | Europe/Paris |",
  words: (found: string, known: Iterable<string>) => ({
    message: `unknown setting "${found}".`,
    ...suggested(found, known),
  }),
});

export const wrongLimit = problemClass({
  code: "N911",
  severity: "error",
  title: "not a limit",
  explanation:
    "A rate is `20 per hour per user` or `20 per hour per address`; a quota is `3 per Organisation`, or `5 per User via Member` if there is more than one reference. The number may be a constant in backticks.",
  wrong: "| New tickets | 20 per hour | create Ticket | TOO_MANY_TICKETS |",
  right: "| New tickets | 20 per hour per user | create Ticket | TOO_MANY_TICKETS |",
  words: (found: string, hint: string) => ({ message: `"${found}" is not a limit.`, hint }),
});

export const quotaScope = problemClass({
  code: "N912",
  severity: "error",
  title: "quota without exactly one reference",
  explanation:
    "`3 per Organisation` counts the rows that refer to the same organisation. The counted entity needs exactly one reference to it, or `via` names one.",
  wrong: "| Loans | 5 per User | Reservation | TOO_MANY |",
  right: "| Loans | 5 per User via Member | Reservation | TOO_MANY |",
  words: (counted: string, per: string, found: readonly string[], via?: string) => ({
    message:
      via === undefined
        ? `${counted} needs exactly one reference to ${per}; it has ${found.length}.`
        : `${via} of ${counted} is not a reference to ${per}.`,
    hint:
      found.length > 0
        ? `Write via ${found.join(", or via ")}.`
        : `Give ${counted} a field of type "reference to ${per}" or "belongs to ${per}".`,
  }),
});

export const noSignInMethod = problemClass({
  code: "N913",
  severity: "warning",
  title: "roles without a way to sign in",
  explanation: "Without the setting Sign-in, users cannot sign in. Then only roles given to anyone have users.",
  wrong: "| Agent | assigned by Lead | |",
  right: "| Setting | Value |\n| --- | --- |\n| Sign-in | email and password |",
  words: (role: string) => ({
    message: `no user can have the role ${role}: section 9 has no Sign-in`,
    hint: "Add the setting Sign-in, such as email and password.",
  }),
});

export const unknownWord = problemClass({
  code: "N914",
  severity: "warning",
  isFixable: true,
  title: "translation of a name that does not exist",
  explanation:
    "The table of words translates names of the document: entities, fields, choices, states, transitions, screens, roles, calls and tiles.",
  wrong: "| Tickt | Demande |",
  right: "| Ticket | Demande |",
  words: (found: string, known: Iterable<string>) => ({
    message: `this document has no name "${found}".`,
    ...suggestedAlone(found, known, "Write the name as in the document."),
  }),
});

export const unknownLanguageColumn = problemClass({
  code: "N915",
  severity: "error",
  isFixable: true,
  title: "words in a language that the product does not have",
  explanation:
    "The table of words has a column for each further language of the product. The document itself is written in the first language.",
  wrong: "| Languages | en |\n| Word | fr |",
  right: "| Languages | en, fr |\n| Word | fr |",
  words: (found: string, languages: readonly string[], meant: string | undefined) => ({
    message:
      found === languages[0]
        ? `the document is already written in ${found}.`
        : `"${found}" is not a language of this product.`,
    hint:
      found === languages[0]
        ? "Delete the column."
        : meant !== undefined && meant !== found && languages.includes(meant)
          ? `Did you mean "${meant}"?`
          : `${languages.length > 0 ? `Languages: ${shortenList(languages)}. ` : ""}Add it to the setting Languages.`,
    proposal:
      meant !== undefined && meant !== found && languages.includes(meant)
        ? { kind: "words", found, text: meant }
        : undefined,
  }),
});

export const takenName = problemClass({
  code: "N916",
  severity: "error",
  title: "constant with a reserved name",
  explanation:
    "Expressions refer to a constant by its identifier. It must differ from the identifiers of entities, from `me`, `now`, `today`, `old`, `route` and `input`, and from the words of the language.",
  wrong: "| Ticket | 20 | The most per person |",
  right: "| Tickets per person | 20 | |",
  words: (label: string, id: string, entity: { readonly label: string; readonly span: Span } | undefined) => ({
    message: entity
      ? `the constant "${label}" and the entity ${entity.label} are both \`${id}\` in expressions`
      : `"${label}" cannot name a constant: \`${id}\` means something else in expressions`,
    hint: "Choose another name.",
    related: entity ? [{ span: entity.span, message: `${entity.label} is here` }] : [],
  }),
});

export const otherCurrency = problemClass({
  code: "N917",
  severity: "error",
  title: "amount in another currency",
  explanation:
    "A product has one currency, which section 9 sets. Its amounts have at most as many decimals as the currency.",
  wrong: "| Currency | EUR |\n| Default fine | 1.00 USD |",
  right: "| Currency | EUR |\n| Default fine | 1.00 EUR |",
  words: (message: string, hint: string) => ({ message, hint }),
});

export const uncountable = problemClass({
  code: "N918",
  severity: "error",
  isFixable: true,
  title: "When without a row",
  explanation: "When is a condition on the row that is counted. Signing in and calls have no row.",
  wrong: "| Sign-ins | 5 per hour per address | sign in | `me != null` | RATE_LIMITED |",
  right: "| Sign-ins | 5 per hour per address | sign in | | RATE_LIMITED |",
  words: (counted: string) => ({
    message: `"${counted}" counts no rows, so it cannot have a When`,
    hint: "Leave the cell empty.",
    proposal: { kind: "words", text: "" },
  }),
});

export const limitIncomplete = problemClass({
  code: "N919",
  severity: "error",
  title: "limit without Value, Counts or Otherwise",
  explanation:
    "A limit needs a number, the action or rows that it counts, and an error for the case that there are more.",
  wrong: "| New tickets | 20 per hour per user | create Ticket | |",
  right: "| New tickets | 20 per hour per user | create Ticket | RATE_LIMITED |",
  words: (label: string, column: string) => ({
    message: `limit "${label}": ${column} is empty`,
    hint: missing[column] ?? "",
  }),
});

const missing: Readonly<Record<string, string>> = {
  Value: "Write 20 per hour per user, or 3 per Organisation.",
  Counts: "Write an action or entity, such as create Ticket.",
  Otherwise: "Name an error of section 8, or RATE_LIMITED.",
};

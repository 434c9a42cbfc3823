// Reads the options behind the name of a type, in any order: `up to 40 matching `^[a-z]+$`, unique, set once`.
import { sliceText, spanOf, trimText, type Text } from "../../text/text.ts";
import type { Problem } from "../../problem.ts";
import { nearest } from "../../text/suggestion.ts";
import { optionTwice, unknownOption } from "../problems.ts";

export type OptionName =
  | "up to"
  | "each up to"
  | "range"
  | "matching"
  | "unique"
  | "extensions"
  | "among"
  | "cleared on delete"
  | "via"
  | "per"
  | "pattern"
  | "set once";

/** The parts of an option by the names of its pattern's groups; `whole` is all of it. */
export type FoundOption = { readonly whole: Text; readonly groups: Readonly<Record<string, Text | undefined>> };
export type FoundOptions = ReadonlyMap<OptionName, FoundOption>;

// A constant in backticks, or a value with its unit: `max_attachment`, 40, 5 MB, 1.50 EUR, 20 %.
const amount = "(?:`[^`]*`|[^\\s`(,]+(?: (?:%|[KMGkmg]?[Bb]|[A-Z]{3})(?![\\w%]))?)";
const number = "(?:`[^`]*`|[-\\d][^\\s`(,]*(?: (?:%|[A-Z]{3})(?![\\w%]))?)";
const pattern = (source: string) => new RegExp(`^${source}(?=[\\s(]|$)`, "d");
const patterns: Readonly<Record<OptionName, RegExp>> = {
  "each up to": pattern(`each up to (?<amount>${amount})`),
  "up to": pattern(`up to (?<amount>${amount})`),
  range: pattern(`(?<from>${number}) to (?<to>${number})`),
  matching: pattern("matching (?<code>`[^`]*`)"),
  unique: pattern("unique(?<ignoring> ignoring case)?"),
  extensions: pattern("\\((?<list>[^)]*)\\)"),
  among: pattern("among (?<code>`[^`]*`)"),
  "cleared on delete": pattern("cleared on delete"),
  via: pattern("via (?<name>`[^`]*`|[^`,]*[^`,\\s])"),
  per: pattern("per (?<name>`[^`]*`|[^`,]*[^`,\\s])"),
  pattern: pattern("(?<code>`[^`]*`)"),
  "set once": pattern("set once"),
};

const examples: Readonly<Record<OptionName, string>> = {
  "up to": "up to 40",
  "each up to": "each up to 10 MB",
  range: "1 to 5",
  matching: "matching `^[a-z]+$`",
  unique: "unique",
  extensions: "(pdf, png)",
  among: "among `list`",
  "cleared on delete": "cleared on delete",
  via: "via Field",
  per: "per year",
  pattern: "`A-{000}`",
  "set once": "set once",
};

/** Reads each chunk (the parts between commas) as one or more options out of `allowed`. What is none of them is reported. */
export function readOptions(
  type: string,
  chunks: readonly Text[],
  allowed: readonly OptionName[],
  address: string,
  problems: Problem[],
): FoundOptions {
  const found = new Map<OptionName, FoundOption>();
  for (const chunk of chunks) {
    let rest = trimText(chunk);
    while (rest.text !== "") {
      const next = readOption(rest, allowed);
      if (next === undefined) {
        problems.push(
          unknownOption.at({ span: spanOf(rest), address }, type, rest.text, optionHint(rest.text, allowed)),
        );
        break;
      }
      if (found.has(next.name)) {
        problems.push(
          optionTwice.at(
            { span: spanOf(next.option.whole), address },
            next.name === "range" ? next.option.whole.text : next.name,
            found.get(next.name)?.whole.text === next.option.whole.text,
          ),
        );
        break;
      }
      found.set(next.name, next.option);
      rest = trimText(sliceText(rest, next.option.whole.text.length));
    }
  }
  return found;
}

function readOption(text: Text, allowed: readonly OptionName[]): { name: OptionName; option: FoundOption } | undefined {
  for (const name of allowed) {
    const match = patterns[name].exec(text.text);
    if (!match) continue;
    const groups: Record<string, Text | undefined> = {};
    for (const [group, range] of Object.entries(match.indices?.groups ?? {})) {
      groups[group] = range ? sliceText(text, range[0], range[1]) : undefined;
    }
    return { name, option: { whole: sliceText(text, 0, match[0].length), groups } };
  }
  return undefined;
}

/** From what people write in other languages to where it belongs here. */
const elsewhere: readonly (readonly [pattern: RegExp, hint: string, wants?: OptionName])[] = [
  [
    /^(?:required|mandatory|not null|non-?null|optional|nullable|null|auto)\b/i,
    "Whether a value is required has a column of its own: yes, no or auto.",
  ],
  [/^default\b/i, "The default has a column of its own."],
  [/^(?:indexed|index|primary key|pk)\b/i, "Indexes are made where screens and rights need them."],
  [/^(?:max|maximum|at most|limit|length|<|≤)/i, 'Did you mean "up to 40"?', "up to"],
  [/^time\b/i, 'Did you mean "datetime"?'],
  [
    /^(?:max|maximum|at most|up to|min|minimum|at least|from|between|<|>|≤|≥|positive)/i,
    'Give both ends: "0 to 100".',
    "range",
  ],
  [/^(?:min|minimum|at least|>|≥)/i, "A shortest length is a rule of section 5: `size(ticket.body) >= 20`.", "up to"],
  [/^(?:regex|pattern|format|like)\b/i, 'Did you mean "matching `^[a-z]+$`"?', "matching"],
  [/^(?:case[- ]insensitive|ignoring case|unique case)/i, 'Did you mean "unique ignoring case"?', "unique"],
  [/^(?:immutable|read[- ]?only|constant|frozen|fixed)\b/i, 'Did you mean "set once"?', "set once"],
  [
    /^(?:cascade|on delete cascade|deleted with)/i,
    'What is deleted with another row "belongs to" it.',
    "cleared on delete",
  ],
  [/^(?:set null|nullify|on delete set null|clear)/i, 'Did you mean "cleared on delete"?', "cleared on delete"],
  [/^unique\b/i, 'Write the property "Unique together: …" under the heading of the entity.'],
  [/^(?:where|filter|from|in)\b/i, 'Did you mean "among `list`"?', "among"],
];

/** What stands in backticks, as it begins where they were forgotten. */
const bare: readonly (readonly [option: OptionName, pattern: RegExp])[] = [
  ["matching", /^matching\s/],
  ["among", /^among\s/],
  ["pattern", /\{(?:0+|a+|year)\}/],
];

function optionHint(written: string, allowed: readonly OptionName[]): string {
  const short = written.slice(0, 60);
  const unquoted = bare.find(([option, form]) => allowed.includes(option) && form.test(short));
  if (unquoted) return `It stands in backticks: ${unquoted[0] === "pattern" ? `\`${short}\`` : examples[unquoted[0]]}.`;
  for (const [form, hint, wants] of elsewhere) {
    if (form.test(short) && (wants === undefined || allowed.includes(wants))) return hint;
  }
  const ends = /^\(?(-?[\d.]*\d)\s*(?:\.\.\.?|-|–|,)\s*(-?[\d.]*\d)\)?$/.exec(short);
  if (ends && allowed.includes("range")) return `Did you mean "${ends[1]} to ${ends[2]}"?`;
  const words = allowed.map((name) => examples[name]);
  const stem = (text: string) => text.replace(/[\d`(].*$/, "").trim();
  const near = nearest(stem(short), words.filter((word) => stem(word) !== "").map(stem));
  const meant = near === undefined ? undefined : words.find((word) => stem(word) === near);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return `Its options: ${words.join("; ")}.`;
}

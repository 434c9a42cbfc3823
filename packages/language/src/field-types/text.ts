// text, long text, Markdown text: with a length and a pattern.
import { spanOf, type Text } from "../text/text.ts";
import { longestText } from "../text/patterns.ts";
import { quoteText } from "../expression/sql/sql-quote.ts";
import { readPattern, type Pattern } from "../expression/regex/regex.ts";
import type { Matching } from "../sections/entities/model.ts";
import { composed, tooLong, unmatched } from "./column-sql.ts";
import type { Edged, FamilyOf, FieldTypeDefinition, Literal, LiteralContext } from "./field-type.ts";
import { wrongPattern } from "./problems.ts";
import { readLength } from "./reading/amounts.ts";
import type { FoundOptions } from "./reading/options.ts";
import { codeIn, finish, named, options, type Reader } from "./reading/reader.ts";

type TextType = FamilyOf<"text">;

const textType = (
  kind: TextType["kind"],
  synonyms: readonly string[],
  aliases: readonly string[],
): FieldTypeDefinition<TextType> => ({
  name: kind,
  synonyms,
  aliases,
  pattern: named(kind),
  read(reader, groups) {
    const found = options(reader, kind, groups, ["up to", "matching", "unique"]);
    const upTo = readLength(found.get("up to"), reader.address, reader.problems);
    return finish(reader, found, { kind, upTo, matching: readMatching(reader, found) });
  },
  computable: "plain",
  column: "text",
  amounts: ({ upTo }) => [{ amount: upTo, wants: "whole number", what: '"up to" needs a number of characters' }],
  resolve: (type, names) => ({ ...type, upTo: names.amount(type.upTo) }),
  kind: () => ({ kind: "text" }),
  literal: readWords,
  normalize: composed,
  refused: ({ upTo, matching }, column, limits) => [
    tooLong(column, limits.amount(upTo) ?? String(longestText)),
    ...(matching === undefined ? [] : [unmatched(column, quoteText(matching.pattern.regex))]),
  ],
  edges: ({ upTo, matching }): readonly Edged[] => [
    ...(upTo === undefined
      ? []
      : ([
          { what: "of the greatest length", edge: { kind: "length", upTo, over: 0 }, code: undefined },
          { what: "one longer", edge: { kind: "length", upTo, over: 1 }, code: "TOO_LONG" },
        ] as const)),
    ...(matching === undefined
      ? []
      : ([{ what: "of another form", edge: { kind: "unmatched" }, code: "INVALID" }] as const)),
  ],
  input({ upTo, matching }, context) {
    const words = context.number(upTo);
    const most = words === undefined ? undefined : Number(words);
    return {
      kind,
      ...(most === undefined ? {} : { upTo: most }),
      ...(matching === undefined ? {} : matchingInput(matching.pattern, most)),
    };
  },
  typeScript: () => "string",
});

function readMatching(reader: Reader, found: FoundOptions): Matching | undefined {
  const code = codeIn(found.get("matching")?.groups["code"]);
  if (!code) return undefined;
  const read = readPattern(code.text);
  if ("pattern" in read) return { pattern: read.pattern, span: spanOf(code) };
  // The very character where the pattern goes wrong; at its end, the closing backtick.
  const span = spanOf(code, read.at, read.at + 1);
  reader.problems.push(wrongPattern.at({ span, address: reader.address }, read.message));
  return undefined;
}

function readWords(text: Text, { upTo, matching }: TextType, { valueOf }: LiteralContext): Literal {
  const value = text.text.normalize("NFC");
  const most = upTo && valueOf(upTo);
  const length = [...value].length;
  if (most?.kind === "number" && most.scale === 0 && BigInt(length) > most.digits)
    return { hint: `At most ${most.digits} characters; it has ${length}.` };
  // Patterns are cheap on short texts only; longer ones are checked when the row is written.
  if (matching && length <= 200 && !new RegExp(matching.pattern.regex, "u").test(value))
    return { hint: `It has to match \`${matching.pattern.source}\`.` };
  return { value };
}

/** An example that is too long for its field would be none. */
const matchingInput = ({ regex, example }: Pattern, upTo: number | undefined) => ({
  matching: regex,
  ...(example === undefined || example.length > (upTo ?? example.length) ? {} : { example }),
});

export const texts = {
  text: textType(
    "text",
    ["string", "str", "varchar", "nvarchar", "char", "character", "citext"],
    ["short text", "single line", "word", "uuid"],
  ),
  "long text": textType(
    "long text",
    ["multi-line text", "clob", "longtext", "mediumtext"],
    ["textarea", "multiline", "paragraph"],
  ),
  "Markdown text": textType("Markdown text", ["markdown"], ["rich text", "richtext", "html", "md"]),
};

// number, integer, percent, money: exact decimals, with a range.
import type { Text } from "../text/text.ts";
import { compareExact } from "../expression/exact.ts";
import type { Kind } from "../expression/type.ts";
import { readValue, valueHint } from "../clause/read-value.ts";
import type { Amount } from "../clause/value.ts";
import { invalid } from "./column-sql.ts";
import type { AmountKind, Edged, FamilyOf, FieldTypeDefinition, Literal, LiteralContext } from "./field-type.ts";
import { readRange } from "./reading/amounts.ts";
import { finish, named, options } from "./reading/reader.ts";

type NumberType = FamilyOf<"number">;

/** What differs from one to another. */
type NumberTraits = {
  readonly synonyms?: readonly string[];
  readonly aliases: readonly string[];
  readonly column: "numeric" | "bigint";
  readonly decimals: (moneyScale: number) => number;
  readonly kind: (decimals: number) => Kind;
  readonly wants: AmountKind;
  readonly plural: string;
  /** The kinds of values that may be written for one. */
  readonly written: readonly string[];
  /** By how many places what is written is shifted against what is stored. */
  readonly shift: number;
  readonly hint: string;
};

const decimal = (scale: number) => (): Kind => ({ kind: "number", scale });

const numberType = (kind: NumberType["kind"], traits: NumberTraits): FieldTypeDefinition<NumberType> => ({
  name: kind,
  ...(traits.synonyms === undefined ? {} : { synonyms: traits.synonyms }),
  aliases: traits.aliases,
  pattern: named(kind),
  read(reader, groups) {
    const found = options(reader, kind, groups, ["range"]);
    return finish(reader, found, { kind, ...readRange(kind, found.get("range"), reader.address, reader.problems) });
  },
  computable: "plain",
  column: traits.column,
  decimals: traits.decimals,
  amounts: ({ from, to }) =>
    [from, to].map((amount) => ({
      amount,
      wants: traits.wants,
      what: `the ends of the range are ${traits.plural}`,
    })),
  resolve: (type, names) => ({ ...type, from: names.amount(type.from), to: names.amount(type.to) }),
  kind: () => traits.kind(traits.decimals(0)),
  literal: (text, type, context) => readNumber(text, type, traits, context),
  ...(kind === "integer"
    ? {}
    : { normalize: (column, given) => rounded(kind, column, traits.decimals(given.moneyScale), given.isGiven) }),
  refused({ from, to }, column, limits) {
    const [least, most] = [limits.amount(from), limits.amount(to)];
    const shape =
      kind === "integer"
        ? []
        : [`abs(${column}) < ${greatest}`, `${column} = round(${column}, ${traits.decimals(limits.moneyScale)})`];
    const range = [
      ...(least === undefined ? [] : [`${column} >= ${least}`]),
      ...(most === undefined ? [] : [`${column} <= ${most}`]),
    ];
    const holds = [...shape, ...range];
    return holds.length === 0 ? [] : [invalid(`NOT (${holds.join(" AND ")})`)];
  },
  edges: ({ from, to }) => [
    ...bounds("least", from, -1),
    ...bounds("most", to, 1),
    // Of an integer that would be no value at all.
    ...(kind === "integer" ? [] : decimals),
  ],
  input({ from, to }, context) {
    const [least, most] = [context.number(from), context.number(to)];
    return {
      kind,
      scale: traits.decimals(context.moneyScale),
      ...(least === undefined ? {} : { from: least }),
      ...(most === undefined ? {} : { to: most }),
    };
  },
  typeScript: () => "number",
});

/** Beyond any amount that people mean, and what expressions reckon with; NaN and infinities are greater still. */
const greatest = `1${"0".repeat(34)}`;

/** What a person gives is not changed before it has been judged: 1.5 may become 1.50, and 1.501 stays. */
function rounded(kind: NumberType["kind"], column: string, places: number, isGiven: string): string {
  const round = `round(${column}, ${places})`;
  const kept = kind === "money" ? round : `trim_scale(${round})`;
  return `IF ${column} = ${round} OR NOT (${isGiven}) THEN ${column} := ${kept}; END IF;`;
}

function readNumber(
  text: Text,
  type: NumberType,
  traits: NumberTraits,
  { valueOf, currency, isCurrencyOpen }: LiteralContext,
): Literal {
  const value = readValue(text);
  if (!value) return { hint: /^[-\d€$£¥]/.test(text.text) ? valueHint(text.text) : traits.hint };
  if (!traits.written.includes(value.kind) || !("digits" in value)) return { hint: traits.hint };
  if (value.kind === "money" && value.currency !== currency?.code && !isCurrencyOpen) {
    return { hint: currency ? `Amounts are in ${currency.code}.` : "Section 9 sets no currency." };
  }
  const most = traits.decimals(currency?.minorUnits ?? 2);
  if (value.scale > most) {
    const places = most - traits.shift;
    return { hint: places === 0 ? "Write a whole number." : `At most ${places} decimals are kept.` };
  }
  const [from, to] = [type.from && valueOf(type.from), type.to && valueOf(type.to)];
  if (from && compareExact(value, from) < 0) return { hint: "It is below the range of the field." };
  if (to && compareExact(value, to) > 0) return { hint: "It is above the range of the field." };
  return { value: { digits: value.digits, scale: value.scale } };
}

const decimals: readonly Edged[] = [
  { what: "as fine as it may be", edge: { kind: "finest" }, code: undefined },
  { what: "too fine", edge: { kind: "finer" }, code: "INVALID" },
];

const bounds = (word: string, amount: Amount | undefined, beyond: -1 | 1): readonly Edged[] =>
  amount === undefined
    ? []
    : [
        { what: `at its ${word}`, edge: { kind: "amount", amount, steps: 0 }, code: undefined },
        { what: `beyond its ${word}`, edge: { kind: "amount", amount, steps: beyond }, code: "INVALID" },
      ];

export const numbers = {
  number: numberType("number", {
    synonyms: ["float", "double", "double precision", "decimal", "numeric", "real", "float8"],
    aliases: ["num", "amount"],
    column: "numeric",
    decimals: () => 6,
    kind: decimal(6),
    wants: "number",
    plural: "numbers",
    written: ["number"],
    shift: 0,
    hint: "Write a number such as 2.5.",
  }),
  integer: numberType("integer", {
    synonyms: ["int", "int4", "int8", "bigint", "smallint", "whole number"],
    aliases: ["count", "counter", "long", "short"],
    column: "bigint",
    decimals: () => 0,
    kind: decimal(0),
    wants: "whole number or negative",
    plural: "whole numbers",
    written: ["number"],
    shift: 0,
    hint: "Write a whole number such as 7.",
  }),
  percent: numberType("percent", {
    synonyms: ["percentage"],
    aliases: ["ratio", "rate", "%"],
    column: "numeric",
    decimals: () => 4,
    kind: decimal(4),
    wants: "percent",
    plural: "percentages",
    written: ["percent"],
    shift: 2,
    hint: "A percentage has its sign: 20 %.",
  }),
  money: numberType("money", {
    aliases: ["currency", "price", "cash"],
    column: "numeric",
    decimals: (moneyScale) => moneyScale,
    kind: () => ({ kind: "money" }),
    wants: "money",
    plural: "amounts of money",
    written: ["money", "number"],
    shift: 0,
    hint: "Write an amount such as 1.50 EUR.",
  }),
};

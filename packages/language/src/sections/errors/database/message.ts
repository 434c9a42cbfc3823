// A message of the catalogue in one language: a text, or SQL where it depends on the moment.
import { fixedValue } from "../../../expression/analysis/decider.ts";
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Typed } from "../../../expression/typed.ts";
import { exactWords } from "../../../expression/exact.ts";
import type { PluralBranch, Template, TemplatePart } from "../../../clause/template.ts";
import type { Design } from "../../../plan/design.ts";
import { momentSql } from "./moment-words.ts";
import { valueWords, type Speaking } from "./words-of-values.ts";

/** `text`: known already. `sql`: an expression that gives it. Undefined where it names something that is not shown. */
export type Message = { readonly text: string } | { readonly sql: string } | undefined;

export function messageOf(template: Template, speaking: Speaking, design: Design): Message {
  const pieces = piecesOf(template.parts, speaking, design, undefined);
  if (pieces === undefined) return undefined;
  if (pieces.every((piece) => "text" in piece)) return { text: pieces.map((piece) => piece.text).join("") };
  return { sql: sqlOf(pieces) };
}

type Piece = { readonly text: string } | { readonly sql: string };

const sqlOf = (pieces: readonly Piece[]): string =>
  pieces.length === 0
    ? "''"
    : `concat(${pieces.map((piece) => ("text" in piece ? quoteText(piece.text) : piece.sql)).join(", ")})`;

function piecesOf(
  parts: readonly TemplatePart[],
  speaking: Speaking,
  design: Design,
  counted: Piece | undefined,
): readonly Piece[] | undefined {
  const all = parts.map((part): readonly Piece[] | undefined => {
    if (part.kind === "text") return [{ text: part.text }];
    if (part.kind === "number") return [counted ?? { text: "#" }];
    const typed = design.compiled.checked.get(part.expression)?.typed;
    if (typed === undefined) return undefined;
    if (part.kind === "expression") return [shown(typed, speaking, design)];
    return plural(typed, part.branches, speaking, design);
  });
  return all.every((piece) => piece !== undefined) ? all.flat() : undefined;
}

function shown(typed: Typed, speaking: Speaking, design: Design): Piece {
  const known = fixedValue(typed, design.compiled.schema);
  if (known === undefined) return { sql: momentSql(typed, speaking, design) };
  const of = typed.node === "constant" ? design.compiled.lookup.constants.get(typed.id)?.value : undefined;
  return { text: translated(valueWords(known, typed.type, of, speaking), speaking, design) };
}

/** Yes, no and choices are words of the document, if it has them in that language. */
function translated(text: string, { language }: Speaking, { compiled }: Design): string {
  const word = compiled.model.constants.words.find((one) => one.word === text);
  return word?.translations.get(language) || text;
}

function plural(
  typed: Typed,
  branches: readonly PluralBranch[],
  speaking: Speaking,
  design: Design,
): readonly Piece[] | undefined {
  const known = fixedValue(typed, design.compiled.schema);
  const counted = shown(typed, speaking, design);
  const rules = new Intl.PluralRules(speaking.language);
  const said = (branch: PluralBranch) => piecesOf(branch.parts, speaking, design, counted);
  if (typeof known === "bigint") {
    const scale = typed.type.kind === "number" ? typed.type.scale : 0;
    const category = rules.select(Number(exactWords({ digits: known, scale })));
    const exact = branches.find(
      ({ when }) => typeof when === "number" && known === BigInt(when) * 10n ** BigInt(scale),
    );
    const branch =
      exact ?? branches.find(({ when }) => when === category) ?? branches.find(({ when }) => when === "other");
    return branch === undefined ? [] : said(branch);
  }
  const number = design.print(typed, "strict");
  const cases = branches.map((branch) => ({ when: branch.when, pieces: said(branch) }));
  if (cases.some(({ pieces }) => pieces === undefined)) return undefined;
  const arms = cases.flatMap(({ when, pieces }) => {
    if (when === "other") return [];
    const test = typeof when === "number" ? `n = ${when}` : categorySql(when, rules);
    return [{ exact: typeof when === "number", sql: `WHEN ${test} THEN ${sqlOf(pieces ?? [])}` }];
  });
  const ordered = [...arms.filter(({ exact }) => exact), ...arms.filter(({ exact }) => !exact)].map(({ sql }) => sql);
  const other = sqlOf(cases.find(({ when }) => when === "other")?.pieces ?? []);
  if (ordered.length === 0) return [{ sql: other }];
  return [
    { sql: `(SELECT CASE ${ordered.join(" ")} ELSE ${other} END FROM (SELECT (${number})::numeric AS n) AS counted)` },
  ];
}

/** Languages count by the last two digits of whole numbers; small ones and fractions may be apart. */
function categorySql(category: string, rules: Intl.PluralRules): string {
  const which = (from: number) =>
    Array.from({ length: 100 }, (_, index) => from + index).filter((number) => rules.select(number) === category);
  const [small, large] = [which(0), which(100)];
  const among = (value: string, numbers: readonly number[]) =>
    numbers.length === 0 ? "false" : `${value} IN (${numbers.join(", ")})`;
  const whole = `CASE WHEN abs(n) < 100 THEN ${among("abs(n)", small)} ELSE ${among("mod(abs(n), 100) + 100", large)} END`;
  return `CASE WHEN n = trunc(n) THEN ${whole} ELSE ${String(rules.select(1.5) === category)} END`;
}

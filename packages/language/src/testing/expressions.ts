// Random texts for the parser of expressions: well-formed ones in our spelling and in CEL's, and soups of tokens.
import fc from "fast-check";

/** One expression in two spellings. */
export type Spelled = { readonly ours: string; readonly cel: string };

const same = (text: string): Spelled => ({ ours: text, cel: text });
const names = ["a", "b", "ticket", "_x1", "Ticket", "android", "note", "i", "nullable"];
const numbers = ["0", "7", "12.50", "007", "0.1", "99999999999999999999", "3.0"];
const texts = [
  "''",
  '"it\'s"',
  "'é'",
  "'e\\u0301'",
  '"\\\\ \\" \\n\\t\\x41\\101\\U0001F600"',
  "'😀'",
  "'and'",
  "'a\\'b ( '",
  '"\t"',
  "'a\\?\\`'",
];
const comparisons = ["==", "!=", "<", "<=", ">", ">=", "in"].map(same);
const joins: readonly Spelled[] = [{ ours: "and", cel: "&&" }, { ours: "or", cel: "||" }, same("&&"), same("||")];

/** Well-formed texts of the profile with any spacing. Brackets in CEL's spelling say how far a `not` reaches. */
export const wellFormed: fc.Arbitrary<Spelled> = fc.gen().map((gen) => {
  const upTo = (max: number) => gen(fc.nat, { max });
  const pick = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item;
  const glue = (left: string, right: string, space: string) =>
    /\w$/.test(left) && /^[\w.'"]/.test(right) ? ` ${right}` : space + right;
  const join = (...parts: readonly (Spelled | string)[]): Spelled =>
    parts.reduce<Spelled>((all, part) => {
      const { ours, cel } = typeof part === "string" ? same(part) : part;
      const space = upTo(2) === 0 ? pick([" ", "  ", "\t", "\n "]) : "";
      return { ours: all.ours + glue(all.ours, ours, space), cel: all.cel + glue(all.cel, cel, space) };
    }, same(""));
  const chained = (part: () => Spelled, most: number, signs: readonly Spelled[]): Spelled => {
    let all = part();
    for (let more = upTo(most); more > 0; more--) all = join(all, pick(signs), part());
    return all;
  };
  const inBrackets = (open: string, close: string, depth: number): Spelled =>
    upTo(3) === 0
      ? same(open + close)
      : join(
          open,
          chained(() => expression(depth), 2, [same(",")]),
          close,
        );

  const value = (depth: number): Spelled => {
    switch (upTo(depth <= 0 ? 3 : 10)) {
      case 0:
        return same(pick(numbers));
      case 1:
        return same(pick(texts));
      case 2:
        return same(pick(["true", "false", "null"]));
      case 4:
        return join("(", expression(depth - 1), ")");
      case 5:
        return inBrackets("[", "]", depth - 1);
      case 6:
        return join(pick(names), inBrackets("(", ")", depth - 1));
      case 7:
        return join(pick(names), ".", pick(["name", "package", "for"]));
      case 8:
        return join("(", pick(names), "+", value(0), ")", "[", expression(depth - 1), "]");
      case 9:
        return join(
          pick(names),
          ".",
          pick(["exists", "all", "map", "filter", "exists_one"]),
          "(",
          "x",
          ",",
          expression(depth - 1),
          ")",
        );
      case 10:
        return join(
          pick(names),
          ".",
          pick(["size", "contains", "sum"]),
          inBrackets("(", ")", depth - 1),
          ".",
          pick(names),
        );
      default:
        return same(pick(names));
    }
  };
  const signed = (depth: number) => (upTo(5) === 0 ? join(pick(["!", "-", "!!", "--"]), value(depth)) : value(depth));
  const product = (depth: number) => chained(() => signed(depth - 1), upTo(2), ["*", "/", "%"].map(same));
  const sum = (depth: number) => chained(() => product(depth), upTo(2), ["+", "-"].map(same));
  const condition = (depth: number): Spelled => {
    const kind = depth <= 0 ? 9 : upTo(9);
    if (kind === 0) {
      const of = condition(depth - 1);
      return { ours: join("not", of).ours, cel: `!(${of.cel})` };
    }
    if (kind === 1) {
      const [left, right] = [sum(depth), sum(depth)];
      return { ours: join(left, "not", "in", right).ours, cel: `!(${join(left, "in", right).cel})` };
    }
    return kind < 5 ? join(sum(depth), pick(comparisons), sum(depth)) : sum(depth);
  };
  const both = (depth: number) =>
    chained(
      () => condition(depth),
      upTo(2),
      joins.filter(({ cel }) => cel === "&&"),
    );
  const either = (depth: number) =>
    chained(
      () => both(depth),
      upTo(1),
      joins.filter(({ cel }) => cel === "||"),
    );
  const expression = (depth: number): Spelled =>
    depth > 0 && upTo(7) === 0
      ? join(either(depth - 1), "?", either(depth - 1), ":", expression(depth - 1))
      : either(depth);
  return expression(2);
});

/** Unlike CEL's grammar, the oracle does not read the longest word: `truest` is `true st`, `'x'ina` is `'x' in a`. */
const oracleCanRead = (text: string) => !/(?:true|false|in)\w/.test(text);

const signs = [
  "a",
  "c",
  "1",
  "2.5",
  '"x"',
  "'y'",
  "==",
  "<",
  ">=",
  "&&",
  "||",
  "!",
  "-",
  "+",
  "*",
  "%",
  "(",
  ")",
  "[",
  "]",
  ",",
  ".",
  "?",
  ":",
  "in",
  "true",
  "null",
  "f",
  "-1",
  ".size()",
  " ",
  "package",
];

const soup = (tokens: readonly string[]) =>
  fc
    .tuple(fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 9 }), fc.constantFrom("", " "))
    .map(([parts, space]) => parts.join(space))
    .filter(oracleCanRead);

/** CEL's tokens only, so that CEL can be asked about whatever we refuse. */
export const celSoup = soup(signs);
export const ourSoup = soup([...signs, "and", "or", "not", "not in"]);

/** One sign away from a well-formed text. */
export const spoiled = fc
  .tuple(wellFormed, fc.nat(), fc.constantFrom("", ...signs), fc.nat({ max: 2 }))
  .map(([{ ours }, place, sign, gone]) => {
    const at = place % (ours.length + 1);
    return ours.slice(0, at) + sign + ours.slice(at + gone);
  })
  .filter(oracleCanRead);

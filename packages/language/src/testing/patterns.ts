// Random patterns and texts to match them with: of the dialect, around its edges, and ambiguous ones.
import fc from "fast-check";

const characters = [
  "a",
  "b",
  "Z",
  "0",
  "_",
  "-",
  "é",
  "😀",
  "中",
  '"',
  "'",
  "/",
  "@",
  "#",
  " ",
  "&",
  "~",
  ",",
  ":",
  "=",
  "!",
  "<",
  "%",
  "`",
  ";",
  "\n",
  "\t",
];
const escapes = [
  "\\.",
  "\\\\",
  "\\/",
  "\\-",
  "\\[",
  "\\]",
  "\\{",
  "\\}",
  "\\|",
  "\\$",
  "\\^",
  "\\*",
  "\\+",
  "\\?",
  "\\(",
  "\\)",
  "\\<",
  "\\~",
];
const sets = [
  ".",
  "\\d",
  "\\w",
  "\\s",
  "[a-c]",
  "[^a-c]",
  "[\\d_]",
  "[é-ü]",
  "[^\\s]",
  "[^\\w\\n]",
  "[😀-😂]",
  "[\\]]",
  "[\\^a]",
  "[.]",
  "[-a]",
  "[a-]",
  "[(]",
  "[|$]",
  "[&&]",
  "[a&&b]",
  "[:a:]",
  "[.a.]",
  "[=a=]",
  "[\\[:alpha:]",
  "[\\[=a=]",
  "[a\\-c]",
  "[!-/]",
];
/** What the dialect refuses, because the engines disagree on it or one of them does not know it. */
const foreign = [
  "^",
  "$",
  "(?=a)",
  "(?!a)",
  "(?<=b)",
  "(?i)",
  "(?:a)",
  "(?<n>a)",
  "\\b",
  "\\y",
  "\\1",
  "\\D",
  "\\S",
  "\\m",
  "\\A",
  "\\Z",
  "[z-a]",
  "[]",
  "{",
  "}",
  "]",
  "***:",
  "[[:alpha:]]",
  "(a{200}){200}",
];
const repeats = ["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{1,}", "{0}", "{255}"];
const foreignRepeats = ["*?", "*+", "{256}", "{1,300}", "{,3}", "{3,2}", "**"];

/** About one in five holds something that the dialect refuses. */
export const pattern: fc.Arbitrary<string> = fc.gen().map((gen) => {
  const upTo = (max: number) => gen(fc.nat, { max });
  const pick = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item;
  const atom = (depth: number): string => {
    const kind = upTo(19);
    if (kind === 0) return pick(foreign);
    if (kind < 5 && depth > 0) return `(${choice(depth - 1)})`;
    return pick(kind < 10 ? sets : kind < 13 ? escapes : characters);
  };
  const repeated = (depth: number) =>
    atom(depth) + (upTo(2) === 0 ? pick(upTo(15) === 0 ? foreignRepeats : repeats) : "");
  const sequence = (depth: number) =>
    (upTo(5) === 0 ? "^" : "") +
    Array.from({ length: upTo(3) }, () => repeated(depth)).join("") +
    (upTo(5) === 0 ? "$" : "");
  const choice = (depth: number): string => (upTo(4) === 0 ? `${sequence(depth)}|${sequence(depth)}` : sequence(depth));
  return choice(2);
});

const matched = [
  "a",
  "b",
  "c",
  "Z",
  "0",
  "9",
  "_",
  "-",
  ".",
  " ",
  "\n",
  "\r",
  "\t",
  "\v",
  "\f",
  "\u0085",
  "\u2028",
  "\u00a0",
  "é",
  "ü",
  "É",
  "😀",
  "😁",
  "中",
  "\\",
  "/",
  "[",
  "]",
  "^",
  "$",
  "١",
  "ſ",
  "K",
  "(",
  ")",
  "|",
  "{",
  "}",
  '"',
  "'",
  "&",
  ":",
  "=",
  "*",
  "+",
  "?",
  "%",
  ",",
  "#",
  "@",
  "~",
  "`",
  ";",
  "<",
  "!",
  "l",
  "p",
];
export const matchedText = fc.array(fc.constantFrom(...matched), { maxLength: 6 }).map((parts) => parts.join(""));

/** Of one or two letters, so that most ways to match are there at once. */
export const ambiguousPattern: fc.Arbitrary<string> = fc.gen().map((gen) => {
  const upTo = (max: number) => gen(fc.nat, { max });
  const pick = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item;
  const count = () => pick(["*", "+", "?", `{${upTo(30)}}`, `{0,${1 + upTo(60)}}`, `{1,${1 + upTo(60)}}`, "{2,}"]);
  const part = (depth: number): string => {
    const of =
      depth > 0 && upTo(1) === 0
        ? `(${parts(depth - 1)}${upTo(2) === 0 ? `|${parts(depth - 1)}` : ""})`
        : pick(["a", "b", "[ab]", "."]);
    return upTo(2) > 0 ? of + count() : of;
  };
  const parts = (depth: number): string => Array.from({ length: 1 + upTo(2) }, () => part(depth)).join("");
  return (upTo(1) === 0 ? "^" : "") + parts(2) + pick(["c", "$", "b", ""]);
});

// Tokens as a tree of brackets and CASE … END, each part with its text on one line.
import type { Token } from "./tokens.ts";

export type Leaf = Token;
export type Group = {
  readonly kind: "group";
  readonly open: Leaf;
  readonly items: Run;
  /** Missing where the text ends before the group does. */
  readonly close: Leaf | undefined;
  /** Undefined where it has no place on one line: it is too long, or a comment ends the line. */
  readonly flat: string | undefined;
};
export type Item = Leaf | Group;
export type Run = readonly Item[];

/** No line is longer, unless a single word or text is. */
export const mostColumns = 110;

export const isWord = (item: Item | undefined, word: string): boolean => item?.kind === "word" && item.text === word;
export const isWordOf = (item: Item | undefined, words: ReadonlySet<string>): boolean =>
  item?.kind === "word" && words.has(item.text);
export const isMark = (item: Item | undefined, mark: string): boolean => item?.kind === "mark" && item.text === mark;

/** Words at which a line may begin, written in capitals as everywhere here: white space stands on both sides. */
const breaking = new Set(
  `SELECT PERFORM INSERT UPDATE DELETE WITH VALUES RETURNING FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FOR UNION EXCEPT
  INTERSECT ON SET LEFT RIGHT FULL INNER CROSS NATURAL JOIN INTO USING AND OR THEN WHEN ELSE ELSIF END CASE AS IN NOT`.split(
    /\s+/,
  ),
);

const first = (item: Item): Leaf => (item.kind === "group" ? item.open : item);
const last = (item: Item): Leaf | undefined => (item.kind === "group" ? item.close : item);
const isBreaking = (leaf: Leaf): boolean =>
  (leaf.kind === "word" && breaking.has(leaf.text)) ||
  (leaf.kind === "operator" && (leaf.text === ":=" || leaf.text === "||"));

const noneBefore: ReadonlySet<string> = new Set([",", ";", ")", "]"]);
const noneAfter: ReadonlySet<string> = new Set(["(", "["]);

/** Whether a space stands between two parts that follow each other; what people wrote counts, but beside brackets. */
export function isSpaced(before: Item, after: Item): boolean {
  const [left, right] = [last(before), first(after)];
  if (left === undefined || (right.kind === "mark" && noneBefore.has(right.text))) return false;
  if (left.kind === "mark" && noneAfter.has(left.text)) return false;
  if (isMark(left, ".") || isMark(right, ".")) return right.isApart;
  return isMark(left, ",") || right.isApart || isBreaking(left) || isBreaking(right);
}

/** Undefined where it has no place on one line. */
export const flatItem = (item: Item): string | undefined =>
  item.kind === "group" ? item.flat : item.kind === "comment" ? undefined : item.text;

/** On one line, where it has no more than so many signs. */
export function flatOf(run: Run, most = mostColumns): string | undefined {
  let text = "";
  let before: Item | undefined;
  for (const item of run) {
    const flat = flatItem(item);
    if (flat === undefined) return undefined;
    text += before !== undefined && isSpaced(before, item) ? ` ${flat}` : flat;
    if (text.length > most) return undefined;
    before = item;
  }
  return text;
}

/** Brackets first: none of them reaches from one statement into another. `each`: what becomes of each list of parts. */
export function bracketed(tokens: readonly Token[], each: (run: Run) => Run = (run) => run): Run {
  const open: { readonly token: Leaf; readonly items: Item[] }[] = [];
  const whole: Item[] = [];
  for (const leaf of tokens) {
    const inner = open.at(-1);
    if (isMark(leaf, "(") || isMark(leaf, "[")) open.push({ token: leaf, items: [] });
    else if (inner !== undefined && (isMark(leaf, ")") || isMark(leaf, "]"))) {
      open.pop();
      (open.at(-1)?.items ?? whole).push(groupOf(inner.token, each(cased(inner.items)), leaf));
    } else (inner?.items ?? whole).push(leaf);
  }
  for (let inner = open.pop(); inner !== undefined; inner = open.pop())
    (open.at(-1)?.items ?? whole).push(groupOf(inner.token, each(cased(inner.items)), undefined));
  return each(whole);
}

function groupOf(open: Leaf, items: Run, close: Leaf | undefined): Group {
  const flat = flatOf([open, ...items, ...(close === undefined ? [] : [close])]);
  return { kind: "group", open, items, close, flat };
}

function hasWord(run: Run, word: string): boolean {
  for (const item of run) if (isWord(item, word)) return true;
  return false;
}

/** CASE … END of an expression, in what is no list of statements. */
export function cased(run: Run): Run {
  if (!hasWord(run, "CASE")) return run;
  const open: { readonly token: Leaf; readonly items: Item[] }[] = [];
  const whole: Item[] = [];
  for (const item of run) {
    const inner = open.at(-1);
    if (item.kind === "word" && item.text === "CASE") open.push({ token: item, items: [] });
    else if (inner !== undefined && item.kind === "word" && item.text === "END") {
      open.pop();
      (open.at(-1)?.items ?? whole).push(groupOf(inner.token, inner.items, item));
    } else (inner?.items ?? whole).push(item);
  }
  for (let inner = open.pop(); inner !== undefined; inner = open.pop())
    (open.at(-1)?.items ?? whole).push(inner.token, ...inner.items);
  return whole;
}

// One statement, condition or list in lines: broken at its outermost parts first, and only where it does not fit.
import { clausesOf, isComments, isJoin, beforeComments, type Clause } from "./clauses.ts";
import {
  flatItem,
  flatOf,
  isMark,
  isSpaced,
  isWord,
  isWordOf,
  mostColumns,
  type Group,
  type Item,
  type Run,
} from "./items.ts";

/** Lists of names and short values fill their lines; other lists have a line for each part. */
const shortPart = 32;

/** Where a run stands: the depth of the line on which it begins, of its next lines, and the column of its first word. */
export type Spot = { readonly depth: number; readonly inner: number; readonly column: number };

export const indent = (depth: number): string => "  ".repeat(depth);
export const lineAt = (depth: number): Spot => ({ depth, inner: depth, column: 2 * depth });
/** Its next lines are indented once more than its first. */
export const hangingAt = (depth: number): Spot => ({ depth, inner: depth + 1, column: 2 * depth });

const newLine = (depth: number): string => `\n${indent(depth)}`;
const lastColumn = (text: string, column: number): number => {
  const at = text.lastIndexOf("\n");
  return at === -1 ? column + text.length : text.length - at - 1;
};

/** `after`: how many signs follow on its last line. */
export function lay(run: Run, spot: Spot, after = 0): string {
  const flat = flatOf(run, mostColumns - spot.column - after);
  if (flat !== undefined) return flat;
  const clauses = clausesOf(run);
  if (clauses !== undefined && clauses.length > 1) return layClauses(clauses, spot, after);
  if (clauses?.[0] !== undefined && clauses[0].head > 0 && run.length > clauses[0].head)
    return layClause(clauses[0], spot.depth, spot.column, after);
  return layParts(run, spot, after);
}

function layClauses(clauses: readonly Clause[], spot: Spot, after: number): string {
  // What stands before a query (`RETURN QUERY`, `FOR one IN`) has a line of its own.
  const depth = clauses.find((clause) => !isComments(clause))?.head === 0 ? spot.inner : spot.depth;
  return clauses
    .map((clause, index) => {
      const own = isJoin(clause) ? depth + 1 : depth;
      const column = index === 0 ? spot.column : 2 * own;
      const text = layClause(clause, own, column, index === clauses.length - 1 ? after : 0);
      return index === 0 ? text : `${newLine(own)}${text}`;
    })
    .join("");
}

const listed: ReadonlySet<string> = new Set(["SELECT", "PERFORM", "SET", "DO", "RETURNING", "VALUES", "WITH"]);

function layClause({ head, run }: Clause, depth: number, column: number, after: number): string {
  const rest = run.slice(head);
  if (head === 0 || rest.length === 0) return layParts(run, { depth, inner: depth + 1, column }, after);
  const name = flatOf(run.slice(0, head)) ?? "";
  const spaced = isSpaced(run[head - 1] ?? run[0]!, rest[0]!) ? `${name} ` : name;
  const begins = column + spaced.length;
  const flat = flatOf(rest, mostColumns - begins - after);
  if (flat !== undefined) return spaced + flat;
  // A list begins below its clause, so that its parts stand below each other.
  const parts = split(rest, (item) => isMark(item, ","), "after");
  if (parts.length > 1 && isWordOf(run[0], listed) && !isFilled(parts))
    return `${name}${newLine(depth + 1)}${layParts(rest, lineAt(depth + 1), after)}`;
  return spaced + layParts(rest, { depth, inner: depth + 1, column: begins }, after);
}

/** What has no clauses of its own. */
function layParts(run: Run, spot: Spot, after: number): string {
  const flat = flatOf(run, mostColumns - spot.column - after);
  if (flat !== undefined) return flat;
  const list = split(run, (item) => isMark(item, ","), "after");
  if (list.length > 1) return isFilled(list) ? fill(list, spot, after) : stack(list, spot, after);
  const assigned = split(run, (item) => item.kind === "operator" && item.text === ":=", "after");
  if (assigned.length === 2) return layAssignment(assigned, spot, after);
  for (const isBetween of separators) {
    const parts = split(run, isBetween, "before");
    if (parts.length > 1) return stack(parts, spot, after);
  }
  return layItems(run, spot, after);
}

/** What binds least comes first. */
const separators: readonly ((item: Item, run: Run, at: number) => boolean)[] = [
  (item) => isWord(item, "THEN"),
  (item) => isWord(item, "OR"),
  (item, run, at) => isWord(item, "AND") && !isOfBetween(run, at),
  (item) => item.kind === "operator" && item.text === "||",
];

/** The AND of `BETWEEN … AND …`. */
function isOfBetween(run: Run, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    if (isWord(run[before], "AND") || isWord(run[before], "OR")) return false;
    if (isWord(run[before], "BETWEEN")) return true;
  }
  return false;
}

function split(run: Run, isBetween: (typeof separators)[number], where: "before" | "after"): readonly Run[] {
  const last = run.length - 1;
  // Most runs have none, and thousands of bodies are laid out at once.
  const cuts: number[] = [];
  for (let at = where === "before" ? 1 : 0; at < (where === "before" ? run.length : last); at++) {
    const item = run[at];
    if (item === undefined || !isBetween(item, run, at)) continue;
    if (where === "after") cuts.push(at + 1);
    else {
      const cut = beforeComments(run, at, cuts.at(-1) ?? 0);
      if (cut > (cuts.at(-1) ?? 0)) cuts.push(cut);
    }
  }
  return cuts.length === 0 ? [run] : [0, ...cuts].map((cut, index) => run.slice(cut, cuts[index]));
}

const isFilled = (parts: readonly Run[]): boolean => parts.every((part) => flatOf(part, shortPart) !== undefined);

function stack(parts: readonly Run[], spot: Spot, after: number): string {
  return parts
    .map((part, index) => {
      const room = index === parts.length - 1 ? after : 0;
      if (index === 0) return layItemsOf(part, spot, room);
      return `${newLine(spot.inner)}${layItemsOf(part, hangingAt(spot.inner), room)}`;
    })
    .join("");
}

/** A part of a list or a condition may be broken further, but not in the same place again. */
const layItemsOf = (part: Run, spot: Spot, after: number): string => {
  const flat = flatOf(part, mostColumns - spot.column - after);
  if (flat !== undefined) return flat;
  return clausesOf(part) === undefined ? layParts(part, spot, after) : lay(part, spot, after);
};

function fill(parts: readonly Run[], spot: Spot, after: number): string {
  let [text, column] = ["", spot.column];
  for (const [index, part] of parts.entries()) {
    const flat = flatOf(part) ?? "";
    const room = index === parts.length - 1 ? after : 0;
    if (index === 0) [text, column] = [flat, column + flat.length];
    else if (column + 1 + flat.length + room <= mostColumns)
      [text, column] = [`${text} ${flat}`, column + 1 + flat.length];
    else [text, column] = [`${text}${newLine(spot.inner)}${flat}`, 2 * spot.inner + flat.length];
  }
  return text;
}

function layAssignment([left = [], right = []]: readonly Run[], spot: Spot, after: number): string {
  const target = `${layItems(left, spot, 0)} `;
  return target + lay(right, { ...spot, column: lastColumn(target, spot.column) }, after);
}

/** One part after the other; brackets that do not fit are opened. */
function layItems(run: Run, spot: Spot, after: number): string {
  let text = "";
  let column = spot.column;
  let isBegun = false;
  let index = -1;
  for (const item of run) {
    const before = run[index++];
    // What comes behind comments alone is no continuation.
    const depth = isBegun ? spot.inner : spot.depth;
    if (before !== undefined && isLineComment(before)) [text, column] = [`${text}${newLine(depth)}`, 2 * depth];
    else if (before !== undefined && isSpaced(before, item)) [text, column] = [`${text} `, column + 1];
    const next = index === run.length - 1 ? after : 0;
    const flat = flatItem(item);
    const fits = flat !== undefined && column + flat.length + next <= mostColumns;
    const own = fits ? flat : layItem(item, before, spot, column, next);
    column = lastColumn(own, column);
    text += own;
    isBegun ||= item.kind !== "comment";
  }
  return text;
}

const isLineComment = (item: Item): boolean => item.kind === "comment" && item.text.startsWith("--");

function layItem(item: Item, before: Item | undefined, spot: Spot, column: number, after: number): string {
  if (item.kind !== "group") return item.text;
  if (item.open.text === "CASE") return layCase(item, spot);
  return layBrackets(
    item,
    isWord(before, "jsonb_build_object") || isWord(before, "json_build_object"),
    spot,
    column,
    after,
  );
}

/** `jsonb_build_object`: a name and its value stand on one line. */
function layPairs(items: Run, spot: Spot): string {
  const parts = split(items, (item) => isMark(item, ","), "after");
  const pairs = parts.flatMap((part, index) => (index % 2 === 0 ? [[...part, ...(parts[index + 1] ?? [])]] : []));
  return pairs
    .map((pair, index) => `${index === 0 ? "" : newLine(spot.depth)}${layItems(pair, hangingAt(spot.depth), 0)}`)
    .join("");
}

function layBrackets(group: Group, isOfPairs: boolean, spot: Spot, column: number, after: number): string {
  const { open, items, close } = group;
  const closing = close?.text ?? "";
  const { depth } = spot;
  const [only] = items;
  if (items.length === 1 && only?.kind === "group" && only.open.text !== "CASE")
    return `${open.text}${layBrackets(only, false, spot, column + 1, after + 1)}${closing}`;
  if (items.length === 0) return open.text + closing;
  const inside = isOfPairs ? layPairs(items, lineAt(depth + 1)) : lay(items, lineAt(depth + 1));
  return `${open.text}${newLine(depth + 1)}${inside}${close === undefined ? "" : `${newLine(depth)}${closing}`}`;
}

const isArm = (item: Item | undefined): boolean => isWord(item, "WHEN") || isWord(item, "ELSE");

function layCase({ open, items, close }: Group, { depth }: Spot): string {
  const parts = split(items, isArm, "before");
  const operand = isArm(parts[0]?.[0]) ? undefined : parts[0];
  const head = operand === undefined ? "" : ` ${lay(operand, { depth, inner: depth + 1, column: 2 * depth + 5 })}`;
  const lines = (operand === undefined ? parts : parts.slice(1)).map(
    (part) => `${newLine(depth + 1)}${lay(part, hangingAt(depth + 1))}`,
  );
  const end = close === undefined ? "" : `${newLine(depth)}${close.text}`;
  return `${open.text}${head}${lines.join("")}${end}`;
}

// Sets of values of one type, exact: codes of a choice, or ranges of points on a line, and perhaps the empty value.
import type { Exact } from "../exact.ts";
import type { Comparison } from "../typed.ts";

export type Values = { /** Whether the empty value belongs to it. */ readonly empty: boolean } & (
  | { readonly kind: "codes"; readonly codes: ReadonlySet<string> }
  /** Whole multiples of 10^-`scale`, in order, apart from each other. Dates count in days, moments and durations in ms. */
  | { readonly kind: "points"; readonly scale: number; readonly ranges: readonly Range[] }
);

/** Both ends belong to it; undefined: no end. */
export type Range = { readonly from: bigint | undefined; readonly to: bigint | undefined };

export const only = (codes: Iterable<string>, empty = false): Values => ({
  kind: "codes",
  codes: new Set(codes),
  empty,
});

export const pointsAt = (scale: number, ranges: readonly Range[], empty = false): Values => ({
  kind: "points",
  scale,
  ranges: tidy(ranges),
  empty,
});

/** All points from one limit to another, as `money 0 to 500` allows. */
export function between(scale: number, from: Exact | undefined, to: Exact | undefined, empty = false): Values {
  const first = from && ceiling(from, scale);
  const last = to && floor(to, scale);
  return pointsAt(scale, [{ from: first, to: last }], empty);
}

/** The points that stand in this order to a constant. Between two points there is nothing. */
export function compared(scale: number, operator: Comparison | "==", limit: Exact): Values {
  const [low, high] = [floor(limit, scale), ceiling(limit, scale)];
  switch (operator) {
    case "==":
      return pointsAt(scale, low === high ? [{ from: low, to: low }] : []);
    case ">=":
      return pointsAt(scale, [{ from: high, to: undefined }]);
    case ">":
      return pointsAt(scale, [{ from: low + 1n, to: undefined }]);
    case "<=":
      return pointsAt(scale, [{ from: undefined, to: low }]);
    case "<":
      return pointsAt(scale, [{ from: undefined, to: high - 1n }]);
  }
}

function floor({ digits, scale }: Exact, wanted: number): bigint {
  if (wanted >= scale) return digits * 10n ** BigInt(wanted - scale);
  const unit = 10n ** BigInt(scale - wanted);
  const cut = digits / unit;
  return digits % unit < 0n ? cut - 1n : cut;
}

const ceiling = (value: Exact, wanted: number): bigint => -floor({ ...value, digits: -value.digits }, wanted);

export function isNone(values: Values): boolean {
  return !values.empty && (values.kind === "codes" ? values.codes.size === 0 : values.ranges.length === 0);
}

/** Whether everything in `part` is in `whole`. */
export const covers = (whole: Values, part: Values): boolean => isNone(without(part, whole));

/** Undefined for sets of different kinds, here and below: their combination is unknown. */
export function intersect(left: Values, right: Values): Values | undefined {
  const empty = left.empty && right.empty;
  if (left.kind === "codes" && right.kind === "codes") {
    return only(
      [...left.codes].filter((code) => right.codes.has(code)),
      empty,
    );
  }
  if (left.kind !== "points" || right.kind !== "points" || left.scale !== right.scale) return undefined;
  return pointsAt(left.scale, overlaps(left.ranges, right.ranges), empty);
}

export function unite(left: Values, right: Values): Values | undefined {
  const empty = left.empty || right.empty;
  if (left.kind === "codes" && right.kind === "codes") return only([...left.codes, ...right.codes], empty);
  if (left.kind !== "points" || right.kind !== "points" || left.scale !== right.scale) return undefined;
  return pointsAt(left.scale, [...left.ranges, ...right.ranges], empty);
}

/** All of them at once, none of which has the empty value; `like` says of which kind they are. */
export function uniteAll(like: Values, sets: readonly Values[]): Values {
  if (like.kind === "codes") return only(sets.flatMap((set) => (set.kind === "codes" ? [...set.codes] : [])));
  return pointsAt(
    like.scale,
    sets.flatMap((set) => (set.kind === "points" ? set.ranges : [])),
  );
}

/** What is in `whole` and not in `part`. */
export function without(whole: Values, part: Values): Values {
  const empty = whole.empty && !part.empty;
  if (whole.kind === "codes") {
    const taken = part.kind === "codes" ? part.codes : new Set<string>();
    return only(
      [...whole.codes].filter((code) => !taken.has(code)),
      empty,
    );
  }
  const taken = part.kind === "points" && part.scale === whole.scale ? part.ranges : [];
  // The gaps around the ranges that are taken, each as far as it lies in the whole.
  const ends: (bigint | undefined)[] = [undefined, ...taken.map(({ to }) => to)];
  const gaps = ends.flatMap((to, index): readonly Range[] => {
    if (index > 0 && to === undefined) return [];
    const next = taken[index];
    if (next && next.from === undefined) return [];
    return [
      { from: to === undefined ? undefined : to + 1n, to: next?.from === undefined ? undefined : next.from - 1n },
    ];
  });
  return pointsAt(whole.scale, overlaps(whole.ranges, gaps), empty);
}

/** Both are in order, so one walk along them is enough: a rule may list hundreds of numbers. */
function overlaps(left: readonly Range[], right: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  for (let [at, to] = [0, 0]; at < left.length && to < right.length;) {
    const [one, other] = [left[at] as Range, right[to] as Range];
    found.push(overlap(one, other));
    if (other.to === undefined || (one.to !== undefined && one.to < other.to)) at++;
    else to++;
  }
  return found;
}

function overlap(one: Range, other: Range): Range {
  const from =
    one.from === undefined ? other.from : other.from === undefined || one.from > other.from ? one.from : other.from;
  const to = one.to === undefined ? other.to : other.to === undefined || one.to < other.to ? one.to : other.to;
  return { from, to };
}

/** In order, without empty ranges, with those that touch made one. */
function tidy(ranges: readonly Range[]): readonly Range[] {
  const isThere = ({ from, to }: Range) => from === undefined || to === undefined || from <= to;
  const sorted = ranges.filter(isThere).sort(({ from: one }, { from: other }) => {
    if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1;
    return one < other ? -1 : one > other ? 1 : 0;
  });
  const tidied: Range[] = [];
  for (const range of sorted) {
    const last = tidied.at(-1);
    const touches = last && (last.to === undefined || range.from === undefined || range.from <= last.to + 1n);
    if (!last || !touches) tidied.push(range);
    else if (last.to !== undefined && (range.to === undefined || range.to > last.to)) {
      tidied[tidied.length - 1] = { from: last.from, to: range.to };
    }
  }
  return tidied;
}

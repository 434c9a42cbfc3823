// Random texts of expressions that should be well typed, guards included; long because it writes every form there is.
import { pascalCase } from "../../text/name.ts";
import type { Schema, Scope } from "../../expression/schema.ts";
import { timeText } from "../../expression/time-of-day.ts";
import type { Type } from "../../expression/type.ts";
import type { Draw } from "../draw.ts";

/** What an expression gives. `whole`: a number without decimals; `days`: a duration of whole days. */
export type Sort =
  | "yes/no"
  | "whole"
  | "number"
  | "money"
  | "text"
  | "date"
  | "datetime"
  | "time"
  | "duration"
  | "days"
  | "choice"
  | "person";

type Path = { readonly text: string; readonly type: Type };

/** What may be named at one place, and which texts are known not to be empty there. */
type Place = { readonly roots: readonly Path[]; readonly known: ReadonlySet<string>; readonly items: number };

type Rows = { readonly text: string; readonly item: Type };

/** `known`: texts of values that are known to be there although their type does not say so. */
export function randomExpression(
  draw: Draw,
  schema: Schema,
  scope: Scope,
  sort: Sort | "rows",
  depth: number,
  known: readonly string[] = [],
): string {
  const roots = [...scope.names].map(([text, { type }]): Path => ({ text, type }));
  for (const { id, oneRow } of schema.entities.values()) {
    if (oneRow) roots.push({ text: pascalCase(id), type: { kind: "row", entity: id, empty: false } });
  }
  const write = writer(draw, schema);
  const place: Place = { roots, known: new Set(known), items: 0 };
  if (sort === "rows") return write.rows(place, depth).text;
  // A condition is never empty; every other value may be, where it stands by itself.
  return sort !== "yes/no" && draw.once(4) ? write.maybe(sort, place, depth) : write.value(sort, place, depth);
}

const orders = ["<", "<=", ">", ">=", "==", "!="];
const scalarSorts: readonly Sort[] = ["whole", "number", "money", "text", "date", "datetime", "time", "duration"];
const patterns = [
  "^[A-Z]{2}-\\d+$",
  "^a",
  "b$",
  ".",
  "^.$",
  "\\w",
  "\\s",
  "^[^a-z]*$",
  "(ab|a)c?",
  "^$",
  "[é-ü]",
  "\\.",
  "^\\d",
  "x|^z",
  "[\\w-]+$",
  "\\\\",
  "%",
  "^(a|b){1,3}$",
  "[^\\d]",
  "a.b",
];

function fits(type: Type, sort: Sort): boolean {
  switch (sort) {
    case "whole":
      return type.kind === "number" && type.scale === 0;
    case "days":
      return type.kind === "duration" && type.days;
    case "person":
      return type.kind === "row" && type.entity === "user";
    default:
      return type.kind === sort;
  }
}

function writer(draw: Draw, schema: Schema) {
  const { number: from, once, pick } = draw;
  const paths = pathsFrom(schema);

  /** The text of something that is there, where there is something of the kind. */
  const leaf = (place: Place, isWanted: (type: Type) => boolean, mayBeEmpty = false): Path | undefined => {
    const found = paths(place).filter(({ type }) => isWanted(type) && (mayBeEmpty || !type.empty));
    return found.length > 0 ? pick(found) : undefined;
  };
  const leafOf = (sort: Sort, place: Place, otherwise: string) =>
    leaf(place, (type) => fits(type, sort))?.text ?? otherwise;

  const clock = (name: "now" | "today", place: Place, otherwise: string) =>
    place.roots.some(({ text }) => text === name) ? name : otherwise;

  const quote = (text: string) => {
    const double = JSON.stringify(text);
    return once(2) ? double : `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  };
  const decimal = (digits: bigint, scale: number) => {
    const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
    return `${digits < 0n ? "-" : ""}${scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`}`;
  };
  const signed = (text: string) => (text.startsWith("-") ? `(${text})` : text);
  const dateText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

  /** A place where something possibly empty is known to be there; undefined where all of that is known already. */
  const guarded = (place: Place, depth: number): { readonly text: string; readonly inside: Place } | undefined => {
    const found = once(4)
      ? { text: maybe(pick(scalarSorts), place, depth), type: undefined }
      : leaf(place, (type) => type.empty && type.kind !== "null", true);
    if (found === undefined || place.known.has(found.text) || found.text === "null") return undefined;
    return { text: found.text, inside: { ...place, known: new Set([...place.known, found.text]) } };
  };
  const withItem = (place: Place, item: Type): { readonly name: string; readonly inside: Place } => {
    const name = `x${place.items + 1}`;
    return { name, inside: { ...place, roots: [...place.roots, { text: name, type: item }], items: place.items + 1 } };
  };

  function value(sort: Sort, place: Place, depth: number): string {
    if (depth > 0 && once(8)) {
      const [then, otherwise] = [
        () => value(sort, place, depth - 1),
        (inside: Place) => value(sort, inside, depth - 1),
      ];
      const guard = once(2) ? guarded(place, depth - 1) : undefined;
      if (guard) return `(${guard.text} == null ? ${then()} : ${otherwise(guard.inside)})`;
      return `(${yesNo(place, depth - 1)} ? ${then()} : ${otherwise(place)})`;
    }
    switch (sort) {
      case "yes/no":
        return yesNo(place, depth);
      case "whole":
        return whole(place, depth);
      case "number":
        return numberOf(place, depth);
      case "money":
        return money(place, depth);
      case "text":
        return textOf(place, depth);
      case "date":
        return date(place, depth);
      case "datetime":
        return datetime(place, depth);
      case "time":
        return time(place, depth);
      case "duration":
        return duration(place, depth);
      case "days":
        return days(place, depth);
      case "choice":
        return leafOf("choice", place, "'low'");
      case "person":
        return leafOf("person", place, "me");
    }
  }

  /** A value that may be empty, in a form that says so. */
  function maybe(sort: Sort, place: Place, depth: number): string {
    const kind = from(0, depth > 0 ? 7 : 2);
    if (kind < 3 || sort === "text" || sort === "choice" || sort === "person") {
      return leaf(place, (type) => fits(type, sort), true)?.text ?? value(sort, place, depth);
    }
    if (kind === 3) return `(${yesNo(place, depth - 1)} ? ${value(sort, place, depth - 1)} : null)`;
    if (kind === 4 && sort === "whole") {
      return `(${whole(place, depth - 1)} ${pick(["/", "%"])} ${leafOf("whole", place, "limit")})`;
    }
    if (kind === 5 && sort === "number")
      return `div(${numberOf(place, depth - 1)}, ${leafOf("number", place, "tax")}, ${from(0, 4)})`;
    const list = scalars(sort, place, depth - 1);
    if (kind === 6) {
      const { name } = withItem(place, { kind: "null", empty: false });
      return once(2) || sort === "yes/no" ? `${list}.only()` : `${list}.first(${name}, ${once(2) ? "-" : ""}${name})`;
    }
    const isNumber = sort === "whole" || sort === "number" || sort === "money" || sort === "duration";
    if (sort === "yes/no") return `${list}.only()`;
    return `${list}.${pick(isNumber && sort !== "whole" ? ["min", "max", "average", "median"] : ["min", "max"])}()`;
  }

  /** A list of values that are there. */
  function scalars(sort: Sort, place: Place, depth: number): string {
    if (once(5))
      return `[${Array.from({ length: from(1, 3) }, () => value(sort, place, Math.min(depth, 1))).join(", ")}]`;
    const list = rows(place, depth);
    const { name, inside } = withItem(place, { ...list.item, empty: false });
    const there = list.item.empty ? `${list.text}.filter(${name}, ${name} != null)` : list.text;
    if (once(3)) {
      const found = leaf({ ...inside, roots: inside.roots.slice(-1) }, (type) => fits(type, sort), true);
      const second = `${name}b`;
      if (found) return `${there}.map(${name}, ${found.text}).filter(${second}, ${second} != null)`;
    }
    return `${there}.map(${name}, ${value(sort, inside, depth - 1)})`;
  }

  /** A list of rows, possibly with empty ones among them. */
  function rows(place: Place, depth: number): Rows {
    const isRows = (type: Type) => type.kind === "list" && type.of.kind === "row";
    const found = once(6) ? undefined : leaf(place, isRows);
    const entity = pick([...schema.entities.values()].filter(({ oneRow }) => !oneRow));
    const start: Rows =
      found?.type.kind === "list"
        ? { text: found.text, item: found.type.of }
        : { text: pascalCase(entity.id), item: { kind: "row", entity: entity.id, empty: false } };
    if (depth <= 0 || once(2)) return start;
    if (once(12))
      return {
        text: `(${yesNo(place, depth - 1)} ? ${pick(["[]", "[null]"])} : ${start.text})`,
        item: { ...start.item, empty: true },
      };
    const { name, inside } = withItem(place, start.item);
    switch (from(0, 3)) {
      case 0: {
        const step = leaf({ ...inside, roots: inside.roots.slice(-1) }, (type) => type.kind === "row", true);
        return step && step.text !== name
          ? { text: `${start.text}.map(${name}, ${step.text})`, item: step.type }
          : start;
      }
      case 1: {
        const other = leaf(place, (type) => isRowsLike(type, start.item));
        return other ? { ...start, text: `(${yesNo(place, depth - 1)} ? ${start.text} : ${other.text})` } : start;
      }
      default:
        return { ...start, text: `${start.text}.filter(${name}, ${yesNo(inside, depth - 1)})` };
    }
  }

  function whole(place: Place, depth: number): string {
    const own = () => leafOf("whole", place, "limit");
    switch (from(0, depth > 0 ? 12 : 2)) {
      case 0:
        return signed(String(draw.whole()));
      case 1:
      case 2:
        return own();
      case 3:
      case 4:
        return `(${whole(place, depth - 1)} ${pick(["+", "-", "*"])} ${whole(place, depth - 1)})`;
      case 5:
        return `size(${textOf(place, depth - 1)})`;
      case 6:
        return `size(${rows(place, depth - 1).text})`;
      case 7:
        return `weekday(${date(place, depth - 1)})`;
      case 8:
        return `days_between(${date(place, depth - 1)}, ${date(place, depth - 1)})`;
      case 9:
        return `(${whole(place, depth - 1)} ${pick(["/", "%"])} ${pick(["2", "3", "(-3)", "7", "limit"])})`;
      case 10:
        return `${scalars("whole", place, depth - 1)}.sum()`;
      case 11:
        return `round(${numberOf(place, depth - 1)}, 0)`;
      default:
        return `${pick(["min", "max"])}(${whole(place, depth - 1)}, ${own()})`;
    }
  }

  /** No literal, which may be too large where it stands. */
  const someWhole = (place: Place, depth: number) => `(limit + ${whole(place, depth)})`;

  /** At most six decimals, so that products of two stay within what is kept. */
  function numberOf(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 10 : 3)) {
      case 0:
        return signed(decimal(draw.digits(), from(0, 4)));
      case 1:
      case 2:
        return leafOf("number", place, "tax");
      case 3:
        return whole(place, depth - 1);
      case 4:
        return `(${numberOf(place, depth - 1)} ${pick(["+", "-"])} ${numberOf(place, depth - 1)})`;
      case 5:
      case 6:
        return `round(${numberOf(place, depth - 1)} * ${numberOf(place, depth - 1)}, ${from(0, 6)})`;
      case 7:
        return `div(${numberOf(place, depth - 1)}, ${pick(["3", "7", "0.8", "(-6)", "2", "tax"])}, ${from(0, 6)})`;
      case 8:
        return `${scalars("number", place, depth - 1)}.sum()`;
      case 9: {
        const key = leaf(place, (type) => type.kind === "choice" && type.codes.includes("low"));
        return key ? `weight[${key.text}]` : `(-${leafOf("number", place, "tax")})`;
      }
      default:
        return `${pick(["min", "max"])}(${numberOf(place, depth - 1)}, ${numberOf(place, depth - 1)})`;
    }
  }

  function money(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 10 : 3)) {
      case 0:
        return `money(${decimal(draw.digits(), schema.moneyScale)})`;
      case 1:
      case 2:
        return leafOf("money", place, "fee");
      case 3:
        return "fee";
      case 4:
        return `(${money(place, depth - 1)} ${pick(["+", "-"])} ${money(place, depth - 1)})`;
      case 5:
        return `(${money(place, depth - 1)} * ${numberOf(place, depth - 1)})`;
      case 6:
        return `(${leafOf("number", place, "0.5")} * ${money(place, depth - 1)})`;
      case 7:
        return `div(${money(place, depth - 1)}, ${pick(["3", "7", "0.8", "(-6)", "2"])})`;
      case 8:
        return `${scalars("money", place, depth - 1)}.sum()`;
      case 9:
        return `money(limit * ${numberOf(place, depth - 1)})`;
      default:
        return `${pick(["min", "max"])}(${money(place, depth - 1)}, ${money(place, depth - 1)})`;
    }
  }

  function textOf(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 8 : 4)) {
      case 0:
      case 1:
        return quote(draw.text());
      case 2:
      case 3:
      case 4:
        return leafOf("text", place, "''");
      case 5:
        return `(${textOf(place, depth - 1)} + ${textOf(place, depth - 1)})`;
      case 6:
        return `${textOf(place, depth - 1)}.lowerAscii()`;
      case 7:
        return `slug(${textOf(place, depth - 1)})`;
      default:
        return `string(${once(2) ? whole(place, depth - 1) : (leaf(place, (type) => type.kind === "choice")?.text ?? "limit")})`;
    }
  }

  function date(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 6 : 3)) {
      case 0:
        return `date('${dateText(draw.day())}')`;
      case 1:
        return clock("today", place, "date('2026-03-29')");
      case 2:
      case 3:
        return leafOf("date", place, "date('2026-03-29')");
      case 4:
        return `(${date(place, depth - 1)} ${pick(["+", "-"])} ${days(place, depth - 1)})`;
      case 5:
        return `date(${datetime(place, depth - 1)})`;
      default:
        return `${pick(["min", "max"])}(${date(place, depth - 1)}, ${date(place, depth - 1)})`;
    }
  }

  function datetime(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 7 : 3)) {
      case 0:
        return `datetime('${new Date(draw.moment()).toISOString()}')`;
      case 1:
        return clock("now", place, "datetime('2026-03-29T01:00:00Z')");
      case 2:
      case 3:
        return leafOf("datetime", place, "datetime('2026-03-29T01:00:00Z')");
      case 4:
      case 5:
        return `(${datetime(place, depth - 1)} ${pick(["+", "-"])} ${duration(place, depth - 1)})`;
      case 6: {
        const parts = [date(place, depth - 1), time(place, depth - 1)];
        return `(${(once(2) ? parts : parts.reverse()).join(" + ")})`;
      }
      default:
        return `${pick(["min", "max"])}(${datetime(place, depth - 1)}, ${datetime(place, depth - 1)})`;
    }
  }

  function time(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 4 : 2)) {
      case 0:
        return `time('${timeText(draw.time())}')`;
      case 1:
      case 2:
        return leafOf("time", place, "time('02:30')");
      case 3:
        return `time(${datetime(place, depth - 1)})`;
      default:
        return `${pick(["min", "max"])}(${time(place, depth - 1)}, ${time(place, depth - 1)})`;
    }
  }

  function duration(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 10 : 3)) {
      case 0:
        return pick(["duration('1h30m')", "duration('90m')", "duration('-24h')", "grace", "minutes(1)", "hours(25)"]);
      case 1:
      case 2:
        return leafOf("duration", place, "grace");
      case 3:
        return days(place, depth - 1);
      case 4:
        return `(${duration(place, depth - 1)} ${pick(["+", "-"])} ${duration(place, depth - 1)})`;
      case 5:
        return `(${datetime(place, depth - 1)} - ${datetime(place, depth - 1)})`;
      case 6:
        return once(2)
          ? `(${duration(place, depth - 1)} * ${whole(place, depth - 1)})`
          : `(-${leafOf("duration", place, "grace")})`;
      case 7:
        return `${pick(["hours", "minutes"])}(${someWhole(place, depth - 1)})`;
      case 8:
        return `${scalars("duration", place, depth - 1)}.sum()`;
      case 9:
        return `(${time(place, depth - 1)} - ${time(place, depth - 1)})`;
      default:
        return `${pick(["min", "max"])}(${duration(place, depth - 1)}, ${duration(place, depth - 1)})`;
    }
  }

  function days(place: Place, depth: number): string {
    switch (from(0, depth > 0 ? 6 : 2)) {
      case 0:
        return `days(${signed(String(from(-40, 40)))})`;
      case 1:
        return "reopen_window";
      case 2: {
        const key = leaf(place, (type) => type.kind === "choice" && type.codes.includes("low"));
        return key ? `response_time[${key.text}]` : "reopen_window";
      }
      case 3:
        return `days(${someWhole(place, depth - 1)})`;
      case 4:
        return `(${date(place, depth - 1)} - ${date(place, depth - 1)})`;
      case 5:
        return `(${days(place, depth - 1)} ${pick(["+", "-"])} ${days(place, depth - 1)})`;
      default:
        return `(${days(place, depth - 1)} * ${whole(place, depth - 1)})`;
    }
  }

  function yesNo(place: Place, depth: number): string {
    const inner = () => yesNo(place, depth - 1);
    switch (from(0, depth > 0 ? 27 : 11)) {
      case 0:
        return leafOf("yes/no", place, "(1 < limit)");
      case 1:
      case 2:
      case 3:
      case 4: {
        const sort = pick(scalarSorts);
        return `(${value(sort, place, depth - 1)} ${pick(orders)} ${value(sort, place, depth - 1)})`;
      }
      case 5:
      case 6: {
        const sort = pick([...scalarSorts, "yes/no"] as const);
        return `(${maybe(sort, place, depth - 1)} ${pick(["==", "!="])} ${maybe(sort, place, depth - 1)})`;
      }
      case 7:
        return choice(place);
      case 8: {
        const person = () => leaf(place, (type) => fits(type, "person"), true)?.text ?? "null";
        return `(${person()} ${pick(["==", "!="])} ${person()})`;
      }
      case 9: {
        const found = leaf(place, (type) => type.empty, true);
        return found ? `(${found.text} ${pick(["==", "!="])} null)` : "(limit > 2)";
      }
      case 10: {
        const sort = pick(["whole", "text", "number", "date"] as const);
        const items = Array.from({ length: from(1, 3) }, () => (once(6) ? "null" : value(sort, place, 0)));
        return `(${maybe(sort, place, depth - 1)} ${pick(["in", "not in"])} [${items.join(", ")}])`;
      }
      case 11: {
        const one = leaf(place, (type) => type.kind === "row", true);
        const other = one && leaf(place, (type) => sameRow(one.type, type), true);
        return one && other ? `(${one.text} == ${other.text})` : "(limit < 2)";
      }
      case 12:
      case 13:
        return `(${inner()} and ${inner()})`;
      case 14:
      case 15:
        return `(${inner()} or ${inner()})`;
      case 16:
        return once(2) ? `(not ${inner()})` : `(!${inner()})`;
      case 17:
      case 18:
      case 19: {
        const guard = guarded(place, depth - 1);
        if (guard === undefined) return inner();
        const inside = yesNo(guard.inside, depth - 1);
        return pick([
          `(${guard.text} != null and ${inside})`,
          `(${guard.text} == null or ${inside})`,
          `(not (${guard.text} == null or not ${inside}))`,
        ]);
      }
      case 20:
      case 21: {
        const list = rows(place, depth - 1);
        const { name, inside } = withItem(place, list.item);
        return `${list.text}.${pick(["exists", "all", "exists_one"])}(${name}, ${yesNo(inside, depth - 1)})`;
      }
      case 22:
        return inList(place, depth);
      case 23:
        return `${textOf(place, depth - 1)}.${pick(["startsWith", "endsWith", "contains"])}(${textOf(place, 0)})`;
      case 24:
        return `${textOf(place, depth - 1)}.matches(${quote(pick(patterns))})`;
      case 25: {
        const [a, b] = [whole(place, depth - 1), leafOf("whole", place, "limit")];
        return `(${b} != 0 and ${a} ${pick(["/", "%"])} ${b} ${pick(orders)} ${from(0, 4)})`;
      }
      case 26: {
        const line = leaf(place, (type) => type.kind === "row" && type.entity === "line");
        const person = leaf(place, (type) => fits(type, "person"));
        if (person === undefined) return inner();
        return once(2) || !line
          ? `${person.text}.has_role('Agent')`
          : `${person.text}.has_role('Member', ${line.text})`;
      }
      default: {
        const list = rows(place, depth - 1);
        const { name, inside } = withItem(place, { ...list.item, empty: false });
        // By something else than the item, all of them come first together.
        const among = once(4) ? inside : { ...inside, roots: inside.roots.slice(-1) };
        const by = leafOf(pick(["whole", "text", "date", "datetime", "time", "number"]), among, `${name}.id`);
        const there = list.item.empty ? `${list.text}.filter(${name}, ${name} != null)` : list.text;
        const first = once(4) ? `${there}.only()` : `${there}.first(${name}, ${once(2) ? "-" : ""}${by})`;
        const field = leaf(
          { roots: [{ text: first, type: { ...list.item, empty: false } }], known: new Set(), items: 0 },
          (type) => type.kind === "yes/no",
        );
        return field && once(2) ? `(${first} != null and ${field.text})` : `(${first} ${pick(["==", "!="])} null)`;
      }
    }
  }

  function choice(place: Place): string {
    const found = leaf(place, (type) => type.kind === "choice", true);
    if (found?.type.kind !== "choice") return "(limit < 9)";
    const { codes } = found.type;
    const code = () => `'${pick(codes)}'`;
    const other = leaf(place, (type) => type.kind === "choice" && type.codes.join() === codes.join(), true);
    return pick([
      `(${found.text} ${pick(["==", "!="])} ${code()})`,
      `(${found.text} ${pick(["in", "not in"])} [${code()}, ${code()}])`,
      `(${found.text} == ${other?.text ?? code()})`,
    ]);
  }

  function inList(place: Place, depth: number): string {
    const array = leaf(place, (type) => type.kind === "list" && type.of.kind === "choice");
    if (array && once(3)) {
      const { name, inside } = withItem(place, array.type.kind === "list" ? array.type.of : array.type);
      return pick([
        `('low' in ${array.text})`,
        `(size(${array.text}) > 1)`,
        `${array.text}.exists(${name}, ${choice({ ...inside, roots: inside.roots.slice(-1) })})`,
      ]);
    }
    if (once(3)) {
      const sort = pick(["whole", "text", "date", "number"] as const);
      return `(${maybe(sort, place, 0)} in ${scalars(sort, place, depth - 1)})`;
    }
    const list = rows(place, depth - 1);
    const row = leaf(place, (type) => sameRow(list.item, type), true);
    return row ? `(${row.text} ${pick(["in", "not in"])} ${list.text})` : `(size(${list.text}) > 0)`;
  }

  return { value, maybe, rows };
}

const sameRow = (one: Type, other: Type): boolean =>
  one.kind === "row" && other.kind === "row" && one.entity === other.entity;

const isRowsLike = (type: Type, item: Type): boolean => type.kind === "list" && sameRow(type.of, item);

/** Everything that can be named, up to three steps away; steps lead through rows that are there. */
function pathsFrom(schema: Schema): (place: Place) => readonly Path[] {
  const done = new WeakMap<Place, readonly Path[]>();
  const follow = ({ text, type }: Path, { known }: Place, steps: number, found: Path[]): void => {
    const own = known.has(text) ? { ...type, empty: false } : type;
    found.push({ text, type: own });
    if (steps === 0 || own.kind !== "row" || own.empty) return;
    for (const field of schema.entities.get(own.entity)?.fields.values() ?? []) {
      follow({ text: `${text}.${field.id}`, type: field.type }, { roots: [], known, items: 0 }, steps - 1, found);
    }
  };
  return (place) => {
    const before = done.get(place);
    if (before) return before;
    const found: Path[] = [];
    for (const root of place.roots) follow(root, place, root.text.startsWith("x") ? 3 : 2, found);
    done.set(place, found);
    return found;
  };
}

// Random requests for the table of fuzz.test.ts, written as clients write them; and the same, damaged.
import type { Draw } from "../../../../language/src/testing/draw.ts";
import type { Column, Compare, Condition, Request } from "./expected-rows.ts";

const columns: readonly Column[] = ["id", "amount", "words", "flag"];
const operators: readonly Compare[] = ["eq", "neq", "gt", "gte", "lt", "lte"];

/** What an attacker would send. */
const wishes = [
  `x' OR '1'='1`,
  `'; DROP TABLE thing; --`,
  `") FROM vault --`,
  `$1 UNION SELECT owner FROM vault`,
  `\\'; SELECT pg_sleep(9) --`,
  `(SELECT owner FROM vault)`,
  `a,b)or(c`,
  `{"a":"b"}`,
  `q"uo\\te`,
];

/** No statement has these letters by itself. */
const marked = "zq";

type Written = { readonly condition: Condition; readonly text: string; readonly values: readonly string[] };

export function randomRequest(draw: Draw): Request {
  const filters = Array.from({ length: draw.number(0, 3) }, () => randomFilter(draw, "query"));
  const trees = draw.once(3) ? [randomTree(draw, 2)] : [];
  const select = Array.from({ length: draw.number(1, 3) }, () => ({
    column: draw.pick([...columns, "data"] as const),
    alias: draw.once(4) ? draw.pick(["x", "a b", "ä", "q_1"]) : undefined,
  }));
  const order = Array.from({ length: draw.number(0, 2) }, () => {
    const down = draw.once(2);
    return { column: draw.pick(columns), down, nullsFirst: draw.once(2) };
  });
  const limit = draw.once(3) ? draw.number(0, 12) : undefined;
  const offset = draw.once(4) ? draw.number(0, 5) : 0;
  const embeds = draw.once(5);
  const pairs: (readonly [string, string])[] = [
    ...filters.map(({ text }) => {
      const at = text.indexOf("=");
      return [text.slice(0, at), text.slice(at + 1)] as const;
    }),
    ...trees.map(({ text }) => {
      const at = text.indexOf("(");
      return [text.slice(0, at), text.slice(at)] as const;
    }),
    [
      "select",
      [
        ...select.map(({ column, alias }) => (alias === undefined ? column : `${alias}:${column}`)),
        ...(embeds ? ["note(id)"] : []),
      ].join(","),
    ],
    [
      "order",
      [
        ...order.map(
          ({ column, down, nullsFirst }) => `${column}.${down ? "desc" : "asc"}.nulls${nullsFirst ? "first" : "last"}`,
        ),
        "id",
      ].join(","),
    ],
    ...(limit === undefined ? [] : [["limit", String(limit)] as const]),
    ...(offset === 0 ? [] : [["offset", String(offset)] as const]),
  ];
  return {
    address: `/thing?${pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`,
    conditions: [...filters, ...trees].map(({ condition }) => condition),
    select,
    order,
    limit,
    offset,
    embeds,
    values: [...filters, ...trees].flatMap(({ values }) => values).filter((value) => value.includes(marked)),
  };
}

function randomValue(draw: Draw, column: Column): string {
  if (column === "flag") return draw.once(2) ? "true" : "false";
  if (column === "words") return draw.once(3) ? `${draw.pick(wishes)}${marked}${draw.number(0, 99)}` : draw.text();
  return String(draw.number(-4, 14));
}

/** `place`: alone, or in a tree, where commas and parentheses must stand in quotes. */
function randomFilter(draw: Draw, place: "query" | "tree"): Written {
  const column = draw.pick(columns);
  const join = place === "query" ? "=" : ".";
  const quoted = (value: string) =>
    /^[\w-]+$/.test(value) && draw.once(2) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
  const own = (value: string) => (place === "query" ? value : quoted(value));
  const one = (condition: Condition, name: string, text: string, values: readonly string[] = []): Written => {
    if (!draw.once(4)) return { condition, text: `${name}${join}${text}`, values };
    return { condition: { kind: "not", of: condition }, text: `${name}${join}not.${text}`, values };
  };
  switch (draw.number(0, 6)) {
    case 0: {
      const values = Array.from({ length: draw.number(1, 3) }, () => randomValue(draw, column));
      return one({ kind: "in", column, values }, column, `in.(${values.map(quoted).join(",")})`, values);
    }
    case 1: {
      const what = draw.pick(
        column === "flag"
          ? (["null", "not_null", "true", "false", "unknown"] as const)
          : (["null", "not_null"] as const),
      );
      return one({ kind: "is", column, what }, column, `is.${draw.once(4) ? what.toUpperCase() : what}`);
    }
    case 2: {
      const value = randomValue(draw, column);
      return one({ kind: "distinct", column, value }, column, `isdistinct.${own(value)}`, [value]);
    }
    case 3: {
      const value = draw.pick(["a*", "*b", "A*", "*", "ab", "*B*", "x*y"]);
      const ignoresCase = draw.once(2);
      const condition = { kind: "like", column: "words", value, ignoresCase } as const;
      return one(condition, "words", `${ignoresCase ? "ilike" : "like"}.${value}`);
    }
    case 4: {
      const values = Array.from({ length: draw.number(1, 3) }, () => randomValue(draw, "amount"));
      const [operator, of] = [
        draw.pick(operators.filter((name) => name !== "neq")),
        draw.once(2) ? "any" : "all",
      ] as const;
      const condition = { kind: "any", column: "amount", operator, of, values } as const;
      return one(condition, "amount", `${operator}(${of}).{${values.join(",")}}`);
    }
    case 5: {
      const [key, value] = draw.once(2) ? ["a", String(draw.number(0, 3))] : ["b c", draw.text()];
      return one({ kind: "json", key, value }, `data->>${key}`, `eq.${own(value)}`, [value]);
    }
    default: {
      const [operator, value] = [draw.pick(operators), randomValue(draw, column)];
      return one({ kind: "compare", column, operator, value }, column, `${operator}.${own(value)}`, [value]);
    }
  }
}

function randomTree(draw: Draw, depth: number): Written {
  const parts = Array.from({ length: draw.number(1, 3) }, () =>
    depth > 0 && draw.once(3) ? randomTree(draw, depth - 1) : randomFilter(draw, "tree"),
  );
  const kind = draw.once(2) ? "and" : "or";
  const condition: Condition = { kind, of: parts.map((part) => part.condition) };
  const text = `${kind}(${parts.map((part) => part.text).join(draw.once(3) ? ", " : ",")})`;
  const values = parts.flatMap((part) => part.values);
  return draw.once(4)
    ? { condition: { kind: "not", of: condition }, text: `not.${text}`, values }
    : { condition, text, values };
}

const signs = [
  ..."()[]{}.,:;!*&=%+-_ '\"\\/<>?#|~`$0aZ",
  "->",
  "->>",
  "::",
  "...",
  "not.",
  "%00",
  "%27",
  "%22",
  "%5C",
  "é",
];
const names = ["vault", "owner", "note", "thing", "up", "pg_catalog", "xmin", "ctid", "count()", "select", "columns"];

/** Some letters removed, doubled or changed, or an attack among them. */
export function damaged(draw: Draw, address: string): string {
  let text = address;
  for (let times = draw.number(1, 4); times > 0; times--) {
    const at = draw.number(7, text.length);
    const until = Math.min(text.length, at + draw.number(0, 6));
    const put = draw.pick([
      "",
      draw.pick(signs),
      draw.pick(names),
      encodeURIComponent(draw.pick(wishes)),
      draw.pick(wishes),
      text.slice(at, until).repeat(2),
      encodeURIComponent(draw.text()),
    ]);
    text = text.slice(0, at) + put + text.slice(until);
  }
  return text;
}

// date('2026-01-31'), date(moment), time('08:30'), time(moment), datetime('…'), and `date + time`.
import { refuseValue, take, type FunctionRule, type ParameterKind } from "../check/call.ts";
import { placeOf, report, typed } from "../check/check-point.ts";
import { wrongLiteral } from "../check/problems.ts";
import { dayNumber } from "../constant.ts";
import { ends, inside, partOf, phrase } from "../english/sentence-context.ts";
import { call as callOf, context, property } from "../javascript/javascript-nodes.ts";
import { readTime } from "../time-of-day.ts";
import { quoteText } from "../sql/sql-quote.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const moment: ParameterKind = {
  words: "a date and time, or a text such as '2026-01-31'",
  fits: (type) => type.kind === "datetime",
};
const writtenMoment: ParameterKind = { words: "a text such as '2026-01-31T12:00:00Z'", fits: () => false };

const dateRule: FunctionRule = {
  form: "date('2026-01-31')",
  counts: [1],
  hint: "date('2026-01-31') or date(moment)",
  check(call, here) {
    const [first] = call.args;
    if (first?.kind !== "text") {
      const of = take(first, moment, call, here);
      return of && typed(call, { kind: "date", empty: false }, { node: "date of", of });
    }
    if (isDate(first.value)) return typed(call, { kind: "date", empty: false }, { node: "date", value: first.value });
    return report(
      here,
      wrongLiteral.at(placeOf(here, first), `'${first.value}' is no date;`, "dates look like 2026-01-31"),
    );
  },
};

const momentRule: FunctionRule = {
  form: "datetime('2026-01-31T12:00:00Z')",
  counts: [1],
  check(call, here) {
    const [first] = call.args;
    if (first?.kind !== "text") return refuseValue(call, writtenMoment, here);
    const parts =
      /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.exec(
        first.value,
      );
    const value = parts && isDate(parts[1] ?? "") ? Date.parse(first.value) : Number.NaN;
    if (!Number.isNaN(value)) return typed(call, { kind: "datetime", empty: false }, { node: "datetime", value });
    return report(
      here,
      wrongLiteral.at(placeOf(here, first), `'${first.value}' is no moment;`, "moments look like 2026-01-31T12:00:00Z"),
    );
  },
};

const timeRule: FunctionRule = {
  form: "time('08:30')",
  counts: [1],
  hint: "time('08:30') or time(moment)",
  check(call, here) {
    const [first] = call.args;
    if (first?.kind !== "text") {
      const of = take(first, { ...moment, words: "a date and time, or a text such as '08:30'" }, call, here);
      return of && typed(call, { kind: "time", empty: false }, { node: "time of", of });
    }
    const milliseconds = readTime(first.value);
    if (milliseconds !== undefined) return typed(call, { kind: "time", empty: false }, { node: "time", milliseconds });
    const said = `'${first.value}' is no time of day;`;
    return report(here, wrongLiteral.at(placeOf(here, first), said, "times look like 08:30"));
  },
};

/** Years 1 to 9999, and a day that the calendar has. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value.startsWith("0000")) return false;
  const day = dayNumber(value);
  return !Number.isNaN(day) && new Date(day * 86_400_000).toISOString().startsWith(value);
}

export const moments = {
  functions: {
    date: dateRule,
    time: timeRule,
    datetime: momentRule,
    timestamp: { ...momentRule, form: "timestamp('2026-01-31T12:00:00Z')" },
  },
} satisfies FunctionFamily;

/** In the document's time zone. */
export const dateOf: NodeDefinition<"date of"> = {
  showsGiven: false,
  length: ({ of }, lengthOf) => lengthOf(of),
  sql: ({ of }, print) => `(${print.strict(of)} AT TIME ZONE ${quoteText(print.target.timeZone)})::date`,
  javascript: ({ of }, lower) => callOf("dateOf", lower.code(of), property(context, "timeZone")),
  english: ({ of }, here) => partOf("the day of", of, here),
};

export const timeOf: NodeDefinition<"time of"> = {
  showsGiven: false,
  length: ({ of }, lengthOf) => lengthOf(of),
  sql: ({ of }, print) => `(${print.strict(of)} AT TIME ZONE ${quoteText(print.target.timeZone)})::time(3)`,
  javascript: ({ of }, lower) => callOf("timeOf", lower.code(of), property(context, "timeZone")),
  english: ({ of }, here) => partOf("the time of", of, here),
};

export const momentOf: NodeDefinition<"moment of"> = {
  showsGiven: true,
  length: ({ left, right }, lengthOf) => Math.max(lengthOf(left), lengthOf(right)),
  sql: ({ left, right }, print) =>
    `((${print.strict(left)} + ${print.strict(right)}) AT TIME ZONE ${quoteText(print.target.timeZone)})`,
  javascript: ({ left, right }, lower) =>
    callOf("momentOf", lower.code(left), lower.code(right), property(context, "timeZone")),
  english: ({ left, right }, here) => phrase(ends.sum, `${inside(left, here)} at ${inside(right, here)}`),
};

// What the operators of the specifications do, those of the test library included.
import { Mismatch, equals, expectedOf, judge, type Expected, type HeaderTest } from "./judge.ts";
import { truth, type Words } from "./haskell/evaluate.ts";
import {
  action,
  applied,
  done,
  functionOf,
  itemsOf,
  jsonValue,
  just,
  listOf,
  nothing,
  NotRead,
  numberOf,
  textOf,
  toJson,
  unit,
  type Lazy,
  type Value,
} from "./haskell/value.ts";
import { responseIn } from "./response-value.ts";

export const headerTest = (name: string, test: HeaderTest["test"], value = ""): Value => ({
  kind: "record",
  name: "HeaderTest",
  fields: { name, test, value },
});

/** A way into JSON. */
export const lens = (...steps: readonly (string | number)[]): Value => ({
  kind: "record",
  name: "Lens",
  fields: { steps },
});

const stepsOf = (value: Value): readonly (string | number)[] | undefined =>
  typeof value === "object" && value.kind === "record" && value.name === "Lens"
    ? (value.fields["steps"] as readonly (string | number)[])
    : undefined;

function look(value: Value, way: Value): Value {
  let json: unknown;
  try {
    json = typeof value === "object" && value.kind === "json" ? value.json : JSON.parse(textOf(value));
  } catch {
    throw new Mismatch(`the body is no JSON: ${textOf(value).slice(0, 200)}`);
  }
  for (const step of stepsOf(way) ?? []) json = (json as Readonly<Record<string | number, unknown>> | null)?.[step];
  return json === undefined ? nothing : just(jsonValue(json));
}

function joined(left: Value, right: Value): Value {
  const isList = (value: Value) => typeof value === "object" && value.kind === "list";
  return isList(left) || isList(right)
    ? listOf([...itemsOf(left), ...itemsOf(right)])
    : `${textOf(left)}${textOf(right)}`;
}

const shown = (value: Value): string => {
  if (typeof value !== "object") return String(value);
  if (value.kind === "json" || value.kind === "bytes" || value.kind === "empty") return textOf(value).slice(0, 300);
  if (value.kind === "built") return [value.name, ...value.parts.map(shown)].join(" ");
  return "items" in value ? `[${value.items.map(shown).join(", ")}]` : value.kind;
};

const expectation = (holds: () => boolean, left: Lazy, right: Lazy, words: string): Value =>
  action(() => {
    if (holds()) return unit;
    throw new Mismatch(`${shown(left())} ${words} ${shown(right())}`);
  });

const compare: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
  "<=": (left, right) => left <= right,
  ">=": (left, right) => left >= right,
};

const compute: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
};

/** Where a value stands among others; headers are told apart without regard to case. */
export const among = (items: readonly Value[], item: Value): boolean =>
  items.some((one) => equals(lowered(one), lowered(item)));

function lowered(value: Value): Value {
  if (typeof value !== "object" || value.kind !== "tuple" || typeof value.items[0] !== "string") return value;
  return { ...value, items: [value.items[0].toLowerCase(), ...value.items.slice(1)] };
}

const operators: Readonly<Record<string, (left: Lazy, right: Lazy) => Value>> = {
  $: (left, right) => applied(left(), right),
  "$!": (left, right) => applied(left(), right),
  "&": (left, right) => applied(right(), left),
  ".": (left, right) => {
    const [first, second] = [left(), stepsOf(left()) && stepsOf(right())];
    const steps = stepsOf(first);
    if (steps !== undefined && second !== undefined) return lens(...steps, ...second);
    return functionOf(1, (given) => applied(first, () => applied(right(), given)));
  },
  "<>": (left, right) => joined(left(), right()),
  "++": (left, right) => joined(left(), right()),
  ":": (left, right) => listOf([left(), ...itemsOf(right())]),
  "<:>": (left, right) => headerTest(textOf(left()), "has", textOf(right())),
  "==": (left, right) => equals(left(), right()),
  "/=": (left, right) => !equals(left(), right()),
  "&&": (left, right) => truth(left()) && truth(right()),
  "||": (left, right) => truth(left()) || truth(right()),
  "^?": (left, right) => look(left(), right()),
  "<$>": (left, right) => action(async () => applied(left(), await later(right()))),
  ">>=": (left, right) => action(async () => done(applied(right(), await later(left())))),
  ">>": (left, right) =>
    action(async () => {
      await done(left());
      return done(right());
    }),
  elem: (left, right) => among(itemsOf(right()), left()),
  shouldRespondWith: (left, right) =>
    action(async () => {
      const { response, method } = responseIn(await done(left()));
      judge(response, expectedOf(right()), method === "HEAD");
      return unit;
    }),
  shouldBe: (left, right) => expectation(() => equals(left(), right()), left, right, "is not"),
  shouldNotBe: (left, right) => expectation(() => !equals(left(), right()), left, right, "is"),
  shouldSatisfy: (left, right) => expectation(() => truth(applied(right(), left)), left, left, "does not hold:"),
  shouldNotSatisfy: (left, right) => expectation(() => !truth(applied(right(), left)), left, left, "holds:"),
  shouldContain: (left, right) =>
    expectation(() => itemsOf(right()).every((one) => among(itemsOf(left()), one)), left, right, "lacks"),
  shouldNotContain: (left, right) =>
    expectation(() => !itemsOf(right()).some((one) => among(itemsOf(left()), one)), left, right, "has"),
};

/** The value itself, as a function of it. */
const later = async (value: Value): Promise<Lazy> => {
  const found = await done(value);
  return () => found;
};

export const words: Words = {
  operator: (operator, left, right) => {
    if (Object.hasOwn(operators, operator)) return operators[operator]?.(left, right);
    const comparison = compare[operator];
    if (comparison !== undefined) return comparison(numberOf(left()), numberOf(right()));
    return compute[operator]?.(numberOf(left()), numberOf(right()));
  },
  withFields,
};

function withFields(of: Value, fields: Readonly<Record<string, Lazy>>): Value {
  if (typeof of === "object" && of.kind === "built" && of.name === "Status") {
    return { ...of, parts: [fields["statusCode"]?.() ?? 0] };
  }
  if (typeof of === "object" && of.kind === "record" && of.name === "AppConfig") {
    const given = Object.entries(fields).map(([name, value]) => [name, plain(value())]);
    return { ...of, fields: { ...of.fields, ...Object.fromEntries(given) } };
  }
  const bare: Expected = { status: 200, headers: [], body: undefined };
  const isBare = typeof of === "object" && of.kind === "built" && of.name === "ResponseMatcher";
  const { matchStatus, matchHeaders, matchBody, ...others } = fields;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new NotRead(`the field ${unknown}`);
  const before = isBare ? bare : expectedOf(of);
  return {
    kind: "record",
    name: "ResponseMatcher",
    fields: {
      status: matchStatus === undefined ? before.status : statusOf(matchStatus()),
      headers: matchHeaders === undefined ? before.headers : itemsOf(matchHeaders()).map(headerOf),
      body: matchBody === undefined ? before.body : bodyOf(matchBody()),
    },
  };
}

/** A function of the body is written only where any body will do. */
const bodyOf = (value: Value): Value | undefined =>
  typeof value === "object" && value.kind === "built" && value.name === "MatchBody" ? undefined : value;

const statusOf = (value: Value): number =>
  typeof value === "object" && value.kind === "built" ? numberOf(value.parts[0] ?? 0) : numberOf(value);

function headerOf(value: Value): HeaderTest {
  if (typeof value !== "object" || value.kind !== "record" || value.name !== "HeaderTest") {
    throw new NotRead("a test of headers");
  }
  return value.fields as unknown as HeaderTest;
}

/** A setting as the service takes it. */
function plain(value: Value): unknown {
  if (typeof value !== "object") return value;
  if (value.kind === "empty") return "";
  if ("items" in value) return value.items.map(plain);
  if (value.kind === "json") return toJson(value);
  if (value.kind !== "built") return value.kind;
  if (value.name === "Nothing") return null;
  if (value.name === "QualifiedIdentifier") return value.parts.map(textOf).filter(Boolean).join(".");
  const [only, ...more] = value.parts;
  return only !== undefined && more.length === 0 ? plain(only) : value.name;
}

// What a call is given and answers, against the types that In and Out say: the first thing that is wrong, and where.
import type { Amount, Call, FieldType, Lookup } from "@writ/language/model";
import { longestAddress, textPatterns } from "@writ/language/patterns";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { wrongInFiles } from "./files.ts";

export type Wrong = {
  readonly code: "REQUIRED" | "INVALID" | "TOO_LONG" | "TOO_LARGE" | "NOT_SHOWN";
  readonly field: string;
};

type Parameters = Call["in"];
/** Of the document: a bound may be named, and its value stands in section 9. */
type Constants = Lookup["constants"];

type Checked = { readonly values: Readonly<Record<string, unknown>> } | { readonly wrong: Wrong };

/** `values`: what is named and nothing else. */
export async function checkValues(
  given: unknown,
  parameters: Parameters,
  constants: Constants,
  owner: Pick<RequestPool, "withConnection">,
): Promise<Checked> {
  const checked = checkTypes(given, parameters, constants);
  const sent = (given ?? {}) as Readonly<Record<string, unknown>>;
  const wrongAt = "wrong" in checked ? parameters.findIndex(({ name }) => name.id === checked.wrong.field) : Infinity;
  const texts = parameters.slice(0, Math.max(0, wrongAt)).flatMap(({ name, type }) => {
    const pattern = type !== undefined && "matching" in type ? type.matching?.pattern.regex : undefined;
    const text = Object.hasOwn(sent, name.id) ? sent[name.id] : undefined;
    return pattern === undefined || typeof text !== "string" || text === "" ? [] : [{ field: name.id, pattern, text }];
  });
  if (texts.length === 0) return checked;
  // As it is for rows: by PostgreSQL, because the same pattern may keep JavaScript busy for minutes with a text of
  // someone's.
  const { rows } = await owner.withConnection(async (client) =>
    client.query<{ readonly at: number }>(
      `SELECT at::integer FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS one(text, pattern, at)
       WHERE NOT (normalize(text) COLLATE "C" ~ pattern) ORDER BY at LIMIT 1`,
      [texts.map(({ text }) => text), texts.map(({ pattern }) => pattern)],
    ),
  );
  const other = rows[0] && texts[rows[0].at - 1];
  return other === undefined ? checked : { wrong: { code: "INVALID", field: other.field } };
}

function checkTypes(given: unknown, parameters: Parameters, constants: Constants): Checked {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const sent = isObject ? (given as Readonly<Record<string, unknown>>) : {};
  const [other] = Object.keys(sent).filter((name) => !parameters.some((one) => one.name.id === name));
  if (other !== undefined) return { wrong: { code: "INVALID", field: other.slice(0, 100) } };
  const values: Record<string, unknown> = {};
  for (const { name, type, optional } of parameters) {
    const value = Object.hasOwn(sent, name.id) ? sent[name.id] : null;
    values[name.id] = value;
    if (value === null || (typeof value === "string" && value.trim() === "")) {
      if (!optional) return { wrong: { code: "REQUIRED", field: name.id } };
      values[name.id] = null;
      continue;
    }
    const code = type === undefined ? undefined : wrongIn(value, type, constants);
    if (code !== undefined) return { wrong: { code, field: name.id } };
  }
  return { values };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const mostLetters = 100_000;

function wrongIn(value: unknown, type: FieldType, constants: Constants): Wrong["code"] | undefined {
  const unless = (isRight: boolean) => (isRight ? undefined : "INVALID");
  const text = typeof value === "string" ? value : undefined;
  // Of a bound that is not shown no one knows whether a value is within it.
  if (boundsOf(type).some((one) => isOpen(one, constants))) return "NOT_SHOWN";
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text": {
      if (text === undefined || text.includes("\0")) return "INVALID";
      const most = amountOf(type.upTo, constants) ?? mostLetters;
      return [...text].length > most ? "TOO_LONG" : undefined;
    }
    case "number":
    case "percent":
    case "money":
    case "integer": {
      if (typeof value !== "number" || !Number.isFinite(value)) return "INVALID";
      if (type.kind === "integer" && !Number.isSafeInteger(value)) return "INVALID";
      return unless(
        value >= (amountOf(type.from, constants) ?? -Infinity) && value <= (amountOf(type.to, constants) ?? Infinity),
      );
    }
    // Milliseconds, as rows have it.
    case "duration":
      return unless(Number.isSafeInteger(value));
    case "yes/no":
      return unless(typeof value === "boolean");
    case "date":
      return unless(text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(`${text}T00:00:00Z`, text));
    case "datetime":
      return unless(
        text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) && isMoment(text),
      );
    case "email":
    case "url":
    case "phone":
      if (text !== undefined && text.length > longestAddress) return "TOO_LONG";
      return unless(text !== undefined && !text.includes("\0") && forms[type.kind].test(text));
    case "one of":
      return unless(type.choices.some(({ id }) => id === value));
    case "several of":
      return unless(isSet(value) && value.every((one) => type.choices.some(({ id }) => id === one)));
    case "reference":
    case "belongs to":
      return unless(text !== undefined && uuid.test(text));
    case "list":
    case "several":
      return unless(isSet(value) && value.every((one) => typeof one === "string" && uuid.test(one)));
    case "file":
    case "image":
    case "files":
      return wrongInFiles(value, type, constants);
    case "computed":
      return wrongIn(value, type.of, constants);
    default:
      return unless(text !== undefined && text.length <= mostLetters);
  }
}

const isSet = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= 1000 && new Set(value).size === value.length;

/** A day that the calendar has: the 31st of June becomes another one. */
function isMoment(text: string, day?: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && (day === undefined || moment.toISOString().startsWith(day));
}

const forms = {
  email: new RegExp(textPatterns.email, "u"),
  url: new RegExp(textPatterns.url, "u"),
  phone: new RegExp(textPatterns.phone, "u"),
} as const;

const boundsOf = (type: FieldType): readonly (Amount | undefined)[] => [
  ...("upTo" in type ? [type.upTo] : []),
  ...("from" in type ? [type.from, type.to] : []),
  ...("size" in type ? [type.size, type.count] : []),
];

const isOpen = (amount: Amount | undefined, constants: Constants): boolean =>
  amount?.kind === "constant" && constants.get(amount.name.id)?.value === undefined;

/** Undefined where there is none. */
function amountOf(amount: Amount | undefined, constants: Constants): number | undefined {
  const value = amount?.kind === "constant" ? constants.get(amount.name.id)?.value : amount?.value;
  return value?.kind === "number" || value?.kind === "percent" || value?.kind === "money"
    ? Number(value.digits) / 10 ** value.scale
    : undefined;
}

// Whether a response is what a case expects.
import { isDeepStrictEqual } from "node:util";
import type { Response } from "./exchange.ts";
import { itemsOf, NotRead, textOf, toJson, type Value } from "./haskell/value.ts";

/** The case fails; the words are for whoever wants to know why. */
export class Mismatch extends Error {}

export type HeaderTest = {
  readonly name: string;
  readonly test: "has" | "only" | "contains" | "matches" | "absent" | "json";
  readonly value: string;
};

export type Expected = {
  readonly status: number;
  readonly headers: readonly HeaderTest[];
  /** Undefined: any. */
  readonly body: Value | undefined;
};

/** A number is a status, a text the body, JSON the body with its media type; the rest says more. */
export function expectedOf(value: Value): Expected {
  if (typeof value === "number") return { status: value, headers: [], body: undefined };
  if (typeof value === "object" && value.kind === "record" && value.name === "ResponseMatcher") {
    return value.fields as unknown as Expected;
  }
  if (typeof value === "object" && value.kind === "json") {
    return { status: 200, headers: [{ name: "Content-Type", test: "json", value: "" }], body: value };
  }
  return { status: 200, headers: [], body: textOf(value) };
}

export function judge(response: Response, { status, headers, body }: Expected, isHead: boolean): void {
  if (response.status !== status) {
    throw new Mismatch(
      `status ${response.status}, expected ${status}: ${response.body.toString("utf8").slice(0, 300)}`,
    );
  }
  for (const header of headers) judgeHeader(response, header);
  if (body !== undefined && !(isHead && typeof body === "string")) judgeBody(response.body, body);
}

export const headerValues = ({ headers }: Response, name: string): readonly string[] =>
  headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

function judgeHeader(response: Response, { name, test, value }: HeaderTest): void {
  const found = headerValues(response, name);
  const holds: Readonly<Record<HeaderTest["test"], () => boolean>> = {
    has: () => found.includes(value),
    only: () => found.length === 1 && found[0] === value,
    contains: () => found[0]?.includes(value) === true,
    matches: () => matches(found[0] ?? "", value),
    absent: () => found.length === 0,
    json: () => found.some((one) => /^application\/json(?:;\s*charset=utf-8)?$/i.test(one)),
  };
  if (!holds[test]()) throw new Mismatch(`header ${name} ${test} ${value}: got ${JSON.stringify(found)}`);
}

export const matches = (text: string, pattern: string): boolean =>
  new RegExp(pattern.replaceAll("[[:digit:]]", "\\d")).test(text);

export function judgeBody(bytes: Uint8Array, expected: Value): void {
  if (!equals({ kind: "bytes", bytes }, expected)) {
    const shown = typeof expected === "object" && expected.kind === "json" ? expected.text : String(textOf(expected));
    throw new Mismatch(`body ${Buffer.from(bytes).toString("utf8").slice(0, 300)}, expected ${shown.slice(0, 300)}`);
  }
}

export function equals(left: Value, right: Value): boolean {
  if (typeof left === "object" && left.kind === "bytes") return equalsBytes(Buffer.from(left.bytes), right);
  if (typeof right === "object" && right.kind === "bytes") return equalsBytes(Buffer.from(right.bytes), left);
  const isText = (value: Value) => typeof value === "string" || (typeof value === "object" && value.kind === "empty");
  if (isText(left) && isText(right)) return textOf(left) === textOf(right);
  const isJson = (value: Value) => typeof value === "object" && value.kind === "json";
  if (isJson(left) || isJson(right)) return isDeepStrictEqual(toJson(left), toJson(right));
  if (typeof left !== "object" || typeof right !== "object") return left === right;
  if (left.kind === "built" && right.kind === "built") return left.name === right.name && all(left.parts, right.parts);
  if (left.kind === "unit" || right.kind === "unit") return left.kind === right.kind;
  return all(itemsOf(left), itemsOf(right));
}

const all = (left: readonly Value[], right: readonly Value[]): boolean =>
  left.length === right.length && left.every((one, index) => equals(one, right[index] ?? one));

function equalsBytes(bytes: Buffer, other: Value): boolean {
  if (typeof other === "object" && other.kind === "bytes") return bytes.equals(other.bytes);
  if (typeof other !== "object" || other.kind !== "json") return bytes.equals(Buffer.from(textOf(other)));
  try {
    return isDeepStrictEqual(JSON.parse(bytes.toString("utf8")), other.json);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw new NotRead("a body", { cause: error });
  }
}

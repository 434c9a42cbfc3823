// Which function a request calls, with which arguments, and what is read of its answer.
import { readJson } from "../../gate/read-json.ts";
import { ambiguousFunction, noFunction, wrongBody } from "../failure.ts";
import { keyOf, type Catalogue, type Routine, type RoutineParameter } from "../catalogue/catalogue.ts";
import { checkWidth, jsonOf, pairsOf } from "../request/payload.ts";
import type { DataRequest } from "../request/request.ts";
import { makeReadPlan, type PlanOptions } from "./make-read-plan.ts";
import { nearest } from "./nearest.ts";
import type { ReadPlan } from "./read-plan.ts";
import { called } from "./sources.ts";

export type CallPlan = {
  readonly routine: Routine;
  readonly arguments:
    | { readonly kind: "none" }
    /** The whole body is the one argument, which has no name. */
    | { readonly kind: "whole"; readonly parameter: RoutineParameter; readonly value: string | Uint8Array }
    | { readonly kind: "json"; readonly parameters: readonly RoutineParameter[]; readonly json: string }
    | {
        readonly kind: "texts";
        readonly given: readonly { readonly parameter: RoutineParameter; readonly values: readonly string[] }[];
      };
  /** A single value, not rows. */
  readonly isScalar: boolean;
  readonly read: ReadPlan;
  /** The rows of an entity that it answers, as they are when everything has followed: read by a statement of its own. */
  readonly reread: ReadPlan | undefined;
};

export function makeCallPlan(request: DataRequest, catalogue: Catalogue, options: PlanOptions): CallPlan {
  const { target } = request;
  if (target.kind !== "function") throw new Error("only functions are called");
  const byGet = request.method === "GET" || request.method === "HEAD";
  // A form's fields are texts, of which one may come again, as an address has them.
  const pairs = byGet
    ? request.arguments
    : request.contentType.type === "application/x-www-form-urlencoded"
      ? pairsOf(request.body)
      : undefined;
  const names = pairs
    ? [...new Set(pairs.map(([name]) => name))]
    : (request.columns ?? Object.keys(bodyObject(request) ?? {}));
  checkWidth(names);
  const routine = chooseRoutine(request, names, catalogue);
  const whole = onlyUnnamed(routine);
  const table = catalogue.tables.get(`${routine.returns.schema}.${routine.returns.name}`);
  const { isComposite } = routine.returns;
  const isScalar = !isComposite;
  const read = makeReadPlan(
    request,
    { kind: "source", name: called },
    isComposite ? table : undefined,
    table ?? { schema: target.schema, name: target.name },
    catalogue,
    options,
  );
  const parameters = routine.parameters.filter((parameter) => names.includes(parameter.name));
  return {
    routine,
    isScalar,
    read,
    reread:
      isComposite && table?.isEntity === true && routine.volatility === "volatile" && !byGet
        ? {
            ...makeReadPlan(request, { kind: "table", name: table }, table, table, catalogue, options),
            isOfWritten: true,
          }
        : undefined,
    arguments: whole
      ? { kind: "whole", parameter: whole, value: wholeValue(request, whole, pairs) }
      : parameters.length === 0
        ? { kind: "none" }
        : pairs
          ? {
              kind: "texts",
              given: parameters.map((parameter) => ({
                parameter,
                values: pairs.flatMap(([one, value]) => (one === parameter.name ? [value] : [])),
              })),
            }
          : { kind: "json", parameters, json: jsonOf(request) },
  };
}

/** An address without arguments stands for an object without members. */
function wholeValue(
  request: DataRequest,
  { type }: RoutineParameter,
  pairs: readonly (readonly [string, string])[] | undefined,
): string | Uint8Array {
  if (pairs !== undefined) return JSON.stringify(Object.fromEntries(pairs));
  return type === "bytea" ? bytesOf(request) : request.body;
}

const bytesOf = ({ bytes, body }: DataRequest): Uint8Array => bytes ?? new TextEncoder().encode(body);

/** Undefined where the body is no object of arguments. */
function bodyObject(request: DataRequest): Readonly<Record<string, unknown>> | undefined {
  const { type } = request.contentType;
  if (type === "text/plain" || type === "text/xml" || type === "application/octet-stream") return undefined;
  if (request.body === "") return {};
  let parsed: unknown;
  try {
    parsed = readJson(jsonOf(request));
  } catch {
    throw wrongBody("Empty or invalid json");
  }
  if (typeof parsed !== "object" || parsed === null) return {};
  // Of several objects the first one names the arguments.
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  return typeof first === "object" && first !== null ? (first as Record<string, unknown>) : {};
}

const wholeTypes: Readonly<Record<string, readonly string[]>> = {
  "application/json": ["json", "jsonb"],
  "text/plain": ["text"],
  "text/xml": ["xml"],
  "application/octet-stream": ["bytea"],
};

/** The one parameter of a function that has no other, where it has no name. */
function onlyUnnamed({ parameters }: Routine): RoutineParameter | undefined {
  const [only, ...more] = parameters;
  return only !== undefined && more.length === 0 && only.name === "" ? only : undefined;
}

function takesWhole(routine: Routine, { contentType: { type } }: DataRequest): boolean {
  const only = onlyUnnamed(routine);
  return only !== undefined && Object.hasOwn(wholeTypes, type) && wholeTypes[type]?.includes(only.type) === true;
}

/** Named arguments come first; where they fit no function, the body is the one argument of a function, whole. */
function chooseRoutine(request: DataRequest, names: readonly string[], catalogue: Catalogue): Routine {
  const { target } = request;
  if (target.kind !== "function") throw new Error("only functions are called");
  const all = catalogue.functions.get(keyOf(target)) ?? [];
  const byPost = request.method === "POST";
  const { type } = request.contentType;
  const isText = byPost && type !== "application/json" && Object.hasOwn(wholeTypes, type);
  const named = all.filter((routine) => (routine.parameters.length > 0 || !isText) && accepts(routine, names));
  const wholes = byPost && named.length === 0 ? all.filter((routine) => takesWhole(routine, request)) : [];
  const fitting = named.length === 0 ? wholes : named;
  const [first, ...more] = fitting;
  if (first !== undefined && more.length === 0) return first;
  if (first !== undefined) {
    throw ambiguousFunction(
      fitting
        .toSorted(byParameters)
        .map(
          ({ schema, name, parameters }) =>
            `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(", ")})`,
        ),
    );
  }
  throw missingFunction(request, target, names, all, catalogue);
}

/** A parameter without a name can only be left to its default. */
function accepts({ parameters }: Routine, names: readonly string[]): boolean {
  const known = new Set(parameters.map(({ name }) => name).filter((name) => name !== ""));
  return (
    names.every((name) => known.has(name)) &&
    parameters.every(({ name, required, variadic }) => !required || (name !== "" && (variadic || names.includes(name))))
  );
}

/** The fewest parameters first, then what has no description, then by names and types. */
function byParameters(one: Routine, other: Routine): number {
  const keysOf = ({ description, parameters }: Routine) => [
    description === null ? "" : `=${description}`,
    ...parameters.flatMap(({ name, type }) => [name, type]),
  ];
  const [left, right] = [keysOf(one), keysOf(other)];
  const at = left.findIndex((key, place) => key !== right[place]);
  const [a = "", b = ""] = [left[at], right[at]];
  return one.parameters.length - other.parameters.length || (a < b ? -1 : a > b ? 1 : 0);
}

function missingFunction(
  request: DataRequest,
  target: { readonly schema: string; readonly name: string },
  names: readonly string[],
  all: readonly Routine[],
  catalogue: Catalogue,
): Error {
  const { type } = request.contentType;
  const byPost = request.method === "POST";
  const wanted = `${target.schema}.${target.name}`;
  const isWhole = byPost && ["text/plain", "text/xml", "application/octet-stream"].includes(type);
  const list = names.join(", ");
  const shown = names.length === 0 ? " without parameters" : `(${list})`;
  const told = names.length === 0 ? " without parameters" : ` with parameter${names.length > 1 ? "s" : ""} ${list}`;
  const whole: Readonly<Record<string, string>> = {
    "text/plain": "text",
    "text/xml": "xml",
    "application/octet-stream": "bytea",
  };
  const searched = isWhole
    ? ` with a single unnamed ${whole[type] ?? ""} parameter`
    : `${told}${byPost && type === "application/json" ? " or with a single unnamed json/jsonb parameter" : ""}`;
  return noFunction(
    `Could not find the function ${wanted}${isWhole ? "" : shown} in the schema cache`,
    `Searched for the function ${wanted}${searched}, but no matches were found in the schema cache.`,
    isWhole ? undefined : suggestion(target, names, all, catalogue),
  );
}

function suggestion(
  { schema, name }: { readonly schema: string; readonly name: string },
  names: readonly string[],
  all: readonly Routine[],
  catalogue: Catalogue,
): string | undefined {
  const listed = (some: readonly string[]) => `(${some.toSorted().join(", ")})`;
  if (all.length > 0) {
    // A parameter without a name cannot be given by one, and what was just refused is not what was meant.
    const others = all
      .filter(({ parameters }) => parameters.every((one) => one.name !== ""))
      .map(({ parameters }) => listed(parameters.map((one) => one.name)))
      .filter((one) => one !== listed(names));
    const near = nearest(listed(names), others);
    return near === undefined ? undefined : `Perhaps you meant to call the function ${schema}.${name}${near}`;
  }
  const known = [...catalogue.functions.keys()]
    .filter((key) => key.startsWith(`${schema}.`))
    .map((key) => key.slice(schema.length + 1));
  const near = nearest(name, known, 0.75);
  return near === undefined ? undefined : `Perhaps you meant to call the function ${schema}.${near}`;
}

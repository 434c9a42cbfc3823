// What a call is given, as the body of a request.
import type { Call, Parameter } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import { kindOfValue } from "../field-types/values.ts";
import type { CallInput } from "../interpreter/writes/inputs.ts";
import { isList, type Value } from "../interpreter/values/value.ts";

export const bodyOf = (call: Call, given: CallInput): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    call.in.flatMap(({ name, type }) =>
      given.has(name.id) ? [[name.id, inJson(given.get(name.id) ?? null, type)] as const] : [],
    ),
  );

function inJson(value: Value, type: Parameter["type"]): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (isList(value)) return value.map((one) => inJson(one, type));
  if (isFileType(type) && typeof value === "string") return { name: value, type: mediaTypeOf(value), text: "given" };
  return typeof value === "string" ? value : kindOfValue(value).json(value);
}

const mediaTypeOf = (name: string): string => (name.endsWith(".png") ? "image/png" : "text/plain");

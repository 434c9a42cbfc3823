// What a call of section 7 is given, and the first of it that the call does not take.
import type { Call, Field, Parameter } from "@writ/language/model";
import { mayRead } from "../rights/reading.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { isBlank, wrongValue } from "./stored-values.ts";
import { isRow, type Value } from "../values/value.ts";
import { findRow, type Caller, type Program, type Row, type World } from "../world/world.ts";

/** By the identifier of each input; what is not there is left out. Of a file its name. */
export type CallInput = ReadonlyMap<string, Value>;

/** An input as a field would be that holds it. */
export const fieldOfInput = (call: Call, { name, type, span, optional }: Parameter): Field => ({
  address: call.address,
  span,
  notShown: [],
  name,
  type,
  required: optional ? "no" : "yes",
  requiredSpan: span,
  default: undefined,
  notes: "",
});

/** `system`: rows are read as the product itself reads them. */
export function refusalOfInputs(
  world: World,
  me: Caller | "system",
  call: Call,
  given: CallInput,
): Refusal | undefined {
  for (const parameter of call.in) {
    const code = wrongInput(world.program, call, parameter, given.get(parameter.name.id) ?? null);
    if (code !== undefined) return refuse(code, call.address, parameter.name.id);
  }
  for (const { name, type } of call.in) {
    const value = given.get(name.id) ?? null;
    if (type?.kind !== "reference" || !isRow(value)) continue;
    const row = findRow(world, value.entity, value.id);
    if (row === undefined || (me !== "system" && !mayRead(world, me, value.entity, row)))
      return refuse("NOT_FOUND", call.address, name.id);
  }
  return undefined;
}

/** Nothing is what no one gives, a yes/no and a list too. */
function wrongInput(program: Program, call: Call, parameter: Parameter, value: Value): string | undefined {
  if (value === null || isBlank(value)) return parameter.optional ? undefined : "REQUIRED";
  return wrongValue(program, { ...fieldOfInput(call, parameter), required: "no" }, value);
}

/** The rows among them that are there. */
export const inputRows = (world: World, call: Call, given: CallInput): readonly Row[] =>
  call.in.flatMap(({ name }) => {
    const value = given.get(name.id) ?? null;
    return isRow(value) ? (findRow(world, value.entity, value.id) ?? []) : [];
  });

// What a case gives to a call: a value for each input that it must have, and for the one that the case is about what it asks for.
import type { Call, Parameter } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import type { ChangedInput } from "@writ/language/scenarios";
import { fieldOfInput, type CallInput } from "../../interpreter/writes/inputs.ts";
import { targetOf } from "../../interpreter/document/names.ts";
import { rowOf, type Value } from "../../interpreter/values/value.ts";
import type { World } from "../../interpreter/world/world.ts";
import { valuesAt } from "./edges.ts";
import { newId, withSample } from "../samples/sample.ts";

export type CallInputs = { readonly world: World; readonly given: CallInput };

/** One for each value that would do; none where no value is found for an input. `but`: given already. */
export function inputsFor(
  world: World,
  call: Call,
  about: ChangedInput | undefined,
  but: string | undefined,
): readonly CallInputs[] {
  let usual: CallInputs = { world, given: new Map() };
  for (const parameter of call.in) {
    const { name, optional } = parameter;
    if (optional || name.id === but || name.id === about?.name) continue;
    const next = withInput(usual, call, parameter);
    if (next === undefined) return [];
    usual = next;
  }
  const parameter = call.in.find(({ name }) => name.id === about?.name);
  if (about === undefined || parameter === undefined || about.value.kind === "left out") return [usual];
  if (about.value.kind === "usual") {
    const given = withInput(usual, call, parameter);
    return given === undefined ? [] : [given];
  }
  return valuesOf(usual.world, call, parameter, about.value).map((value) => ({
    ...usual,
    given: new Map([...usual.given, [about.name, value]]),
  }));
}

function withInput({ world, given }: CallInputs, call: Call, parameter: Parameter): CallInputs | undefined {
  const own = isFileType(parameter.type) ? filesOf(parameter) : undefined;
  const sample = own === undefined ? withSample(world, fieldOfInput(call, parameter)) : { world, value: own };
  if (sample.value === null) return undefined;
  return { world: sample.world, given: new Map([...given, [parameter.name.id, sample.value]]) };
}

function filesOf({ type }: Parameter): Value {
  if (!isFileType(type)) return null;
  const name = `given.${type.extensions[0] ?? (type.kind === "image" ? "png" : "txt")}`;
  return type.kind === "files" ? [name] : name;
}

function valuesOf(
  world: World,
  call: Call,
  parameter: Parameter,
  edge: Exclude<ChangedInput["value"], { readonly kind: "left out" | "usual" }>,
): readonly Value[] {
  if (edge.kind !== "unread") return valuesAt(world, fieldOfInput(call, parameter), edge);
  const entity = targetOf(world.program, parameter.type);

  // Of a row that no one has made.
  return entity === undefined ? [] : [rowOf(entity, newId(world, entity))];
}

// Calls of effects: a call that effects may make, with all that it takes.
import { unknownCall } from "../../../clause/problems.ts";
import { parameterType } from "../../../model/parameter-type.ts";
import type { Problem } from "../../../problem.ts";
import type { EffectAction } from "../model.ts";
import type { Site } from "./check-action.ts";
import { callOfAnother, valueMissing, valueUnasked } from "./problems.ts";

export function checkCall(action: Extract<EffectAction, { readonly kind: "call" }>, site: Site): readonly Problem[] {
  const { effect, model, context, scope, given } = site;
  const { lookup } = context;
  const place = { span: action.call.span, address: `${effect.address}/Do` };
  const call = lookup.calls.get(action.call.id);
  if (!call) {
    const known = lookup.calls.values().map((one) => one.name.label);
    return model.calls.status.kind === "not shown" ? [] : [unknownCall.at(place, action.call.label, known)];
  }
  const problems: Problem[] = [];
  if (call.on && call.on.kind !== "effect") {
    const on = call.on.kind === "button" ? "button" : call.on.kind === "route" ? "a route" : "a schedule";
    problems.push(callOfAnother.at(place, call.name.label, on, call.name.span));
  }
  const inputs = new Map(call.in.map((parameter) => [parameter.name.id, parameter]));
  for (const { field, value } of action.values) {
    const parameter = inputs.get(field.id);
    const type = parameter && parameterType(parameter, lookup);
    const at = { span: field.span, address: value.address };
    if (!parameter && !call.bodyNotShown)
      problems.push(valueUnasked.at(at, `call ${call.name.label}`, field.label, inputs.keys()));
    const expected =
      type && parameter ? ({ kind: "type", type, what: parameter.name.label } as const) : ({ kind: "any" } as const);
    problems.push(...context.check(value, scope, expected, given).problems);
  }
  const named = new Set(action.values.map(({ field }) => field.id));
  const missing = call.in
    .filter((parameter) => !parameter.optional && parameter.name.id !== "" && !named.has(parameter.name.id))
    .filter((parameter) => !isOwnRow(parameterType(parameter, lookup), site))
    .map((parameter) => parameter.name);
  if (missing.length > 0 && !effect.notShown.includes("With"))
    problems.push(valueMissing.at(place, `call ${call.name.label}`, missing));
  return problems;
}

/** An input of the effect's own entity, or of the one that On names, is that row where With does not say otherwise. */
function isOwnRow(type: ReturnType<typeof parameterType>, { entity, other }: Site): boolean {
  return type?.kind === "row" && (type.entity === entity.id || type.entity === other?.id);
}

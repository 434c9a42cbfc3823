// Constants that nothing in the document names.
import { amountsOf } from "../../field-types/index.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { isTaken } from "./check-names.ts";
import { unusedConstant } from "./problems.ts";

export function checkUnused(model: Model, context: CheckContext): readonly Problem[] {
  // What is not shown may use any of them.
  const { screens, entities, states, rules, permissions, calls, errors } = model;
  // Nor is known what code in a file uses.
  if (calls.calls.some(({ code }) => code?.kind === "path" || (code?.kind === "below" && code.code === undefined)))
    return [];
  if ([screens, entities, states, rules, permissions, calls, errors].some(({ status }) => status.kind === "not shown"))
    return [];
  const used = usedConstants(model, context);
  // One that is wrong or not shown has been reported; that nothing uses it may follow from that.
  const whole = model.constants.constants.filter(
    (one) =>
      one.value &&
      one.name.id !== "" &&
      !isTaken(one.name.id, context.schema) &&
      context.lookup.constants.get(one.name.id) === one,
  );
  return whole.flatMap(({ name, address }) =>
    used.has(name.id) ? [] : [unusedConstant.at({ span: name.span, address }, name.label, name.id)],
  );
}

function usedConstants(model: Model, context: CheckContext): ReadonlySet<string> {
  const used = new Set<string>();
  const words = (text: string) => {
    for (const [word] of text.matchAll(/[a-z_][a-z0-9_]*/g)) used.add(word);
  };
  for (const [expression, { reads, typed }] of context.checked) {
    for (const id of reads.constants) used.add(id);
    // What could not be understood may still have meant it.
    if (typed === undefined) words(expression.text.text);
  }
  const amounts = [
    ...model.entities.entities.flatMap(({ fields }) => fields.flatMap(({ type }) => amountsOf(type))),
    ...model.calls.calls.flatMap((call) => [...call.in, ...call.out].flatMap(({ type }) => amountsOf(type))),
    ...model.constants.limits.map(({ value }) => value?.amount),
  ];
  for (const amount of amounts) if (amount?.kind === "constant") used.add(amount.name.id);
  for (const { pageSize } of model.screens.screens) if (pageSize?.kind === "constant") used.add(pageSize.name.id);
  for (const { code } of model.calls.calls) if (code?.kind === "below") words(code.code?.text ?? "");
  return used;
}

// Whether a transition can ask for what it asks for.
import type { CheckContext } from "../../../model/check-context.ts";
import { unknownField } from "../../../clause/problems.ts";
import { insteadOf, nearest } from "../../../text/suggestion.ts";
import type { Problem } from "../../../problem.ts";
import type { Field } from "../../entities/model.ts";
import { settable } from "../settable.ts";
import type { TransitionInput, TransitionRow } from "../model.ts";
import type { KnownMachine } from "./known-machine.ts";
import { cannotAsk } from "./problems.ts";

export function checkInputs(
  known: KnownMachine,
  rows: readonly TransitionRow[],
  context: CheckContext,
): readonly Problem[] {
  return rows.flatMap((row) => {
    const [first] = row.asks;
    const address = `${row.address}/Asks for`;
    const fields = row.asks.flatMap((asked) => checkField(known, asked, address, context));
    const seen = new Set<string>();
    const twice = row.asks.flatMap((asked) => {
      if (!seen.has(asked.field.id)) return seen.add(asked.field.id) && [];
      return [
        cannotAsk.at({ span: asked.span, address }, `${asked.field.label} is asked for twice`, "Delete one of them."),
      ];
    });
    if (!first || (row.on?.kind !== "after" && row.on?.kind !== "at")) return [...fields, ...twice];
    const place = { span: first.span, address };
    return [
      ...fields,
      ...twice,
      cannotAsk.at(place, "a timer cannot ask for input", "Leave this empty, and set what is needed in an effect."),
    ];
  });
}

function checkField(
  { entity }: KnownMachine,
  asked: TransitionInput,
  address: string,
  { lookup }: CheckContext,
): readonly Problem[] {
  const fields = lookup.fields.get(entity.id);
  const field = fields?.get(asked.field.id);
  const place = { span: asked.field.span, address };
  if (!field) {
    if (lookup.entities.get(entity.id)?.bodyNotShown) return [];
    if (entity.fields.has(asked.field.id)) {
      return [cannotAsk.at(place, `${asked.field.label} is set by the system`, "Ask for a field of the entity's own.")];
    }
    const labels = fields?.values().map((one) => one.name.label) ?? [];
    return [unknownField.at(place, entity.label, asked.field.label, labels)];
  }
  const why = settable(field, "change");
  if (why) return [cannotAsk.at(place, `${field.name.label} cannot be asked for: ${why.reason}`, "")];
  return asked.choices ? checkChoices(field, asked.choices, address) : [];
}

function checkChoices(
  field: Field,
  choices: NonNullable<TransitionInput["choices"]>,
  address: string,
): readonly Problem[] {
  const { label } = field.name;
  const type = field.type;
  if (!type) return [];
  if (type.kind !== "one of" && type.kind !== "several of") {
    const span = { start: choices[0]?.span.start ?? 0, end: choices.at(-1)?.span.end ?? 0 };
    return [
      cannotAsk.at(
        { span, address },
        `${label} has no choices to narrow`,
        "Only one of: … and several of: … have them.",
      ),
    ];
  }
  const known = type.choices.map((choice) => choice.label);
  return choices.flatMap((choice) => {
    if (type.choices.some((one) => one.id === choice.id || one.label === choice.label)) return [];
    const near = nearest(choice.label, known);
    const hint = near === undefined ? `Known: ${known.slice(0, 8).join(", ")}.` : `Did you mean "${near}"?`;
    return [
      cannotAsk.at(
        { span: choice.span, address },
        `${label} has no choice "${choice.label}".`,
        hint,
        insteadOf(choice.label, known),
      ),
    ];
  });
}

// From a word in a Default cell or a row of a Seed to a value of the field's type, or to why it is none.
import type { Text } from "../../text/text.ts";
import { definitionOf, type Literal } from "../../field-types/index.ts";
import { resolveAmount } from "../../model/check-amount.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { isOpenSetting } from "../../model/open-setting.ts";
import type { FieldType } from "./model.ts";

/** Why the words are no default: `today`, `ticket.due_on` and `days(3)` are not meant as they stand. */
export function defaultHint({ text }: Text, hint: string, { schema }: CheckContext): string {
  const [, name = "", then] = /^(\w+)\s*([.(+*-].*)?$/.exec(text) ?? [];
  const isName = ["me", "now", "today"].includes(name) || schema.constants.has(name) || schema.entities.has(name);
  const isExpression = isName || then?.startsWith("(");
  return isExpression ? `An expression stands in backticks: \`${text}\`.` : hint;
}

/** Why the words are no value of a row. */
export const cellHint = (text: Text, hint: string, context: CheckContext): string =>
  saysNothing(text) ? nullHint : defaultHint(text, hint, context);

/** How people say elsewhere that there is no value. */
export const saysNothing = ({ text }: Text): boolean => /^(?:none|null|nil|nothing|empty|n\/?a|[-–—])\.?$/i.test(text);

export const nullHint = "For no value, write `null` in backticks.";

/** References, states and files are not read here: their words are keys of rows, states, or nothing at all. */
export const readLiteral = (text: Text, type: FieldType, model: Model, context: CheckContext): Literal =>
  definitionOf(type).literal(text, type, {
    valueOf: (amount) => resolveAmount(amount, context),
    currency: model.constants.settings.currency,
    isCurrencyOpen: isOpenSetting("Currency", model),
  });

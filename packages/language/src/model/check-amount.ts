// Whether an amount that may be a constant is of the kind that its place takes, once section 9 is known.
import { withArticle } from "../text/article.ts";
import type { Problem } from "../problem.ts";
import type { CheckContext } from "./check-context.ts";
import { exactWords } from "../expression/exact.ts";
import { wrongAmount } from "../field-types/problems.ts";
import type { Model } from "./model.ts";
import { unknownConstant } from "../clause/problems.ts";
import { kindOf } from "../clause/value-kinds.ts";
import type { Amount, Value } from "../clause/value.ts";
import { definitionOf, type AmountKind } from "../field-types/index.ts";
import type { FieldType } from "../sections/entities/model.ts";

/** The value that is written, or that of the constant; undefined where that is unknown, wrong or not shown. */
export function resolveAmount(amount: Amount, context: CheckContext): Value | undefined {
  return amount.kind === "value" ? amount.value : context.lookup.constants.get(amount.name.id)?.value;
}

/** Of all amounts that a type names. */
export function checkAmounts(
  type: FieldType,
  address: string,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  return (definitionOf(type).amounts?.(type) ?? []).flatMap(({ amount, wants, what }) =>
    amount ? checkAmount(amount, wants, what, address, model, context) : [],
  );
}

/** `what` says what the place takes: `"up to" needs a number of files`. */
export function checkAmount(
  amount: Amount,
  wants: AmountKind,
  what: string,
  address: string,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  const { settings } = model.constants;
  if (amount.kind === "value") {
    const { value } = amount;
    if (value.kind !== "money") return [];
    const place = { span: amount.span, address };
    if (!settings.currency)
      return [wrongAmount.at(place, "section 9 sets no currency", value.currency, "Add the setting Currency.")];
    const { code, minorUnits } = settings.currency;
    if (value.currency !== code)
      return [wrongAmount.at(place, `amounts are in ${code}`, value.currency, "Leave the currency out.")];
    if (value.scale <= minorUnits) return [];
    return [wrongAmount.at(place, `${code} has ${minorUnits} decimals`, exactWords(value), "Round it.")];
  }
  const constant = context.lookup.constants.get(amount.name.id);
  const place = { span: amount.name.span, address };
  if (!constant) {
    // Constants of a section that is not shown are assumed to exist.
    if (model.constants.status.kind === "not shown") return [];
    return [unknownConstant.at(place, amount.name.label, context.lookup.constants.keys())];
  }
  if (!constant.value || fits(constant.value, wants)) return [];
  return [
    wrongAmount.at(
      place,
      what,
      amount.name.label,
      `"${constant.name.label}" is ${withArticle(kindOf(constant.value).words(constant.value))}.`,
    ),
  ];
}

function fits(value: Value, wants: AmountKind): boolean {
  switch (wants) {
    case "whole number":
      return value.kind === "number" && value.scale === 0 && value.digits > 0n;
    case "whole number or negative":
      return value.kind === "number" && value.scale === 0;
    case "money":
      return value.kind === "money" || value.kind === "number";
    default:
      return value.kind === wants;
  }
}

// Whether the settings serve what the rest of the document needs: a currency for money, a way to sign in for roles.
import type { Model } from "../../model/model.ts";
import type { Value } from "../../clause/value.ts";
import type { Problem } from "../../problem.ts";
import { noCurrency, noSignInMethod, otherCurrency } from "./problems.ts";

export function checkSettings(model: Model): readonly Problem[] {
  // A document without a table of settings has said nothing yet that could be incomplete.
  const isSet = model.constants.settings.clauses.length > 0;
  return [...(isSet ? [...checkCurrency(model), ...checkSignIn(model)] : []), ...checkAmounts(model)];
}

function isOpen(model: Model, setting: string): boolean {
  return model.constants.settings.clauses.some(({ name }) => name.label === setting);
}

function checkCurrency(model: Model): readonly Problem[] {
  if (model.constants.settings.currency || isOpen(model, "Currency")) return [];
  for (const { fields } of model.entities.entities) {
    const field = fields.find(({ type }) => (type?.kind === "computed" ? type.of : type)?.kind === "money");
    if (field?.type) return [noCurrency.at({ span: field.type.span, address: field.address }, field.name.label)];
  }
  return [];
}

/** A setting that is there and wrong, or not shown, has been reported already. */
function checkSignIn(model: Model): readonly Problem[] {
  if (model.constants.settings.signIn.length > 0 || isOpen(model, "Sign-in")) return [];
  const role = model.permissions.roles.find(
    ({ givenBy }) => givenBy.length > 0 && givenBy.every(({ kind }) => kind !== "anyone"),
  );
  return role ? [noSignInMethod.at({ span: role.name.span, address: role.address }, role.name.label)] : [];
}

/** Amounts in constants are in the product's currency, with its decimals. */
function checkAmounts(model: Model): readonly Problem[] {
  const { currency } = model.constants.settings;
  const check = (value: Value, address: string): readonly Problem[] => {
    if (value.kind === "table") return value.entries.flatMap((entry) => check(entry.value, address));
    if (value.kind !== "money") return [];
    const place = { span: { start: value.start, end: value.end }, address };
    if (!currency) {
      const hint = "Add the setting Currency to section 9.";
      return isOpen(model, "Currency")
        ? []
        : [otherCurrency.at(place, `an amount in ${value.currency}, and section 9 sets no currency`, hint)];
    }
    if (value.currency !== currency.code) {
      return [
        otherCurrency.at(
          place,
          `an amount in ${value.currency}, and the currency is ${currency.code}`,
          `Write it in ${currency.code}.`,
        ),
      ];
    }
    if (value.scale <= currency.minorUnits) return [];
    const places = currency.minorUnits === 0 ? "no decimals" : `${currency.minorUnits} decimals`;
    return [otherCurrency.at(place, `${currency.code} has ${places}, and this amount has ${value.scale}`, "Round it.")];
  };
  return model.constants.constants.flatMap(({ value, address }) => (value ? check(value, `${address}/Value`) : []));
}

// Names of constants that mean something else in expressions.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { takenName } from "./problems.ts";

const words = ["me", "now", "today", "old", "route", "input", "true", "false", "null", "in", "and", "or", "not"];

export function checkNames(model: Model, { schema, lookup }: CheckContext): readonly Problem[] {
  return model.constants.constants.flatMap(({ name, address }) => {
    const { id, label, span } = name;
    const place = { span, address };
    if (words.includes(id) || id === "user" || (id.startsWith("my_") && schema.entities.has(id.slice(3)))) {
      return [takenName.at(place, label, id, undefined)];
    }
    const entity = [...lookup.entities.values()].find((one) => one.name.id === id)?.name;
    return entity && id !== "" ? [takenName.at(place, label, id, entity)] : [];
  });
}

// Texts of a table back into values, where what stands in a product is another value than the world had.
import type { FieldType } from "@writ/language/model";
import { entityOf, fieldOf, targetOf } from "../interpreter/document/names.ts";
import { dayFrom } from "../interpreter/values/time.ts";
import { dateOf, durationOf, momentOf, moneyOf, numberOf, rowOf, type Value } from "../interpreter/values/value.ts";
import { moneyScaleOf, type Program } from "../interpreter/world/world.ts";
import { RemoteUnavailable } from "./unavailable.ts";

export function valueFrom(program: Program, entity: string, field: string, text: string | null): Value {
  if (text === null) return null;
  if (field === "created_at" || field === "updated_at") return momentOf(Number(text));
  if (field === "created_by" || field === "updated_by") return rowOf("user", text);
  const type = fieldOf(program, entity, field)?.type;
  if (type === undefined) return text;
  try {
    return ofType(program, type, text);
  } catch {
    throw new RemoteUnavailable(`${entity} has a ${field} there that it cannot have by the document`);
  }
}

function ofType(program: Program, type: FieldType, text: string): Value {
  switch (type.kind) {
    case "yes/no":
      return text === "true";
    case "number":
    case "integer":
    case "percent":
      return amountOf(text);
    case "money": {
      const { digits, scale } = amountOf(text);
      const places = moneyScaleOf(program);
      return moneyOf(digits * 10n ** BigInt(places - scale), places);
    }
    case "duration":
      return durationOf(BigInt(text));
    case "date":
      return dateOf(dayFrom(text));
    case "datetime":
      return momentOf(Number(text));
    case "reference":
    case "belongs to":
      return rowOf(targetOf(program, type) ?? "", text);
    case "several":
      return partsOf(text).map((id) => rowOf(entityOf(program, type.entity), id));
    case "several of":
    case "files":
      return partsOf(text);
    default:
      return text;
  }
}

const partsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(","));

/** `1.5`: without zeros at the end. */
function amountOf(text: string) {
  const [whole = "0", fraction = ""] = text.split(".");
  return numberOf(BigInt(`${whole}${fraction}`), fraction.length);
}

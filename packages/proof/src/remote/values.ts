// Texts of a table back into values, where what stands in a product is another value than the world had.
import { trialOf } from "../field-types/trials.ts";
import { fieldOf } from "../interpreter/document/names.ts";
import { momentOf, rowOf, type Value } from "../interpreter/values/value.ts";
import type { Program } from "../interpreter/world/world.ts";
import { RemoteUnavailable } from "./unavailable.ts";

export function valueFrom(program: Program, entity: string, field: string, text: string | null): Value {
  if (text === null) return null;
  if (field === "created_at" || field === "updated_at") return momentOf(Number(text));
  if (field === "created_by" || field === "updated_by") return rowOf("user", text);
  const type = fieldOf(program, entity, field)?.type;
  if (type === undefined) return text;
  try {
    return trialOf(type).fromText(text, type, program);
  } catch {
    throw new RemoteUnavailable(`${entity} has a ${field} there that the document does not allow`);
  }
}

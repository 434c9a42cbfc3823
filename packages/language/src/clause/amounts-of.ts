// The amounts that a type of field names: its bounds, and how much fits into it.
import type { FieldType } from "../sections/entities/model.ts";
import type { Amount } from "./value.ts";

export function amountsOf(type: FieldType | undefined): readonly (Amount | undefined)[] {
  switch (type?.kind) {
    case "text":
    case "long text":
    case "Markdown text":
      return [type.upTo];
    case "number":
    case "integer":
    case "percent":
    case "money":
      return [type.from, type.to];
    case "file":
    case "image":
    case "files":
      return [type.count, type.size];
    default:
      return [];
  }
}

// A field of which a reader learns that it exists, and nothing of its values.
import type { ApplicationField, ApplicationType } from "./application.ts";
import type { Source } from "../browser/formula.ts";

/** What a screen is made of where its values are not for them: how it is asked for, and nothing of what it may hold. */
export const bareOf = (field: ApplicationField<Source>): ApplicationField<Source> => ({
  ...field,
  notes: "",
  default: undefined,
  type: bareTypeOf(field.type),
});

function bareTypeOf(type: ApplicationType): ApplicationType {
  if (type.kind === "one of" || type.kind === "several of") return { kind: type.kind, choices: [] };
  if ("scale" in type) return { kind: type.kind, scale: type.scale };
  if (type.kind === "files") return { kind: type.kind, many: type.many, isPicture: type.isPicture, extensions: [] };
  return "upTo" in type || "matching" in type ? { kind: type.kind } : type;
}

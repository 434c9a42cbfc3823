// What a field of each type can be found by, with the words for it.
import type { FieldView } from "@writ/server/response-types";

/** What a field can be asked for, with the words for it. */
export function waysOf({ type }: FieldView): readonly (readonly [is: string, words: string])[] {
  const none = [
    ["empty", "is empty"],
    ["filled", "is not empty"],
  ] as const;
  switch (type.kind) {
    case "number":
    case "integer":
    case "percent":
    case "money":
      return [["is", "is"], ["from", "is at least"], ["to", "is at most"], ...none];
    case "date":
    case "datetime":
    case "time":
      return [["from", "is from"], ["to", "is until"], ...none];
    case "yes/no":
    case "one of":
    case "state":
    case "several of":
    case "reference":
      return [["is", "is"], ...none];
    case "text":
    case "long text":
    case "Markdown text":
    case "email":
    case "url":
    case "phone":
    case "code":
      return [["contains", "contains"], ["is", "is exactly"], ...none];
    default:
      return none;
  }
}

/** Undefined where a value is typed. */
export function choicesOf(
  type: FieldView["type"],
): readonly { readonly id: string; readonly label: string }[] | undefined {
  if ("choices" in type) return type.choices;
  if (type.kind !== "yes/no") return undefined;
  return [
    { id: "true", label: "yes" },
    { id: "false", label: "no" },
  ];
}

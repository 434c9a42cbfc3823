// From a cell of the column May to actions: "create, update", "see Phone", "set Assignee on create", "Solve".
import { matchText, spanOf, splitText, type Text } from "../../text/text.ts";
import { readReference } from "../../text/name.ts";
import type { Action } from "./model.ts";

export type ReadAction = { readonly action: Action; /** As it stands in addresses. */ readonly label: string };

export function readActions(cell: Text): readonly ReadAction[] {
  return splitText(cell)
    .filter((text) => text.text !== "")
    .map((text) => ({ action: readAction(text), label: text.text }));
}

function readAction(text: Text): Action {
  const span = spanOf(text);
  switch (text.text) {
    case "create":
    case "read":
    case "update":
    case "delete":
    case "call":
      return { kind: text.text, span };
    default:
  }
  const see = matchText(text, /^see\s+(?<field>.+)$/d)?.["field"];
  if (see) return { kind: "see", field: readReference(see), span };
  const set = matchText(text, /^set\s+(?<field>.+?)(?:\s+on\s+(?<when>create|update))?$/d);
  if (set?.["field"]) {
    const when = set["when"]?.text;
    return {
      kind: "set",
      field: readReference(set["field"]),
      on: when === "create" || when === "update" ? when : undefined,
      span,
    };
  }
  return { kind: "transition", transition: readReference(text), span };
}

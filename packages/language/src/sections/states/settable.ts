// Which fields a transition may ask for and an effect may set, and why not the others.
import { withArticle } from "../../text/article.ts";
import type { Field } from "../entities/model.ts";

/** Undefined: it may. `change`: of a row that is there; `creation`: of a new one. */
export function settable(
  field: Field,
  when: "creation" | "change",
): { readonly reason: string; readonly hint: string } | undefined {
  const { type } = field;
  if (!type) return undefined;
  const { label } = field.name;
  switch (type.kind) {
    case "computed":
      return { reason: "it is computed", hint: `Change what ${label} is computed from.` };
    case "list":
      return { reason: "it is the reverse of a reference", hint: `Set the reference of ${type.entity.label} instead.` };
    case "sequence number":
    case "random code":
      return { reason: `${withArticle(type.kind)} is given once, by the system`, hint: "Leave it out." };
    case "state":
      return { reason: "states change only through transitions", hint: "Write do and a transition." };
    default:
      if (when === "creation" || !type.setOnce) return undefined;
      return { reason: "it is set once, at creation", hint: "Take set once out of its type in section 3." };
  }
}

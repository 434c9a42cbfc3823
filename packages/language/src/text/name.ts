// Names as people write them, and the identifiers that they have on the wire, in SQL and in expressions.
import { codeOf, matchText, spanOf, type Text } from "./text.ts";
import type { Span } from "../problem.ts";

/** A thing's own name, where it is defined. */
export type Name = {
  /** As people say it: "Due on". */
  readonly label: string;
  /** `due_on`; for a choice or state its code on the wire, which may have hyphens. Empty where there is none (N015). */
  readonly id: string;
  readonly span: Span;
};

/** A name where it is used, not yet known to mean anything. `id` is the label itself where no identifier can be made of it. */
export type Reference = { readonly label: string; readonly id: string; readonly span: Span };

const identifierPattern = /^[a-z][a-z0-9_]{0,62}$/;

/** The identifier of a label, or empty where it has letters that no identifier can hold. */
export function identifierOf(label: string): string {
  const id = label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return identifierPattern.test(id) ? id : "";
}

/** Reads ``Deadline (`due_on`)`` or `Due on`. The caller reports an empty `id` as N015. */
export function readName(text: Text): Name {
  const groups = matchText(text, /^(?<label>[^`(),|]*[^`(),|\s])\s*\(`(?<id>[^`]*)`\)$/d);
  if (groups?.["label"] && groups["id"]) {
    const id = groups["id"].text;
    return { label: groups["label"].text, id: /^[a-z][a-z0-9_-]{0,62}$/.test(id) ? id : "", span: spanOf(text) };
  }
  return { label: text.text, id: identifierOf(text.text), span: spanOf(text) };
}

/** Reads the use of a name; backticks around an identifier are accepted. */
export function readReference(text: Text): Reference {
  const code = codeOf(text);
  if (code) return { label: code.text, id: code.text, span: spanOf(code) };
  return { label: text.text, id: identifierOf(text.text) || text.text, span: spanOf(text) };
}

/** `ProjectMember`: how an expression names all rows of `project_member`. */
export function pascalCase(id: string): string {
  return id
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

// Reads a name where it is defined, and reports what is wrong with it: no identifier, or one that is taken.
import { spanOf, type Text } from "../text/text.ts";
import type { Problem } from "../problem.ts";
import { readName, type Name } from "../text/name.ts";
import { noIdentifier, sameIdentifier } from "./problems.ts";

/** `code`: a choice or state, whose identifier is a code on the wire and may have hyphens. */
export function defineName(
  text: Text,
  address: string,
  problems: Problem[],
  kind: "identifier" | "code" = "identifier",
): Name {
  const name = readName(text);
  const wrong = name.id === "" || /[,|`()]/.test(name.label) || (kind === "identifier" && name.id.includes("-"));
  if (wrong) problems.push(noIdentifier.at({ span: spanOf(text), address }, name.label));
  return wrong && name.id !== "" ? { ...name, id: "" } : name;
}

/** Names with the same identifier are the same name: the second one is reported. */
export function reportSameNames(
  names: readonly Name[],
  address: string | ((name: Name) => string),
  problems: Problem[],
): void {
  const first = new Map<string, Name>();
  for (const name of names) {
    const before = name.id === "" ? undefined : first.get(name.id);
    if (before === undefined) first.set(name.id, name);
    else {
      const at = typeof address === "string" ? address : address(name);
      problems.push(
        sameIdentifier.at({ span: name.span, address: at }, name.label, before.label, name.id, before.span),
      );
    }
  }
}

// Reads the list directly under a heading: its properties by name, with what is unknown or given twice reported.
import type { Problem, Span } from "../problem.ts";
import type { Part } from "./document.ts";
import { propertyTwice, unknownProperty } from "./problems.ts";
import { notShownPattern } from "./tables.ts";
import { spanOf, trimText, type Text } from "../text/text.ts";

export type FoundProperties<Property extends string = string> = {
  /** By name, in the order of the document; those that say "not shown" are not here. */
  readonly values: ReadonlyMap<string, readonly Text[]>;
  readonly notShown: readonly { readonly column: Property; readonly span: Span }[];
};

/** `repeated`: properties that may be given on several lines. */
export function readProperties<Property extends string>(
  part: Part,
  known: readonly Property[],
  repeated: readonly NoInfer<Property>[],
  address: string,
  problems: Problem[],
): FoundProperties<Property> {
  const values = new Map<string, Text[]>();
  const notShown: { column: Property; span: Span }[] = [];
  const first = new Map<string, Text>();
  for (const { name, value } of part.properties) {
    const place = { span: spanOf(name), address };
    const before = first.get(name.text);
    const property = known.find((one) => one === name.text);
    if (property === undefined) problems.push(unknownProperty.at(place, name.text, known));
    else if (before && !repeated.includes(property)) problems.push(propertyTwice.at(place, name.text, spanOf(before)));
    else {
      first.set(name.text, name);
      const written = trimText(value);
      if (notShownPattern.test(written.text)) notShown.push({ column: property, span: spanOf(written) });
      else {
        const list = values.get(name.text) ?? [];
        list.push(written);
        values.set(name.text, list);
      }
    }
  }
  return { values, notShown };
}

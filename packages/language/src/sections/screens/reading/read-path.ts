// From `Subject` or `Requester.Name` to the steps that it names.
import { codeOf, sliceText, spanOf, splitText, trimText, type Text } from "../../../text/text.ts";
import { readReference } from "../../../text/name.ts";
import { noIdentifier } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import type { FieldPath, SortKey } from "../model.ts";

export function readPath(text: Text): FieldPath {
  const path = codeOf(text) ?? trimText(text);
  const steps: Text[] = [];
  let from = 0;
  // A name may hold a dot, as "No. of items" does; a step never begins with a space.
  for (const match of path.text.matchAll(/\.(?=\S)/g)) {
    steps.push(sliceText(path, from, match.index));
    from = match.index + 1;
  }
  steps.push(sliceText(path, from));
  return { steps: steps.map((step) => readReference(trimText(step))), span: spanOf(path) };
}

/** A list of fields, separated by commas; a place between two commas where nothing stands is reported. */
export function readPaths(value: Text, address: string, problems: Problem[]): readonly FieldPath[] {
  return readItems(value, address, problems).map(readPath);
}

export function readItems(value: Text, address: string, problems: Problem[]): readonly Text[] {
  return splitText(value).filter((item) => {
    if (item.text === "") problems.push(noIdentifier.at({ span: spanOf(item), address }, ""));
    return item.text !== "";
  });
}

/** `Updated at descending`. */
export function readSortKey(item: Text): SortKey {
  const descending = item.text.endsWith(" descending");
  const end = descending ? -" descending".length : item.text.endsWith(" ascending") ? -" ascending".length : undefined;
  const path = end === undefined ? item : trimText(sliceText(item, 0, item.text.length + end));
  return { path: readPath(path), descending };
}

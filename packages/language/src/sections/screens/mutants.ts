// How the Import of a list may say something else: a column less, or another one.
import { isEverGranted } from "../../scenario/ever-granted.ts";
import { withoutItem, withoutLine } from "../../mutant/lines.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { isSetBySystem } from "../../field-types/index.ts";
import { isFileType } from "../../plan/file-fields.ts";
import type { Screen } from "./model.ts";

export function screenMutants(mutable: Mutable): readonly Change[] {
  return mutable.model.screens.screens.flatMap((screen) => importChanges(screen, mutable));
}

/** What another list takes too makes no difference to those who see both. */
function importChanges(screen: Screen, mutable: Mutable): readonly Change[] {
  const { source, model, lookup } = mutable;
  const entity = screen.kind?.kind === "list" ? lookup.entities.get(screen.kind.entity.id) : undefined;
  const last = screen.import.at(-1);
  if (entity === undefined || last === undefined || !isEverGranted("create", entity, mutable)) return [];
  const elsewhere = new Set(
    model.screens.screens
      .filter(({ kind }) => kind?.kind === "list" && kind.entity.id === entity.name.id)
      .flatMap((other) => (other === screen ? [] : other.import.map(idOf))),
  );
  const clause = `${screen.address}/Import`;
  const through = model.permissions.rights
    .filter(({ for: about, action }) => about.id === entity.name.id && action.kind === "create")
    .map(({ address }) => address);
  const spans = screen.import.map(({ span }) => span);
  const less = screen.import.flatMap((path, index): readonly Change[] => {
    if (elsewhere.has(idOf(path))) return [];
    const edit = spans.length === 1 ? withoutLine(source, path.span.start) : withoutItem(spans, index);
    return [{ clause, what: `without ${path.steps[0]?.label}`, edits: [edit], through }];
  });
  const named = new Set([...elsewhere, ...screen.import.map(idOf)]);
  const [unnamed] = entity.fields.filter(
    ({ name, type, required }) =>
      type !== undefined && !isSetBySystem(type) && !isFileType(type) && required !== "auto" && !named.has(name.id),
  );
  if (unnamed === undefined) return less;
  const edits = [replaced({ start: last.span.end, end: last.span.end }, `, ${unnamed.name.label}`)];
  return [...less, { clause, what: `${unnamed.name.label} as well`, edits, through }];
}

const idOf = ({ steps: [first] }: Screen["import"][number]): string => first?.id ?? "";

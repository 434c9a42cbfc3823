// What users of the product may import: the fields that list screens of the document name, of those screens that are for them.
import type { Compiled } from "@writ/language";

/** Ids of fields; undefined where no list screen for a signed-in user with these roles offers an import of this entity. */
export function importableFields(
  { model }: Compiled,
  entity: string,
  roles: readonly string[],
): readonly string[] | undefined {
  const held = new Set([
    "anyone",
    "signed_in",
    ...roles,
    ...model.permissions.roles
      .filter(({ givenBy }) => givenBy.some(({ kind }) => kind === "anyone" || kind === "signed in"))
      .map(({ name }) => name.id),
  ]);
  const paths = model.screens.screens.flatMap((screen) =>
    screen.kind?.kind === "list" && screen.kind.entity.id === entity && screen.for.some(({ id }) => held.has(id))
      ? screen.import
      : [],
  );
  const fields = new Set(paths.flatMap(({ steps }) => (steps.length === 1 ? steps.map(({ id }) => id) : [])));
  return fields.size === 0 ? undefined : [...fields];
}

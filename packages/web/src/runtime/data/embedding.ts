// By which name the wire leads from a row to what one of its fields refers to.
import type { ApplicationField } from "@writ/language/product";

/**
 * What a computed reference names stands behind a function of its own. Accounts, and several rows, stand behind a function
 * that is called like the field. With the name of a table before it, a field leads from there; where both tables are one, that
 * is the way back, to those that refer to the row, and the field alone is the way there, unless the table is called like it.
 */
export function embeddingOf(entity: string, { id, type, relation }: ApplicationField): string {
  if (relation !== undefined) return relation;
  if (type.kind !== "reference" || type.entity === "user") return id;
  return type.entity === entity && id !== entity ? id : `${type.entity}!${id}`;
}

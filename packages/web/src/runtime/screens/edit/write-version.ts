// Writes a row only where it is still the version that was read: optimistic locking by the moment of its last change.
import { messageFor, Refusal } from "../../../words/refusal.ts";
import { allFields, dataOf, readRow } from "../../data/rows.ts";
import type { Product } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";

/** Throws what was refused; `onStale` is called with the newer version, where there is one. */
export async function writeVersion(
  entity: string,
  base: WireRow,
  values: Readonly<Record<string, unknown>>,
  product: Product,
  onStale: (now: WireRow) => void,
): Promise<void> {
  const { application, backend, language } = product;
  const written = dataOf<readonly WireRow[]>(
    await backend
      .from(entity)
      .update(values)
      .eq("id", String(base["id"]))
      .eq("updated_at", String(base["updated_at"]))
      .select("id,updated_at"),
  );
  if (written.length > 0) return;
  const now = await readRow(entity, { id: String(base["id"]) }, allFields(entity, application), product);
  const code = now === undefined ? "NOT_FOUND" : "CONFLICT";
  const message = messageFor(code, language, application);
  if (now === undefined)
    throw new Refusal(code, message, 404, [{ code, field: undefined, clause: undefined, message }]);
  onStale(now);
  // The form keeps what was written until it is decided; what there is to say is said where that is done.
  throw new Refusal(code, message, 409, []);
}

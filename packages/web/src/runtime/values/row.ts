// A row as the wire has it, and what it names.

/** Columns by their names, rows that they refer to under `_` and the name. */
export type WireRow = { readonly [column: string]: unknown };

export const isWireRow = (value: unknown): value is WireRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a field with several rows names, as far as the reader may see it. */
export const embeddedIn = (value: unknown): readonly WireRow[] =>
  Array.isArray(value) ? value.filter((one) => isWireRow(one)) : [];

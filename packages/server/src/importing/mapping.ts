// Which column of a file is which field of an entity: by what people call it, and by what was said.
import { didYouMean } from "@writ/language";
import type { Column, Table } from "../console/rows/tables.ts";
import { ImportRefused } from "./refused.ts";

export type MappedColumn = {
  readonly head: string;
  /** Its place in a row. */
  readonly at: number;
  readonly field: Column;
};

export type Mapping = {
  readonly columns: readonly MappedColumn[];
  readonly ignored: readonly string[];
  /** Where the key of a row that is to be changed stands. */
  readonly id: number | undefined;
};

export type Mapped = {
  /** `Column=Field` */
  readonly map: readonly string[];
  readonly ignore: readonly string[];
  /** A row of this id is changed. */
  readonly byId: boolean;
};

/** Case, blanks and signs between words do not count. */
export const alike = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-.]+/g, "");

export function mapColumns(heads: readonly string[], table: Table, { map, ignore, byId }: Mapped): Mapping {
  const said = new Map(map.map((one) => saidIn(one, heads)));
  for (const one of ignore) headOf(one, heads, "--ignore");
  const ignored = new Set(ignore.map(alike));
  const wrong: string[] = [];
  const columns: MappedColumn[] = [];
  let id: number | undefined;
  for (const [at, head] of heads.entries()) {
    if (head === "" || ignored.has(alike(head))) continue;
    const name = said.get(head) ?? head;
    if (alike(name) === "id" && byId) {
      id = at;
      continue;
    }
    const field = fieldNamed(name, table);
    const earlier = columns.find((one) => one.field.id === field?.id);
    if (field === undefined) wrong.push(unknownColumn(head, name, table));
    else if (why(field) !== undefined) wrong.push(`"${head}": ${why(field) ?? ""}. Leave it out with --ignore`);
    else if (earlier !== undefined) wrong.push(`"${earlier.head}" and "${head}" are both for ${field.label}`);
    else columns.push({ head, at, field });
  }
  if (wrong.length > 0) throw new ImportRefused(wrong.join("\n"));
  if (columns.length === 0) throw new ImportRefused(`no column is a field of ${table.label}`);
  return { columns, id, ignored: heads.filter((head) => head !== "" && ignored.has(alike(head))) };
}

export const fieldNamed = (name: string, { columns }: Table): Column | undefined =>
  columns.find(({ label }) => alike(label) === alike(name)) ?? columns.find(({ id }) => alike(id) === alike(name));

function why(field: Column): string | undefined {
  if (field.auto) return `${field.label} is set by the system`;
  if (!field.isColumn || field.type.kind === "list" || field.type.kind === "not shown")
    return `${field.label} cannot be written`;
  return undefined;
}

function unknownColumn(head: string, name: string, table: Table): string {
  const what = head === name ? `"${head}" is no field of ${table.label}` : `"${name}" is no field of ${table.label}`;
  const writable = table.columns.filter((one) => why(one) === undefined);
  const near = didYouMean(
    name,
    writable.map(({ label }) => label),
  );
  return `${what}. ${near === "" ? "" : `${near} `}Use --map "${head}=Field", or --ignore "${head}" to leave it out`;
}

function saidIn(text: string, heads: readonly string[]): readonly [string, string] {
  // A column may be called anything, and no field has this sign in its name.
  const at = text.lastIndexOf("=");
  if (at <= 0 || at === text.length - 1) throw new ImportRefused(`--map needs "Column=Field", not "${text}"`);
  return [headOf(text.slice(0, at), heads, "--map"), text.slice(at + 1).trim()];
}

function headOf(name: string, heads: readonly string[], option: string): string {
  const found = heads.find((head) => head !== "" && alike(head) === alike(name));
  if (found === undefined)
    throw new ImportRefused(`${option}: the file has no column "${name}". ${didYouMean(name, heads)}`.trim());
  return found;
}

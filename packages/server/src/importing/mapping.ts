// Which column of a file is which field of an entity: by what people call it, and by what was said.
import { didYouMean } from "@writ/language";
import type { Column, Table } from "../console/rows/tables.ts";
import { isFileField } from "./field-types/is-file-field.ts";
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
  /** The only fields that columns may be for; undefined: every field that can be written. */
  readonly offered?: readonly string[] | undefined;
  /** Whether there is a folder with files that cells may name. */
  readonly withFiles?: boolean;
};

/** Case, blanks and signs between words do not count. */
export const alike = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-.]+/g, "");

export function mapColumns(heads: readonly string[], whole: Table, mapped: Mapped): Mapping {
  const { map, ignore, byId, withFiles = true } = mapped;
  const table = offeredOf(whole, mapped.offered);
  const said = new Map(map.map((one) => saidIn(one, heads)));
  const ignored = new Set(ignore.map((one) => headOf(one, heads, "--ignore")));
  const wrong: Wrong[] = [];
  const columns: MappedColumn[] = [];
  let id: number | undefined;
  for (const [at, head] of heads.entries()) {
    if (head === "" || ignored.has(head)) continue;
    const name = said.get(head) ?? head;
    if (alike(name) === "id" && byId) {
      id = at;
      continue;
    }
    const field = fieldNamed(name, table);
    const earlier = columns.find((one) => one.field.id === field?.id);
    if (field === undefined) wrong.push(unknownColumn(head, name, table));
    else if (why(field) !== undefined)
      wrong.push(withOption(`"${head}": ${why(field) ?? ""}`, "Leave it out with --ignore"));
    else if (!withFiles && isFileField(field))
      wrong.push(withOption(`"${head}": files are imported by the command writ import alone. Leave this column out`));
    else if (earlier !== undefined)
      wrong.push(withOption(`"${earlier.head}" and "${head}" are both for ${field.label}`));
    else columns.push({ head, at, field });
  }
  if (wrong.length > 0)
    throw new ImportRefused(wrong.map(({ words }) => words).join("\n"), {
      command: wrong.map(({ command }) => command).join("\n"),
    });
  if (columns.length === 0) throw new ImportRefused(`no column is a field of ${table.label}`);
  return { columns, id, ignored: heads.filter((head) => ignored.has(head)) };
}

/** By the field that each column is called like; the first of two. */
export function guessColumns(
  heads: readonly string[],
  fields: readonly Column[],
): readonly { readonly head: string; readonly field: string | null }[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const id = fieldNamed(head, { columns: fields })?.id;
    if (head === "" || id === undefined || taken.has(id)) return { head, field: null };
    taken.add(id);
    return { head, field: id };
  });
}

/** What columns may become. */
export const importedFields = (table: Table, offered: readonly string[] | undefined, withFiles: boolean) =>
  offeredOf(table, offered).columns.filter((field) => why(field) === undefined && (withFiles || !isFileField(field)));

/** Of others it is not even said that they are there. */
const offeredOf = (table: Table, offered: readonly string[] | undefined): Table =>
  offered === undefined
    ? table
    : // What a list names is no more the system's alone: section 6 says who sets it.
      {
        ...table,
        columns: table.columns.flatMap((one) => (offered.includes(one.id) ? [{ ...one, auto: false }] : [])),
      };

type Wrong = { readonly words: string; readonly command: string };
const withOption = (words: string, option = ""): Wrong => ({
  words,
  command: option === "" ? words : `${words}. ${option}`,
});

export const fieldNamed = (name: string, { columns }: Pick<Table, "columns">): Column | undefined =>
  columns.find(({ label }) => alike(label) === alike(name)) ?? columns.find(({ id }) => alike(id) === alike(name));

function why(field: Column): string | undefined {
  if (field.auto) return `${field.label} is set by the system`;
  if (!field.isColumn || field.type.kind === "list" || field.type.kind === "not shown")
    return `${field.label} cannot be written`;
  return undefined;
}

function unknownColumn(head: string, name: string, table: Table): Wrong {
  const what = head === name ? `"${head}" is no field of ${table.label}` : `"${name}" is no field of ${table.label}`;
  const writable = table.columns.filter((one) => why(one) === undefined);
  const near = didYouMean(
    name,
    writable.map(({ label }) => label),
  );
  const meant = near === "" ? "" : `${near} `;
  return {
    words: `${what}${near === "" ? "" : `. ${near}`}`,
    command: `${what}. ${meant}Use --map "${head}=Field", or --ignore "${head}" to leave it out`,
  };
}

function saidIn(text: string, heads: readonly string[]): readonly [string, string] {
  // A column may be called anything, and no field has this sign in its name.
  const at = text.lastIndexOf("=");
  if (at <= 0 || at === text.length - 1)
    throw new ImportRefused(`"${text}" is no column with its field, such as "Due date=Due"`, {
      command: `--map needs "Column=Field", not "${text}"`,
    });
  return [headOf(text.slice(0, at), heads, "--map"), text.slice(at + 1).trim()];
}

/** Another column may be called the same but for its case. */
function headOf(name: string, heads: readonly string[], option: string): string {
  const named = heads.filter((head) => head !== "");
  const found = named.find((head) => head === name) ?? named.find((head) => alike(head) === alike(name));
  if (found !== undefined) return found;
  const words = `the file has no column "${name}". ${didYouMean(name, heads)}`.trim();
  throw new ImportRefused(words, { command: `${option}: ${words}` });
}

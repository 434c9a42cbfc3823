// Files as fields hold them: names under the row that they are brought for, and how large one of them is.
import type { Field } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import { amountOf } from "../interpreter/constants.ts";
import { idOf } from "../interpreter/ids.ts";
import { fieldOf } from "../interpreter/names.ts";
import { refuse, type Refusal } from "../interpreter/refusal.ts";
import type { Value } from "../interpreter/value.ts";
import type { Program } from "../interpreter/world.ts";

/** Files of a field that are unlike the usual: so large, or in truth what others with that ending are. */
export type Brought = { readonly field: string; readonly bytes?: number; readonly inTruth?: string };

/** So many files for a row, as its field names them. */
export function filesFor({ type }: Field, row: string, count = 1): Value {
  if (!isFileType(type)) return null;
  const extension =
    type.extensions.find((one) => made.has(one)) ?? type.extensions[0] ?? (type.kind === "image" ? "png" : "txt");
  const files = Array.from({ length: count }, (_, index) => fileFor(row, index + 1, extension));
  return type.kind === "files" ? files : (files[0] ?? null);
}

/** Whoever takes it over from this row has it under the same name. */
export const fileFor = (row: string, number: number, extension: string): string =>
  `${row}/${idOf(kindOfFiles, number)}/file-${number}.${extension}`;

/** What begins as such a file does can be made of nothing. */
export const made: ReadonlySet<string> = new Set("png jpg jpeg gif webp pdf zip csv md json txt".split(" "));

/** Of no entity. */
const kindOfFiles = 99_999_999;

/** Such a file of another row; what is the name of none stays as it is. */
export const fileOf = (text: string, named: (row: string) => string): string =>
  nameOfFile(text) === undefined ? text : `${named(text.slice(0, 36))}${text.slice(36)}`;

/** As people call it; undefined where it is the name of no such file. */
export const nameOfFile = (text: string): string | undefined =>
  new RegExp(`^[^/]{36}/${kindOfFiles}-[^/]{27}/(.+)$`).exec(text)?.[1];

/** What is larger than its field takes is refused before the row is looked at. */
export function refusedFile(program: Program, entity: string, { field: name, bytes }: Brought): Refusal | undefined {
  const field = fieldOf(program, entity, name);
  const most = isFileType(field?.type) ? amountOf(program, field.type.size) : undefined;
  return field === undefined || most === undefined || bytes === undefined || bytes <= Number(most.digits)
    ? undefined
    : refuse("TOO_LARGE", field.address, name);
}

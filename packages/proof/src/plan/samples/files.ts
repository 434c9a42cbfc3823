// Files as fields hold them: names under the row that they are brought for, and how large one of them is.
import type { Field, FieldType } from "@writ/language/model";
import { isFileType, mimeTypesOf } from "@writ/language/plan";
import { amountOf } from "../../interpreter/world/constants.ts";
import { idOf } from "../../interpreter/values/ids.ts";
import { fieldOf } from "../../interpreter/document/names.ts";
import { refuse, type Refusal } from "../../interpreter/document/refusal.ts";
import type { Value } from "../../interpreter/values/value.ts";
import type { Program } from "../../interpreter/world/world.ts";
import { typeOfEnding } from "./file-types.ts";

/** Files of a field that are unlike the usual: so large, or in truth what others with that ending are. */
export type FileUpload = {
  readonly field: string;
  readonly bytes?: number;
  readonly inTruth?: string;
  /** Named, and not brought. */
  readonly isMissing?: boolean;
};

export type FileType = Extract<FieldType, { readonly kind: "file" | "image" | "files" }>;

/** So many files for a row, as its field names them. */
export function filesFor({ type }: Field, row: string, count = 1): Value {
  if (!isFileType(type)) return null;
  const extension =
    type.extensions.find((one) => made.has(one)) ?? type.extensions[0] ?? (type.kind === "image" ? "png" : "txt");
  const files = Array.from({ length: count }, (_, index) => fileFor(row, index + 1, extension));
  return type.kind === "files" ? files : (files[0] ?? null);
}

/** A user who takes it over from this row has it under the same name. */
export const fileFor = (row: string, number: number, extension: string): string =>
  `${row}/${idOf(kindOfFiles, number)}/file-${number}.${extension}`;

/** What begins as such a file does can be made of nothing. */
export const made: ReadonlySet<string> = new Set(
  "png jpg jpeg gif webp pdf zip csv md json txt mp3 ogg wav mp4 mov avif heic tif bmp m4a rtf ics".split(" "),
);

/** Of no entity. */
const kindOfFiles = 99_999_999;

/** Such a file of another row; what is the name of none stays as it is. */
export const fileOf = (text: string, named: (row: string) => string): string =>
  nameOfFile(text) === undefined ? text : `${named(text.slice(0, 36))}${text.slice(36)}`;

/** As people call it; undefined where it is the name of no such file. */
export const nameOfFile = (text: string): string | undefined =>
  new RegExp(`^[^/]{36}/${kindOfFiles}-[^/]{27}/(.+)$`).exec(text)?.[1];

/** Undefined where any may come. */
const endingsOf = ({ kind, extensions }: FileType): readonly string[] | undefined =>
  extensions.length > 0 ? extensions : kind === "image" ? ["png", "jpg", "gif", "webp"] : undefined;

export const takes = (type: FileType, ending: string): boolean =>
  endingsOf(type)?.some((one) => made.has(one) && typeOfEnding(one) === typeOfEnding(ending)) ?? true;

/** What files of the field are not; none where it takes an ending that no one knows: what has it is not looked into. */
export function othersThan(type: FileType): readonly string[] {
  const types = mimeTypesOf(type);
  return types === undefined || types.includes("application/octet-stream")
    ? []
    : ["png", "gif", "pdf"].filter((one) => !takes(type, one));
}

/** What its field does not take is refused before the row is looked at, and what is not there by the row. */
export function refusedFile(
  program: Program,
  entity: string,
  { field: name, bytes, inTruth, isMissing }: FileUpload,
): Refusal | undefined {
  const field = fieldOf(program, entity, name);
  const type = field?.type;
  if (field === undefined || !isFileType(type)) return undefined;
  const most = amountOf(program, type.size);
  if (isMissing === true || (inTruth !== undefined && !takes(type, inTruth)))
    return refuse("INVALID", field.address, name);
  return most === undefined || bytes === undefined || bytes <= Number(most.digits)
    ? undefined
    : refuse("TOO_LARGE", field.address, name);
}

// The fields that hold files: each has a bucket of its own, and every file in it belongs to one row.
import { lookup as typeOf } from "mrmime";
import { resolveAmount } from "../model/check-amount.ts";
import type { Entity, Field, FieldType } from "../sections/entities/model.ts";
import type { Design } from "./design.ts";
import { partOf } from "./layout.ts";

export type FileType = Extract<FieldType, { readonly kind: "file" | "image" | "files" }>;

export type FileField = {
  readonly entity: Entity;
  readonly field: Field;
  readonly type: FileType;
  readonly bucket: string;
};

export const bucketOf = (entity: string, field: string): string => partOf(entity, field);

export const isFileType = (type: FieldType | undefined): type is FileType =>
  type?.kind === "file" || type?.kind === "image" || type?.kind === "files";

export const fileFieldsOf = (design: Design): readonly FileField[] =>
  design.entities.flatMap((entity) =>
    entity.fields.flatMap((field) =>
      isFileType(field.type)
        ? [{ entity, field, type: field.type, bucket: bucketOf(entity.name.id, field.name.id) }]
        : [],
    ),
  );

/** A value of such a field, as SQL, as a list of files. */
export const filesIn = (value: string, { kind }: FileType): string =>
  kind === "files" ? value : `array_remove(ARRAY[${value}], NULL)`;

/** In bytes; undefined where no size is given. */
export function mostBytesOf({ size }: FileType, design: Design): number | undefined {
  const value = size && resolveAmount(size, design.context);
  return value?.kind === "size" ? value.bytes : undefined;
}

/** Pictures that every browser draws, and none of which runs anything. */
const pictures = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

/** The types that a file may have; undefined where all are accepted. An unknown ending stands for bytes of any kind. */
export function mimeTypesOf({
  kind,
  extensions,
}: Pick<FileType, "kind" | "extensions">): readonly string[] | undefined {
  if (extensions.length === 0) return kind === "image" ? pictures : undefined;
  return [...new Set(extensions.map((extension) => typeOf(extension) ?? "application/octet-stream"))];
}

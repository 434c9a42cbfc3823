// file, image, files: names of files that lie in a bucket of the field.
import { spanOf, splitText, type Text } from "../text/text.ts";
import type { Amount } from "../clause/value.ts";
import { composed, invalid, isSet, tooLong } from "./column-sql.ts";
import type { Edged, FieldTypeDefinition, FileType, Literal } from "./field-type.ts";
import { unknownOption } from "./problems.ts";
import { readFileCount, readSize } from "./reading/amounts.ts";
import { finish, named, options, type Reader } from "./reading/reader.ts";

const fileType = (
  kind: FileType["kind"],
  traits: Pick<FieldTypeDefinition<FileType>, "aliases" | "column" | "isArray" | "blank" | "kind" | "normalize"> & {
    readonly refused: NonNullable<FieldTypeDefinition<FileType>["refused"]>;
  },
): FieldTypeDefinition<FileType> => ({
  name: kind,
  pattern: named(kind),
  read(reader, groups) {
    const found = options(reader, kind, groups, ["each up to", "up to", "extensions"]);
    const { address, problems } = reader;
    const several = kind === "files";
    const count = several ? readFileCount(found.get("up to"), address, problems) : undefined;
    const size = readSize(found.get("each up to") ?? (several ? undefined : found.get("up to")), address, problems);
    const list = found.get("extensions")?.groups["list"];
    const extensions = (list ? splitText(list) : []).flatMap((part) => readExtension(part, kind, reader));
    return finish(reader, found, { kind, count, size, extensions });
  },
  amounts: ({ count, size }) => [
    { amount: count, wants: "whole number", what: '"up to" needs a number of files' },
    { amount: size, wants: "size", what: "a size is expected" },
  ],
  resolve: (type, names) => ({ ...type, count: names.amount(type.count), size: names.amount(type.size) }),
  literal: (): Literal => ({ hint: "Files cannot be written in a document: leave the cell empty." }),
  edges,
  input(type, context) {
    const many = kind === "files";
    const count = many ? context.number(type.count) : "1";
    const bytes = context.bytes(type.size);
    const types = context.mediaTypes(type);
    return {
      kind: "files",
      many,
      ...(count === undefined ? {} : { count: Number(count) }),
      ...(bytes === undefined ? {} : { bytes }),
      isPicture: kind === "image",
      extensions: type.extensions,
      ...(types === undefined ? {} : { types }),
    };
  },
  typeScript: () => (kind === "files" ? `(${fileInCode})[]` : fileInCode),
  ...traits,
});

const fileInCode = "{ name: string; type: string } & ({ text: string } | { base64: string })";

/** `pdf`, `.PDF`, `tar.gz`. */
function readExtension(part: Text, kind: string, { address, problems }: Reader): readonly string[] {
  const extension = /^\.?([a-z0-9]{1,16}(?:\.[a-z0-9]{1,16})?)$/i.exec(part.text)?.[1]?.toLowerCase();
  if (extension !== undefined) return [extension];
  const hint = "Between the parentheses stand extensions: (pdf, png).";
  if (part.text !== "") problems.push(unknownOption.at({ span: spanOf(part), address }, kind, part.text, hint));
  return [];
}

function edges({ kind, size, count, extensions }: FileType): readonly Edged[] {
  const bytes = (upTo: Amount, over: 0 | 1) => ({ kind: "bytes", upTo, over }) as const;
  const many = (upTo: Amount, over: 0 | 1) => ({ kind: "files", upTo, over }) as const;
  return [
    ...(size === undefined
      ? []
      : [
          { what: "of the greatest size", edge: bytes(size, 0), code: undefined },
          { what: "one byte larger", edge: bytes(size, 1), code: "TOO_LARGE" },
        ]),
    ...(count === undefined
      ? []
      : [
          { what: "with as many as fit", edge: many(count, 0), code: undefined },
          { what: "with one more", edge: many(count, 1), code: "INVALID" },
        ]),
    ...(extensions.length === 0 && kind !== "image"
      ? []
      : [{ what: "of another type", edge: { kind: "disguised" } as const, code: "INVALID" }]),
    { what: "not brought", edge: { kind: "missing" }, code: "INVALID" },
  ];
}

const single = {
  column: "text",
  kind: () => ({ kind: "file" }) as const,
  normalize: composed,
  refused: (_: FileType, column: string) => [tooLong(column)],
} as const;

export const files = {
  file: fileType("file", {
    aliases: ["attachment", "upload", "document", "blob", "bytea", "binary"],
    ...single,
  }),
  image: fileType("image", { aliases: ["photo", "picture", "avatar", "images", "img"], ...single }),
  files: fileType("files", {
    aliases: ["attachments", "uploads", "documents"],
    column: "text[]",
    isArray: true,
    blank: "'{}'",
    refused({ count }, column, limits) {
      const most = limits.amount(count);
      const few = most === undefined ? "" : ` AND cardinality(${column}) <= ${most}`;
      return [invalid(`NOT (${isSet(column)}${few})`)];
    },
  }),
};

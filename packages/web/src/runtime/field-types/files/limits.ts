// What a field takes of files, said before it is broken, and what is wrong with one.
import type { ApplicationType } from "@writ/language/product";
import type { Say } from "../../../words/say.ts";
import { numberFormat } from "../../../words/formatters.ts";

export type FileType = Extract<ApplicationType, { readonly kind: "files" }>;

export function fileLimits({ many, count, bytes, extensions }: FileType, locale: string, say: Say): string {
  const size = bytes === undefined ? undefined : showSize(bytes, locale);
  return [
    ...(many && count !== undefined ? [say("upToFiles", { count })] : []),
    ...(size === undefined ? [] : [say(many ? "eachUpTo" : "sizeUpTo", { size })]),
    ...(extensions.length === 0 ? [] : [extensions.join(", ")]),
  ].join(" · ");
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** As the document counts: a kilobyte has 1024 bytes. */
export function showSize(bytes: number, locale: string): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return numberFormat(locale, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1024 ** power);
}

/** The database and the store of files say the same; a person need not wait for it. */
export function wrongWith(file: File, { bytes, extensions, types }: FileType, locale: string, say: Say) {
  const { name } = file;
  const shown = extensions.length > 0 ? extensions : types?.map((type) => type.replace(/^.*\//, ""));
  const ending = name.toLowerCase();
  const isKnown =
    extensions.length > 0
      ? extensions.some((one) => ending.endsWith(`.${one}`) || (one === "jpg" && ending.endsWith(".jpeg")))
      : types === undefined || types.includes(file.type);
  if (!isKnown) return say("fileWrongType", { name, types: (shown ?? []).join(", ") });
  if (file.size === 0) return say("fileEmpty", { name });
  return bytes !== undefined && file.size > bytes
    ? say("fileTooLarge", { name, size: showSize(bytes, locale) })
    : undefined;
}

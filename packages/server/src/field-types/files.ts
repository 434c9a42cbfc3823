// Files as calls give and hand them out: each with its name, its type, and its text or its bytes, in the JSON itself.
import { countOf, sizeOf, type Constants } from "./amounts.ts";
import type { TypeOf } from "./given-type.ts";

export type FileType = TypeOf<"file" | "image" | "files">;

export function wrongInFiles(
  value: unknown,
  type: FileType,
  constants: Constants,
): "INVALID" | "TOO_LARGE" | undefined {
  if (type.kind !== "files") return wrongInFile(value, type, constants);
  if (!Array.isArray(value) || value.length > (countOf(type.count, constants) ?? mostFiles)) return "INVALID";
  return value.map((one) => wrongInFile(one, type, constants)).find((code) => code !== undefined);
}

const mostFiles = 100;
const known: ReadonlySet<string> = new Set(["name", "type", "text", "base64"]);

function wrongInFile(value: unknown, type: FileType, constants: Constants): "INVALID" | "TOO_LARGE" | undefined {
  // Nothing else comes along with it, under whatever name.
  if (typeof value !== "object" || value === null || !Object.keys(value).every((name) => known.has(name)))
    return "INVALID";
  const { name, type: said, text, base64 } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || !isName(name) || typeof said !== "string" || !mediaType.test(said)) return "INVALID";
  if ((typeof text === "string") === (typeof base64 === "string")) return "INVALID";
  if (!isTaken(name, said, type)) return "INVALID";
  if (typeof base64 === "string" && (base64.length % 4 !== 0 || !letters.test(base64))) return "INVALID";
  const bytes = typeof text === "string" ? Buffer.byteLength(text) : Buffer.byteLength(String(base64), "base64");
  return bytes > (sizeOf(type.size, constants) ?? Infinity) ? "TOO_LARGE" : undefined;
}

/** A name and no way: code may write it where ways lead somewhere. */
const isName = (name: string): boolean =>
  name.length > 0 && name.length <= 255 && !/[/\\\p{Cc}]/u.test(name) && name !== "." && name !== "..";
const mediaType = /^(?:[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?[\w.+-]{1,50}=[\w.+-]{1,50})?)?$/;
const letters = /^[A-Za-z0-9+/]*={0,2}$/;

/** As forms look at it: by its ending where the document names some; a picture is what browsers draw. */
function isTaken(name: string, said: string, { kind, extensions }: FileType): boolean {
  const ending = name.toLowerCase();
  if (extensions.length > 0)
    return extensions.some((one) => ending.endsWith(`.${one}`) || (one === "jpg" && ending.endsWith(".jpeg")));
  return kind !== "image" || pictures.has(said);
}

const pictures: ReadonlySet<string> = new Set(["png", "jpeg", "gif", "webp", "avif"].map((one) => `image/${one}`));

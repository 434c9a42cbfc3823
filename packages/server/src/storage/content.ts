// What a file is: by what is said of it, and, where its bucket takes only some types, by what it begins with.
import { fileTypeFromBuffer, supportedMimeTypes } from "file-type";
import { otherContent, wrongType } from "./refusal.ts";

const bare = (type: string): string => {
  const name = type.replace(/;.*$/s, "").trim().toLowerCase();
  return name === "image/jpg" ? "image/jpeg" : name;
};

/** `image/*`, or a type. */
export const isAllowed = (type: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 ||
  allowed.map(bare).some((one) => {
    if (one === "*" || one === "*/*") return true;
    return one.endsWith("/*") ? bare(type).startsWith(one.slice(0, -1)) : one === bare(type);
  });

export function needAllowedType(type: string, allowed: readonly string[]): void {
  if (!isAllowed(type, allowed)) throw wrongType(type);
}

/** Enough bytes to detect every type that has a signature at its beginning. */
export const headBytes = 4100;

/**
 * The bytes, once their beginning is what was said: a program that is called a picture is refused. A text begins with
 * anything, so of what has no mark of its own is asked that it is not something that has one, and no binary.
 */
export async function* needAllowedContent(
  bytes: AsyncIterable<Uint8Array>,
  type: string,
  allowed: readonly string[],
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let size = 0;
  let isKnown = false;
  for await (const part of bytes) {
    if (isKnown) {
      yield part;
      continue;
    }
    held.push(part);
    size += part.byteLength;
    if (size < headBytes) continue;
    isKnown = true;
    await needContent(Buffer.concat(held), type, allowed);
    yield* held.splice(0);
  }
  if (isKnown) return;
  await needContent(Buffer.concat(held), type, allowed);
  yield* held;
}

export async function needContent(head: Uint8Array, type: string, allowed: readonly string[]): Promise<void> {
  const said = bare(type);
  if (allowed.map(bare).some((one) => one === "*" || one === "*/*" || one === "application/octet-stream")) return;
  const found = await fileTypeFromBuffer(head);
  if (found === undefined) {
    const hasMark = (supportedMimeTypes as ReadonlySet<string>).has(said);
    if (hasMark || (isText(said) && head.includes(0))) throw otherContent(said);
    return;
  }
  const is = bare(found.mime);
  // XML is a kind of text, and a document of an office is a kind of archive: the more exact word counts.
  if (isAllowed(is, allowed) || family(is) === family(said)) return;
  throw wrongType(is);
}

const isText = (type: string) =>
  type.startsWith("text/") || /^(?:application|image)\/(?:json|xml|svg\+xml|.*\+(?:json|xml))$/.test(type);

/** What is written in a form that others use too. */
function family(type: string): string {
  if (type === "application/xml" || type.endsWith("+xml") || type === "text/xml" || type === "text/html") return "xml";
  if (type === "application/zip" || /openxmlformats|opendocument|epub/.test(type)) return "zip";
  if (type === "application/rtf") return "text/rtf";
  if (type === "audio/x-m4a") return "audio/mp4";
  if (type === "application/x-cfb" || /^application\/(?:msword|vnd\.ms-)/.test(type)) return "cfb";
  return type;
}

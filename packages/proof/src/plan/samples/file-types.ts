// What files with an ending are: as a client calls them, and how they begin.
import { mimeTypesOf } from "@writ/language/plan";

export const kindOf = (extension: string): FileKind => kinds.get(extension) ?? { type: usualType(extension), head: "" };

/** What a client says that a file with this ending is. */
export const typeOfEnding = (extension: string): string => kindOf(extension).type;

type FileKind = { readonly type: string; readonly head: string };

/** Of files that nothing is looked for in. */
const usualType = (extension: string): string =>
  mimeTypesOf({ kind: "file", extensions: [extension] })?.[0] ?? "text/plain";

const kinds: ReadonlyMap<string, FileKind> = new Map([
  ["png", { type: "image/png", head: "\u0089PNG\r\n\u001A\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0006\0\0\0" }],
  ["jpg", { type: "image/jpeg", head: "\u00FF\u00D8\u00FF\u00E0" }],
  ["jpeg", { type: "image/jpeg", head: "\u00FF\u00D8\u00FF\u00E0" }],
  ["gif", { type: "image/gif", head: "GIF89a" }],
  ["webp", { type: "image/webp", head: "RIFF\u0004\0\0\0WEBPVP8 " }],
  ["pdf", { type: "application/pdf", head: "%PDF-1.7\n" }],
  ["zip", { type: "application/zip", head: "PK\u0003\u0004" }],
  ["mp3", { type: "audio/mpeg", head: "\u00FF\u00FB\u0090\0" }],
  ["ogg", { type: "audio/ogg", head: `OggS\0\u0002${"\0".repeat(22)}\u0001vorbis` }],
  ["wav", { type: "audio/wav", head: "RIFF\u0024\0\0\0WAVEfmt " }],
  ["mp4", { type: "video/mp4", head: "\0\0\0\u0018ftypmp42\0\0\0\0mp42isom" }],
  ["mov", { type: "video/quicktime", head: "\0\0\0\u0014ftypqt  " }],
  ["avif", { type: "image/avif", head: "\0\0\0\u001Cftypavif\0\0\0\0avifmif1" }],
  ["heic", { type: "image/heic", head: "\0\0\0\u0018ftypheic\0\0\0\0mif1heic" }],
  ["tif", { type: "image/tiff", head: "II*\0" }],
  ["m4a", { type: "audio/mp4", head: "\0\0\0\u0018ftypM4A \0\0\0\0M4A isom" }],
  ["rtf", { type: "text/rtf", head: "{\\rtf1" }],
  ["ics", { type: "text/calendar", head: "BEGIN:VCALENDAR\r\n" }],
  ["bmp", { type: "image/bmp", head: "BM" }],
  ["csv", { type: "text/csv", head: "" }],
  ["md", { type: "text/markdown", head: "" }],
  ["json", { type: "application/json", head: "" }],
]);

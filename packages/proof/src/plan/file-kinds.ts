// What files with an ending are: as a client calls them, and how they begin.

export const kindOf = (extension: string): FileKind => kinds.get(extension) ?? plain;

/** What a client says that a file with this ending is. */
export const typeOfEnding = (extension: string): string => kindOf(extension).type;

type FileKind = { readonly type: string; readonly head: string };

const plain: FileKind = { type: "text/plain", head: "" };
const kinds: ReadonlyMap<string, FileKind> = new Map([
  ["png", { type: "image/png", head: "\u0089PNG\r\n\u001A\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0006\0\0\0" }],
  ["jpg", { type: "image/jpeg", head: "\u00FF\u00D8\u00FF\u00E0" }],
  ["jpeg", { type: "image/jpeg", head: "\u00FF\u00D8\u00FF\u00E0" }],
  ["gif", { type: "image/gif", head: "GIF89a" }],
  ["webp", { type: "image/webp", head: "RIFF\u0004\0\0\0WEBPVP8 " }],
  ["pdf", { type: "application/pdf", head: "%PDF-1.7\n" }],
  ["zip", { type: "application/zip", head: "PK\u0003\u0004" }],
  ["csv", { type: "text/csv", head: "" }],
  ["md", { type: "text/markdown", head: "" }],
  ["json", { type: "application/json", head: "" }],
]);

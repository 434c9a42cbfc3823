// Cuts the source where a section certainly begins, so that each piece can be given to the Markdown parser on its own.
import type { Chunk } from "./document.ts";
import { readChunk } from "./passages.ts";

export function readChunks(source: string, _previous?: readonly Chunk[]): readonly Chunk[] {
  return [readChunk(source, source.startsWith("\uFEFF") ? 1 : 0, source.length)];
}

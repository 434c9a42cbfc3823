// The lines of a file, several at a time.
import { createReadStream } from "node:fs";

const mostLines = 1000;
const mostBytes = 4 * 1024 * 1024;
const lineFeed = 10;

/** Only a line feed ends a line; texts may have other signs that some take for the end of one. */
export async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for await (const read of createReadStream(path, { highWaterMark: 2 ** 18 })) {
    const piece = read as Buffer;
    let from = 0;
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, from)) {
      const line = Buffer.concat([...rest, piece.subarray(from, end)]);
      rest = [];
      from = end + 1;
      lines.push(line.toString());
      bytes += line.length;
      if (lines.length < mostLines && bytes < mostBytes) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
  }
  if (rest.length > 0) lines.push(Buffer.concat(rest).toString());
  if (lines.length > 0) yield lines;
}

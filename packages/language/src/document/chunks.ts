// From the source to its chunks, each read on its own: what has not changed since the last reading is not read again.
import type { Chunk } from "./document.ts";
import { readPassages } from "./passages.ts";
import { readBlocks, type Cached, type PieceCache } from "./pieces.ts";
import { scanSource, type Plan } from "./scan.ts";
import { shiftChunk } from "./shift.ts";

export function readChunks(source: string, previous: readonly Chunk[] = []): readonly Chunk[] {
  const known = new Map(previous.filter((chunk) => chunk.isWhole).map((chunk) => [chunk.text, chunk] as const));
  const pieces: PieceCache = new Map(previous.flatMap((chunk) => [...chunk.pieces]));
  const planned = splitBySection(scanSource(source));
  const chunks: Chunk[] = [];
  let first = 0;
  while (first < planned.length) {
    const { chunk, count } = readUntilCut(source, planned, first, known, pieces);
    chunks.push(chunk);
    first += count;
  }
  return chunks;
}

/** As with pieces: where the cut was none, more is read at once, and twice as much again. */
function readUntilCut(
  source: string,
  planned: readonly (readonly Plan[])[],
  first: number,
  known: ReadonlyMap<string, Chunk>,
  pieces: PieceCache,
): { readonly chunk: Chunk; readonly count: number } {
  for (let count = 1; ; count *= 2) {
    const plans = planned.slice(first, first + count).flat();
    const chunk = takeChunk(source, plans, known) ?? readChunk(source, plans, pieces);
    if (!chunk.isOpen || first + count >= planned.length) return { chunk, count };
  }
}

function splitBySection(plans: readonly Plan[]): readonly (readonly Plan[])[] {
  const groups: Plan[][] = [];
  for (const plan of plans) {
    if (plan.kind === "section" || groups.length === 0) groups.push([plan]);
    else groups.at(-1)?.push(plan);
  }
  return groups;
}

const spanOf = (plans: readonly Plan[]) => ({ start: plans[0]?.span.start ?? 0, end: plans.at(-1)?.span.end ?? 0 });

function takeChunk(source: string, plans: readonly Plan[], known: ReadonlyMap<string, Chunk>): Chunk | undefined {
  const { start, end } = spanOf(plans);
  const chunk = known.size === 0 || plans.some((plan) => plan.unread) ? undefined : known.get(source.slice(start, end));
  return chunk && shiftChunk(chunk, start - chunk.start);
}

function readChunk(source: string, plans: readonly Plan[], before: PieceCache): Chunk {
  const { start, end } = spanOf(plans);
  const now: Cached["now"] = new Map();
  const { blocks, isOpen } = readBlocks(source, plans, { before, now });
  return {
    start,
    text: source.slice(start, end),
    isOpen,
    isWhole: blocks.every((block) => block.kind !== "unread"),
    passages: readPassages(blocks, start, end),
    pieces: now,
  };
}

// The statements of PL/pgSQL as a tree: IF, LOOP, CASE and BEGIN hold others.
import { cased, isMark, isWord, isWordOf, type Item, type Run } from "./items.ts";

export type Line = { readonly kind: "line"; readonly run: Run };
/** Each part has a head (`IF … THEN`, `ELSE`) and what stands below it. */
export type Block = { readonly kind: "block"; readonly parts: readonly Part[]; readonly end: Run };
export type Part = { readonly head: Run; readonly body: readonly Node[] };
export type Node = Line | Block;

/** Text that is no PL/pgSQL becomes lines, in the same order. */
export function blocksOf(run: Run): readonly Node[] {
  const reader = new Reader(run);
  const all: Node[] = [];
  while (!reader.isDone) all.push(...reader.statements(ends), ...reader.stray());
  return all;
}

const words = (...all: readonly string[]): ReadonlySet<string> => new Set(["END", ...all]);
const ends = words();
const bodies = words("BEGIN");
const exceptions = words("EXCEPTION");
const branches = words("ELSIF", "ELSE");
const arms = words("WHEN", "ELSE");
const loops: ReadonlySet<string> = new Set(["LOOP", "FOR", "FOREACH", "WHILE"]);

class Reader {
  readonly #run: Run;
  #at = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  get isDone(): boolean {
    return this.#at >= this.#run.length;
  }

  get #next(): Item | undefined {
    return this.#run[this.#at];
  }

  /** Until one of these words begins a statement. */
  statements(until: ReadonlySet<string>): readonly Node[] {
    const nodes: Node[] = [];
    while (!this.isDone && !isWordOf(this.#next, until)) nodes.push(this.#statement());
    return nodes;
  }

  /** An END that ends nothing. */
  stray(): readonly Node[] {
    return this.isDone ? [] : [this.#line()];
  }

  #statement(): Node {
    const next = this.#next;
    if (next?.kind === "comment") return { kind: "line", run: this.#take(this.#at + 1) };
    if (next?.kind === "operator" && next.text === "#") return { kind: "line", run: this.#take(this.#at + 3) };
    if (isWord(next, "DECLARE")) return { kind: "block", parts: [this.#part(1, bodies)], end: [] };
    if (isWord(next, "BEGIN")) return this.#block([this.#part(1, exceptions), ...this.#handlers()]);
    if (isWord(next, "IF")) return this.#branches("THEN", branches);
    if (isWord(next, "CASE")) return this.#cases();
    if (isWordOf(next, loops)) return this.#branches("LOOP", ends);
    return this.#line();
  }

  #block(parts: readonly Part[]): Block {
    return { kind: "block", parts, end: this.isDone ? [] : this.#line().run };
  }

  #branches(opening: string, further: ReadonlySet<string>): Block {
    const parts = [this.#headed(opening, further)];
    while (isWordOf(this.#next, further) && !isWord(this.#next, "END"))
      parts.push(isWord(this.#next, "ELSE") ? this.#part(1, ends) : this.#headed(opening, further));
    return this.#block(parts);
  }

  #cases(): Block {
    const start = this.#at;
    const parts: Part[] = [{ head: cased(this.#take(this.#find("WHEN", start + 1))), body: this.#arms() }];
    if (isWord(this.#next, "ELSE")) parts.push(this.#part(1, ends));
    return this.#block(parts);
  }

  /** `WHEN … THEN` with what follows from it, one step deeper than CASE or EXCEPTION. */
  #arms(): readonly Node[] {
    const parts: Part[] = [];
    while (isWord(this.#next, "WHEN")) parts.push(this.#headed("THEN", arms));
    return parts.length === 0 ? [] : [{ kind: "block", parts, end: [] }];
  }

  #handlers(): readonly Part[] {
    if (!isWord(this.#next, "EXCEPTION")) return [];
    return [{ head: this.#take(this.#at + 1), body: this.#arms() }];
  }

  #part(head: number, until: ReadonlySet<string>): Part {
    return { head: this.#take(this.#at + head), body: this.statements(until) };
  }

  #headed(opening: string, until: ReadonlySet<string>): Part {
    const end = this.#find(opening, this.#at);
    return { head: cased(this.#take(end + 1)), body: this.statements(until) };
  }

  #line(): Line {
    let end = this.#at;
    while (end < this.#run.length && !isMark(this.#run[end], ";")) end++;
    return { kind: "line", run: cased(this.#take(end + 1)) };
  }

  /** Where a word stands that is in no CASE … END of an expression; the end of all where there is none. */
  #find(word: string, from: number): number {
    let depth = 0;
    for (let at = from; at < this.#run.length; at++) {
      const item = this.#run[at];
      if (depth === 0 && isWord(item, word)) return at;
      if (isWord(item, "CASE")) depth++;
      if (isWord(item, "END")) depth--;
    }
    return this.#run.length - 1;
  }

  #take(end: number): Run {
    const taken = this.#run.slice(this.#at, end);
    this.#at = Math.max(end, this.#at);
    return taken;
  }
}

// Measures one process that serves beside several behind one port, side by side: requests a second, how long they take, memory.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { measure } from "./wire/load.ts";
import type { Measured, Target, Work } from "./wire/target.ts";
import { startWrit } from "./wire/writ.ts";

const words = process.argv.slice(2);
const option = (name: string, usual: string) =>
  words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? usual;
const seconds = Number(option("seconds", "3"));
const rounds = Number(option("rounds", "3"));
const connections = option("connections", "1,32").split(",").map(Number);
const counts = option("processes", "1,2,4").split(",").map(Number);
const works = option("works", "point read,list of 20,two embeddings,insert,update").split(",") as Work[];

console.log(`${availableParallelism()} cores`);
const folder = mkdtempSync(join(tmpdir(), "writ-processes-"));
const targets: Target[] = [];
try {
  for (const count of counts) targets.push(await startWrit(join(folder, String(count)), count));
  for (const clients of connections) {
    for (const work of works) {
      const measured = new Map<Target, Measured[]>();
      // In turn, round by round: a machine that slows down slows all of them.
      for (let round = 0; round < rounds; round++) {
        for (const target of targets) {
          const sent = target.works[work];
          if (sent === undefined) continue;
          measured.set(target, [...(measured.get(target) ?? []), measure(target, sent, clients, seconds)]);
        }
      }
      print(work, clients, measured);
    }
  }
} finally {
  for (const target of targets.reverse()) await target.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function print(work: Work, clients: number, measured: ReadonlyMap<Target, readonly Measured[]>): void {
  console.log(`\n${work}, ${clients} connections`);
  const rows = [...measured].map(([{ name }, all]) => ({ name, one: median(all) }));
  const first = rows[0]?.one;
  for (const { name, one } of rows) {
    console.log(
      [
        `  ${name}`.padEnd(24),
        `${one.perSecond.toFixed(0)} a second`.padStart(16),
        `p50 ${one.p50.toFixed(2)} ms`.padStart(16),
        `p99 ${one.p99.toFixed(2)} ms`.padStart(16),
        `${one.processors.toFixed(2)} processors`.padStart(17),
        `${one.megabytes.toFixed(0)} MB`.padStart(9),
        one.failed > 0 ? `${one.failed} failed` : "",
        `${(one.perSecond / (first?.perSecond ?? 1)).toFixed(2)} of the first`,
      ].join("  "),
    );
  }
}

function median(all: readonly Measured[]): Measured {
  const middle = all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)];
  if (middle === undefined) throw new Error("something was measured");
  return middle;
}

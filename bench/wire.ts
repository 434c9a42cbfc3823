// Measures requests over the wire: Writ, a short server with the same statements, and other products, side by side.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure } from "./wire/load.ts";
import { startLite } from "./wire/lite.ts";
import { installPeers } from "./wire/peers.ts";
import { startPgbench } from "./wire/pgbench.ts";
import { startPocketBase } from "./wire/pocketbase.ts";
import { startReference } from "./wire/reference.ts";
import type { Measured, Target, Work } from "./wire/target.ts";
import { startWrit } from "./wire/writ.ts";

const words = process.argv.slice(2);
const option = (name: string, usual: string) =>
  words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? usual;
const seconds = Number(option("seconds", "3"));
const rounds = Number(option("rounds", "3"));
const connections = option("connections", "1,32,256").split(",").map(Number);
const withPeers = !words.includes("--alone");
const works = option(
  "works",
  "point read,list of 20,two embeddings,filtered count,insert,update,transition,sign-in",
).split(",") as Work[];

const folder = mkdtempSync(join(tmpdir(), "writ-wire-"));
const targets: Target[] = [];
try {
  const writ = await startWrit(join(folder, "writ"));
  targets.push(writ, await startReference(writ));
  const limit = await startPgbench(writ);
  if (limit !== undefined) targets.push(limit);
  if (withPeers) {
    const peers = installPeers();
    targets.push(await startLite(peers, "sqlite-postgres", join(folder, "lite"), undefined));
    targets.push(await startLite(peers, "postgres", join(folder, "lite-postgres"), writ));
    targets.push(await startPocketBase(peers, join(folder, "pocketbase")));
  }
  for (const count of connections) {
    for (const work of works) {
      const measured = new Map<Target, Measured[]>();
      // In turn, round by round: a machine that slows down slows all of them.
      for (let round = 0; round < rounds; round++) {
        for (const target of targets) {
          const sent = target.works[work];
          if (sent === undefined) continue;
          const one = target.load?.(work, count, seconds) ?? measure(target, sent, count, seconds);
          measured.set(target, [...(measured.get(target) ?? []), one]);
        }
      }
      print(work, count, measured);
    }
  }
} finally {
  for (const target of targets.reverse()) await target.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function print(work: Work, count: number, measured: ReadonlyMap<Target, readonly Measured[]>): void {
  console.log(`\n${work}, ${count} connections`);
  const rows = [...measured].map(([target, all]) => ({ target, one: median(all) }));
  const own = rows[0]?.one.perSecond ?? 0;
  for (const { target, one } of rows) {
    const ratio = target.name === "Writ" ? "" : `Writ is ${(own / one.perSecond).toFixed(2)} of it`;
    console.log(
      [
        `  ${target.name}`.padEnd(40),
        `${one.perSecond.toFixed(0)} a second`.padStart(16),
        `p50 ${one.p50.toFixed(2)} ms`.padStart(16),
        `p99 ${one.p99.toFixed(2)} ms`.padStart(16),
        `${one.processors.toFixed(2)} processors`.padStart(17),
        `${one.megabytes.toFixed(0)} MB`.padStart(9),
        one.failed > 0 ? `${one.failed} failed` : "",
        ratio,
      ].join("  "),
    );
  }
}

function median(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("something was measured");
  return middle;
}

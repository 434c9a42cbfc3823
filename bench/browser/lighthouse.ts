// Lighthouse on a page of the browser that is open: a phone of middling speed on a slow line, as it simulates them.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { install } from "../peers.ts";
import type { Desk } from "./desk.ts";

export type Judged = {
  /** What Lighthouse measured of the processor while it ran, and by how much it took the page to be slower there. */
  readonly benchmarkIndex: number;
  readonly slowdown: number;
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** In ms, but for the shift. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly speedIndex: number;
  readonly blocked: number;
  readonly shift: number;
  /** What it found against the page, below a full score. */
  readonly found: readonly string[];
};

/** Lighthouse's own, meant for a machine of 1,533 points. */
export const usualSlowdown = 4;

/**
 * How many times slower than a machine of so many points the phone is that Lighthouse means: by the calculator that its
 * docs/throttling.md names (github.com/patrickhulce/lighthouse-cpu-throttling-calculator).
 */
export function calibratedSlowdown(index: number): number {
  const slowdown =
    index >= 1300 ? 3 + (index - 1300) / 233 : index >= 800 ? 2 + (index - 800) / 500 : 1 + (index - 150) / 650;
  return Math.max(1, Number(slowdown.toFixed(2)));
}

type Report = {
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { id: string }[] }>
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly title: string;
        readonly score: number | null;
        readonly numericValue?: number;
        readonly displayValue?: string;
      }
    >
  >;
};

export async function judge(
  path: string,
  { url, debuggingPort, page }: Desk,
  { kept, slowdown }: { readonly kept: string; readonly slowdown: number },
): Promise<Judged> {
  const peers = install(join(import.meta.dirname, ".peers"), { lighthouse: "13.5.0" });
  // Nothing is there yet but who is signed in.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  await promisify(execFile)(
    process.execPath,
    [
      join(peers, "node_modules/lighthouse/cli/index.js"),
      `${url}${path}`,
      `--port=${debuggingPort}`,
      "--disable-storage-reset",
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      "--only-categories=performance,accessibility,best-practices",
      "--output=json",
      `--output-path=${kept}`,
      "--quiet",
    ],
    { timeout: 120_000 },
  );
  const { environment, categories, audits } = JSON.parse(readFileSync(kept, "utf8")) as Report;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    benchmarkIndex: environment.benchmarkIndex,
    slowdown,
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    firstPaint: number("first-contentful-paint"),
    largestPaint: number("largest-contentful-paint"),
    speedIndex: number("speed-index"),
    blocked: number("total-blocking-time"),
    shift: number("cumulative-layout-shift"),
    found: Object.values(audits)
      .filter(({ score: given }) => given !== null && given < 1)
      .map(({ id, score: given, displayValue = "" }) => `${id} ${given} ${displayValue}`),
  };
}

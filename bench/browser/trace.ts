// What the main thread of a page did while something went on, from Chromium's own trace.
import type { Page } from "playwright-core";

/** In ms of the processor: what else runs on the machine makes a task longer, and is no work of the page. */
export type Traced = {
  readonly tasks: readonly number[];
  /** Of each frame that was drawn: how long scripts ran for it. */
  readonly scripts: readonly number[];
  /** Of each task, with all that kept it waiting. */
  readonly lasting: readonly number[];
};

type Event = {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
};

const running: ReadonlySet<string> = new Set([
  "FunctionCall",
  "EvaluateScript",
  "RunMicrotasks",
  "v8.callFunction",
  "v8.run",
]);

export async function traced(page: Page, work: () => Promise<void>): Promise<Traced> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the browser has gone");
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "v8.execute", "disabled-by-default-devtools.timeline"],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as {
    readonly traceEvents: readonly Event[];
  };
  const main = mainThread(traceEvents);
  const own = traceEvents.filter(({ pid, tid }) => `${pid} ${tid}` === main);
  const spans = own
    .filter(({ ph, name }) => ph === "X" && running.has(name))
    .map(({ ts, dur = 0, tdur = dur }) => ({ from: ts, to: ts + dur, took: tdur }));
  const frames = own
    .filter(({ ph, name }) => ph === "b" && name === "AnimationFrame")
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  const tasks = own.filter(({ ph, name }) => ph === "X" && name === "ThreadControllerImpl::RunTask");
  return {
    tasks: tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000),
    scripts: perFrame(spans, frames),
    lasting: tasks.map(({ dur = 0 }) => dur / 1000),
  };
}

/** Of all renderers, the one that had most to do. */
function mainThread(events: readonly Event[]): string {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const counted = new Map<string, number>();
  for (const { pid, tid, name } of events)
    if (name === "FunctionCall" && mains.has(`${pid} ${tid}`))
      counted.set(`${pid} ${tid}`, (counted.get(`${pid} ${tid}`) ?? 0) + 1);
  return [...counted].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}

type Span = { readonly from: number; readonly to: number; readonly took: number };

/** Spans lie inside each other: the outer one counts. */
function perFrame(spans: readonly Span[], frames: readonly number[]): readonly number[] {
  const outer: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.from >= (outer.at(-1)?.to ?? 0)) outer.push(span);
  return frames.slice(0, -1).map((begin, index) => {
    const end = frames[index + 1] ?? begin;
    const within = outer.filter(({ from }) => from >= begin && from < end);
    return within.reduce((sum, { took }) => sum + took, 0) / 1000;
  });
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

// The shortest story that ends with the same difference: each shorter one is played on the emptied copy.
import type { Difference } from "../agreement/compare.ts";
import { isRow } from "../interpreter/values/value.ts";
import { begin, playStep, type Stage } from "./play.ts";
import { shortest } from "./shrink.ts";
import { signOf } from "./sign.ts";
import { stepWith, type Played, type Story } from "./step.ts";

export type Shown = { readonly story: Story; readonly differences: readonly Difference[] };

/** For how many milliseconds shorter ones are tried. */
const most = 60_000;

export async function shortestStory(
  stage: Stage,
  { story, differences }: Shown,
  sign: string,
  signal: AbortSignal,
): Promise<Shown> {
  const end = performance.now() + most;
  const isOver = () => signal.aborted || performance.now() > end;
  let best: Shown = { story, differences };
  const shows = async (shorter: Story): Promise<boolean> => {
    const shown = await replay(stage, shorter, sign);
    if (shown === undefined) return false;
    best = shown;
    return true;
  };
  // A failure that does not come again is reported as it was.
  if (!(await shows(story))) return best;
  const fewerSteps = async () => shortest(best.story.steps, async (steps) => shows({ ...best.story, steps }), isOver);
  await fewerSteps();
  // What one does another one may do as well, who then needs no one to let them.
  for (const [who, by] of pairsOf(best.story.steps.map(({ step }) => ("me" in step ? step.me : null)))) {
    if (isOver()) break;
    const steps = best.story.steps.map((played): Played => {
      const { step } = played;
      // A user who has left takes no step any more.
      return "me" in step && step.kind !== "leave" && step.me === who
        ? { ...played, step: { ...step, me: by } }
        : played;
    });
    if (await shows({ ...best.story, steps })) await fewerSteps();
  }
  const startWith = async (part: Partial<Story["start"]>) =>
    shows({ ...best.story, start: { ...best.story.start, ...part } });
  const { start } = best.story;
  await shortest(start.rows, async (rows) => isWhole(rows) && startWith({ rows }), isOver);
  await shortest(start.assigned, async (assigned) => startWith({ assigned }), isOver);
  for (let at = best.story.steps.length - 1; at >= 0; at--) {
    const played = best.story.steps[at];
    if (played?.step.kind !== "act" || !("values" in played.step.act)) continue;
    const { step } = played;
    const { act } = played.step;
    await shortest(
      [...act.values],
      async (values) => {
        const simpler: Played = { ...played, step: { ...step, act: { ...act, values: new Map(values) } } };
        return shows({ ...best.story, steps: best.story.steps.with(at, simpler) });
      },
      isOver,
    );
  }
  // With fewer values some steps have nothing to change any more.
  await fewerSteps();
  return best;
}

/** Up to the step at which the same difference is seen. */
async function replay(stage: Stage, { start, steps }: Story, sign: string): Promise<Shown | undefined> {
  let moment = await begin(stage, start);
  const ids = new Map<string, string>();
  const played: Played[] = [];
  for (const { step, made } of steps) {
    const ended = await playStep(stage, moment, stepWith(step, ids));
    played.push({ step, made, said: ended.said });
    if (ended.differences.length > 0)
      return signOf(step, ended.differences) === sign
        ? { story: { start, steps: played }, differences: ended.differences }
        : undefined;
    for (const [index, { id }] of made.entries()) {
      const now = ended.made[index];
      if (now !== undefined) ids.set(id, now.id);
    }
    moment = ended.moment;
  }
  return undefined;
}

/** Each two that differ, the later ones first to be replaced. */
function pairsOf<Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] {
  const all = [...new Set(items)];
  return all.toReversed().flatMap((one) => all.flatMap((other) => (one === other ? [] : [[one, other] as const])));
}

/** Whatever a row refers to is there. */
function isWhole(rows: Story["start"]["rows"]): boolean {
  const there = new Set(rows.map(({ id }) => id));
  return rows.every(({ values }) =>
    [...values.values()].every((value) => !isRow(value) || value.entity === "user" || there.has(value.id)),
  );
}

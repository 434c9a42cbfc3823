// Random people play on a product for a time, and every answer is compared with the interpreter's. Read this file first.
import type { Compiled } from "@writ/language";
import { programOf } from "../interpreter/program.ts";
import { drawFrom } from "../random/draw.ts";
import type { Ground } from "../run/ground.ts";
import { nextStep, type Endings } from "./draw-step.ts";
import { begin, createStage, playStep, type Stage } from "./play.ts";
import { shortestStory, type Shown } from "./shortest-story.ts";
import { signOf } from "./sign.ts";
import { startFrom } from "./start.ts";
import type { Played } from "./step.ts";

export type Exploring = {
  /** Stories are drawn from this number and those that follow it. */
  readonly seed: number;
  readonly milliseconds: number;
  /** Ends it before its time. */
  readonly signal: AbortSignal;
  readonly onStep: (steps: number, result: number) => void;
};

export type Finding = Shown & {
  /** With which the story is the first one. */
  readonly seed: number;
  /** Of the story as it was played. */
  readonly length: number;
};

export type Explored = {
  readonly seed: number;
  readonly stories: number;
  readonly steps: number;
  /** How many rows effects have made: their ids are by chance. */
  readonly made: number;
  readonly endings: Endings;
  readonly found: readonly Finding[];
};

const longest = 150;
/** More would be the same faults again. */
const mostFound = 5;

export async function explore(
  compiled: Compiled,
  ground: Ground,
  { seed, milliseconds, signal, onStep }: Exploring,
): Promise<Explored> {
  const program = programOf(compiled);
  // Making accounts takes a moment, which is no one's time to play.
  let end = Infinity;
  const isOver = () => signal.aborted || performance.now() > end;
  const endings: Endings = new Map();
  const found: Finding[] = [];
  const known = new Set<string>();
  let [stories, steps, allMade] = [0, 0, 0];
  let stage: Stage | undefined;
  const explored = (): Explored => ({ seed, stories, steps, made: allMade, endings, found });
  // Without any entity there is nothing to play with.
  if (program.lookup.entities.size === 0) return explored();
  for (; !isOver() && found.length < mostFound; stories++) {
    const draw = drawFrom(seed + stories);
    const start = startFrom(draw, program);
    if (stage === undefined) {
      stage = await createStage(ground, program, start);
      end = performance.now() + milliseconds;
    }
    let moment = await begin(stage, start);
    const played: Played[] = [];
    // What other stories have tried makes no difference to this one, so that its number tells it again.
    const own: Endings = new Map();
    while (played.length < longest && !isOver()) {
      const { step, ending } = nextStep(draw, moment.world, moment.past, own);
      for (const all of [own, endings]) all.set(ending, (all.get(ending) ?? 0) + 1);
      const { made, said, differences, moment: next } = await playStep(stage, moment, step);
      played.push({ step, made, said });
      steps++;
      allMade += made.length;
      onStep(steps, found.length);
      if (differences.length > 0) {
        const sign = signOf(step, differences);
        if (!known.has(sign)) {
          const shown = await shortestStory(stage, { story: { start, steps: played }, differences }, sign, signal);
          found.push({ seed: seed + stories, length: played.length, ...shown });
        }
        known.add(sign);
        break;
      }
      moment = next;
    }
  }
  return explored();
}

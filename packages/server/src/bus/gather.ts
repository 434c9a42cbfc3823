// A question to all other processes, such as what each has counted: their answers, as far as they come in time.
import type { Bus } from "./bus.ts";

/** Of a process that has no time to answer nothing is known for this once. */
const patience = 1000;

type Question = { readonly number: number; readonly question: unknown };
/** Without `said`: it cannot be answered. */
type Answer<Said> = { readonly number: number; readonly said?: Said };

export type Gathering<Asked, Said> = {
  /** The answers of the others; none where there are no others. */
  readonly ask: (question: Asked) => Promise<readonly Said[]>;
  readonly stop: () => void;
};

/** `answer`: what this process says when another one asks. */
export function gathering<Asked, Said>(
  bus: Bus,
  subject: string,
  answer: (question: Asked) => Said | Promise<Said>,
): Gathering<Asked, Said> {
  let count = 0;
  const asking = new Map<number, (said: Said | undefined, from: string) => void>();
  const stops = [
    bus.subscribe<Question>(`${subject}.asked`, async ({ number, question }, from) => {
      const said = await Promise.try(answer, question as Asked).catch(() => undefined);
      bus.publish(`${subject}.said.${from}`, { number, said });
    }),
    bus.subscribe<Answer<Said>>(`${subject}.said.${bus.process}`, ({ number, said }, from) =>
      asking.get(number)?.(said, from),
    ),
  ];
  return {
    ask: async (question) => {
      const waited = new Set(bus.others());
      if (waited.size === 0) return [];
      const number = count++;
      const all: Said[] = [];
      await new Promise<void>((resolve) => {
        const lacks = (process: string) => {
          if (waited.delete(process) && waited.size === 0) end();
        };
        const stopWatching = bus.watchGone(lacks);
        const late = setTimeout(() => end(), patience);
        const end = () => {
          clearTimeout(late);
          stopWatching();
          asking.delete(number);
          resolve();
        };
        asking.set(number, (said, from) => {
          if (waited.has(from) && said !== undefined) all.push(said);
          lacks(from);
        });
        bus.publish(`${subject}.asked`, { number, question });
      });
      return all;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

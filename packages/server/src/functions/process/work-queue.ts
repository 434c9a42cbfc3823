// What code asks for, a few at a time: the rest waits here, and not for connections that others need.

export type WorkQueue = {
  /** Whether there is room for it. */
  readonly take: (work: () => Promise<void>) => boolean;
  /** Drops the work that has not begun. */
  readonly forget: () => void;
};

const mostAtOnce = 8;
const mostWaiting = 10_000;

/** `work` never fails. */
export function createWorkQueue(): WorkQueue {
  let going = 0;
  let waiting: (() => Promise<void>)[] = [];
  const next = () => {
    const work = going < mostAtOnce ? waiting.shift() : undefined;
    if (work === undefined) return;
    going++;
    void work().finally(() => {
      going--;
      next();
    });
  };
  return {
    take: (work) => {
      if (waiting.length >= mostWaiting) return false;
      waiting.push(work);
      next();
      return true;
    },
    forget: () => void (waiting = []),
  };
}

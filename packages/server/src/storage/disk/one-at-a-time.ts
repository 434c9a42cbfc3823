// Work that may not run twice at once: a later request waits, and asks those before to give way.

/** `giveWay`: another request waits; work that can end does. */
export type Alone = <Result>(name: string, work: () => Promise<Result>, giveWay?: () => void) => Promise<Result>;

export function oneAtATime(): Alone {
  const last = new Map<string, { readonly ended: Promise<unknown>; readonly giveWay: () => void }>();
  return async (name, work, giveWay = () => undefined) => {
    const before = last.get(name);
    before?.giveWay();
    const result = (async () => {
      await before?.ended;
      return work();
    })();
    const own = { ended: result.catch(() => undefined), giveWay };
    last.set(name, own);
    try {
      return await result;
    } finally {
      if (last.get(name) === own) last.delete(name);
    }
  };
}

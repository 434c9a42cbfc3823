// What a server is made of: modules, each with the addresses that it answers, and what it starts and stops.
import type { Route } from "./gate/route-table.ts";

export type ServerModule = {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly start?: () => Promise<void>;
  /** Called also where `start` failed, since it may have done half of it. */
  readonly stop?: () => Promise<void>;
};

/** In the order of the list. The answer stops them, the last one first; so does one that fails to start. */
export async function startModules(modules: readonly ServerModule[]): Promise<() => Promise<void>> {
  const started: ServerModule[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    for (const one of started.splice(0).reverse())
      await one.stop?.().catch((failure: unknown) => void failures.push(failure));
    // Of what could not be stopped nothing else is kept waiting.
    if (failures.length > 0) throw failures[0];
  };
  try {
    for (const one of modules) {
      started.push(one);
      await one.start?.();
    }
  } catch (failure) {
    // Why it did not start says more than what followed from that.
    await stop().catch(() => undefined);
    throw failure;
  }
  return stop;
}

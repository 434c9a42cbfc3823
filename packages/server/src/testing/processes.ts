// A product that several processes serve, for tests over the wire: all in the test's own, each at a port of its own.
import { setImmediate as turn } from "node:timers/promises";
import { join } from "node:path";
import { createRelay, relayedBus } from "../bus/relay.ts";
import { serveProduct, type Running, type ServeOptions } from "../serve.ts";
import type { TestProduct } from "./product.ts";

type Served = Pick<TestProduct, "database" | "folder" | "atEnd" | "url">;

/** Starts one more of them each time. The product's own server is none of them. */
export function processesOf(product: Served, count: number, options: Partial<ServeOptions> = {}) {
  const relay = createRelay();
  let number = 0;
  return async (own: Partial<ServeOptions> = {}): Promise<Running> => {
    number++;
    // Each hears the others a moment later, as from another process.
    const bus = relayedBus(String(number), (said) => void turn().then(() => member.publish(said)));
    const member = relay.join(String(number), (told) => void turn().then(() => bus.hear(told)));
    const running = await serveProduct(product.database, {
      port: 0,
      // People know all of them by one address, which tokens name.
      publicUrl: product.url,
      log: "silent",
      files: join(product.folder, "files"),
      slot: { number, count, bus, connections: { owner: 4, data: 4 } },
      ...options,
      ...own,
    });
    member.serves();
    const end = async () => {
      await running.stop();
      await turn();
      member.leave();
    };
    let ending: Promise<void> | undefined;
    const stop = async () => (ending ??= end());
    product.atEnd(stop);
    return { ...running, url: `http://127.0.0.1:${running.port}`, stop };
  };
}

// A product that can become that of another document, for tests of what a plan finds out.
import { compile } from "@writ/language";
import { applyDocument } from "../../../server/src/applying/index.ts";
import type { StartProduct, TestProduct } from "../../../server/src/testing/product.ts";
import type { Workshop } from "../mutate/run-mutants.ts";
import type { Ground } from "../run/ground.ts";

export async function workshopOf(start: StartProduct, source: string): Promise<Workshop> {
  const running = await start(source, { development: true, jobs: "asked" });
  const client = await running.database.connect();
  let last = compile(source);
  return {
    ...(await groundOf(running)),
    become: async (text, compiled) => {
      const before = last;
      const outcome = await applyDocument(client, text, compiled, () => before);
      if (outcome.is === "stopped") throw new Error("it was stopped");
      last = compiled;
      await running.reload();
    },
  };
}

/** Its connections end with its database. */
export async function groundOf(running: TestProduct): Promise<Ground> {
  const [owner, laying] = await Promise.all([
    running.database.connect({ as: "superuser" }),
    running.database.connect({ as: "superuser" }),
  ]);
  return { ...running, owner, laying };
}

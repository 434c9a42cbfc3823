// A product that can become that of another document, for tests of what a plan finds out.
import { compile } from "@writ/language";
import { applyDocument } from "../../../server/src/applying/index.ts";
import type { StartProduct } from "../../../server/src/testing/product.ts";
import type { Workshop } from "../mutate/run-mutants.ts";

export async function workshopOf(start: StartProduct, source: string): Promise<Workshop> {
  const running = await start(source, { development: true });
  const client = await running.database.connect();
  let last = compile(source);
  return {
    ...running,
    owner: await running.database.connect({ as: "superuser" }),
    become: async (text, compiled) => {
      const before = last;
      const outcome = await applyDocument(client, text, compiled, () => before);
      if (outcome.is === "stopped") throw new Error("it was stopped");
      last = compiled;
      await running.reload();
    },
  };
}

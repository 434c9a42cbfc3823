// A product that can become that of another document, for tests of what a plan finds out.
import { compile } from "@writ/language";
import { applyDocument } from "../../../server/src/applying/index.ts";
import type { Edition } from "../../../server/src/serve.ts";
import type { StartProduct, TestProduct } from "../../../server/src/testing/product.ts";
import { trialSecret } from "../run/requesting.ts";
import type { Workshop } from "../mutate/run-mutants.ts";
import type { Ground } from "../run/ground.ts";

export async function workshopOf(start: StartProduct, source: string): Promise<Workshop> {
  let edition: Edition = { file: "", source, compiled: compile(source) };
  const running = await start(source, {
    development: true,
    jobs: "asked",
    callsJudgedBy: { edition: () => edition, secretOf: trialSecret },
  });
  const client = await running.database.connect();
  return {
    ...(await groundOf(running)),
    become: async (text, compiled) => {
      const { compiled: before } = edition;
      const outcome = await applyDocument(client, text, compiled, () => before);
      if (outcome.is === "stopped") throw new Error("it was stopped");
      edition = { file: "", source: text, compiled };
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

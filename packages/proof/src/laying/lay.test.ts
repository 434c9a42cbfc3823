// Rows are laid although the product itself clears something away at the same time, in another order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { databases } from "../../../language/src/testing/database.ts";
import { programOf } from "../interpreter/program.ts";
import { emptyWorld } from "../interpreter/world/world.ts";
import { lay, prepareLaying } from "./lay.ts";
import { shapeOf } from "./shape.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Pile

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
`);

test("rows are laid again after a deadlock with another user of the same rows", async () => {
  const database = await open(source);
  const program = programOf(compile(source));
  const [owner, laying, other] = await Promise.all([database.connect(), database.connect(), database.connect()]);
  const shape = await shapeOf(owner, program);
  await prepareLaying(laying, shape, "anew");
  // Each looks for a deadlock once, so long after it began to wait: the one that lays comes first, unless the machine is slow.
  await laying.query("SET deadlock_timeout = '2s'");
  await other.query("SET deadlock_timeout = '6s'");
  const meet = async (): Promise<"laid again" | "other stopped"> => {
    await owner.query("INSERT INTO public.box (name) VALUES ('one'); INSERT INTO public.pile (name) VALUES ('one')");
    await other.query("BEGIN");
    await other.query("SELECT FROM public.pile FOR UPDATE");
    const laid = lay(laying, shape, emptyWorld(program, Date.UTC(2026, 2, 17)));
    const isWaiting = async () => {
      const { rowCount } = await owner.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return rowCount === 1;
    };
    await eventually(isWaiting, "that it waits");
    const stopped = await other.query("SELECT FROM public.box FOR UPDATE").then(
      () => false,
      (error: unknown) => {
        if ((error as { code?: string }).code === "40P01") return true;
        throw error;
      },
    );
    await other.query(stopped ? "ROLLBACK" : "COMMIT");
    await laid;
    return stopped ? "other stopped" : "laid again";
  };
  let met = await meet();
  for (let more = 0; more < 9 && met === "other stopped"; more++) met = await meet();
  assert.equal(met, "laid again");
  const { rows } = await owner.query(
    "SELECT (SELECT count(*) FROM public.box) + (SELECT count(*) FROM public.pile) AS left",
  );
  assert.deepEqual(rows, [{ left: "0" }]);
  await Promise.all([owner.end(), laying.end(), other.end()]);
});

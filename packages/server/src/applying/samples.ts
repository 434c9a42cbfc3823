// Rows of a preview: written once, whatever happened to them since.
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { samplesOf } from "@writ/language/plan";

export async function writeSamples(client: ClientBase, compiled: Compiled): Promise<void> {
  await client.query("BEGIN");
  try {
    for (const statement of samplesOf(compiled)) await client.query(statement);
    await client.query("COMMIT");
  } catch (failure) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}

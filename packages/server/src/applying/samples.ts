// Rows of a preview: written once, whatever happened to them since.
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { samplesOf } from "@writ/language/plan";
import { allOrNothing } from "../postgres/transaction.ts";

export async function writeSamples(client: ClientBase, compiled: Compiled): Promise<void> {
  await allOrNothing(client, async () => {
    for (const statement of samplesOf(compiled)) await client.query(statement);
  });
}

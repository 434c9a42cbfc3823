// Rows of a preview: written once, whatever happened to them since.
import { DatabaseError, type ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { samplesOf } from "@writ/language/plan";
import { refusedFor } from "../postgres/refused.ts";
import { allOrNothing } from "../postgres/transaction.ts";

/** Or why the document refuses them: then none is there. */
export async function writeSamples(client: ClientBase, compiled: Compiled): Promise<string | undefined> {
  try {
    await allOrNothing(client, async () => {
      for (const statement of samplesOf(compiled)) await client.query(statement);
    });
    return undefined;
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    const { message, clause } = refusedFor(failure);
    return clause === undefined ? message : `${message} (${clause})`;
  }
}

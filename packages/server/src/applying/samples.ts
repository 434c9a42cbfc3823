// Rows of a preview: written once, whatever happened to them since.
import { DatabaseError, type ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { samplesOf } from "@writ/language/plan";
import { refusedFor } from "../postgres/refused.ts";
import { allOrNothing } from "../postgres/transaction.ts";

export type RefusedSamples = { readonly why: string; readonly are: "none" | "some" };

/**
 * Or why the document refuses them: then none is there. Where something is not shown, those are there that do not need it.
 */
export async function writeSamples(client: ClientBase, compiled: Compiled): Promise<RefusedSamples | undefined> {
  const statements = samplesOf(compiled);
  try {
    await allOrNothing(client, async () => {
      for (const statement of statements) await client.query(statement);
    });
    return undefined;
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    const { message, clause } = refusedFor(failure);
    const why = clause === undefined ? message : `${message} (${clause})`;
    if (compiled.problems.every(({ severity }) => severity !== "gap")) return { why, are: "none" };
    await allOrNothing(client, () => oneByOne(client, statements));
    return { why, are: "some" };
  }
}

/** Each by itself, judged at once: one that is refused takes no other along but those that need it. */
async function oneByOne(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  for (const statement of statements) {
    await client.query("SAVEPOINT one");
    try {
      await client.query(statement);
    } catch (failure) {
      if (!(failure instanceof DatabaseError)) throw failure;
      await client.query("ROLLBACK TO SAVEPOINT one");
    }
  }
}

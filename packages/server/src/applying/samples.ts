// Rows of a preview: written once, whatever happened to them since.
import { DatabaseError, type ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { sampleRowsOf, samplesOf } from "@writ/language/plan";
import { refusedFor } from "../postgres/refused.ts";
import { allOrNothing } from "../postgres/connections/transaction.ts";
import { writeThoseThatFit } from "./samples-that-fit.ts";

/** `row`: the address of one that is not there, without one for all of them; it needs another one that is not where nothing says why. */
export type RefusedSamples = {
  readonly are: "none" | "some";
  readonly rejected: readonly { readonly row: string | undefined; readonly why: string | undefined }[];
};

/**
 * Or why the document refuses them: then none is there. Where something is not shown, those are there that do not need it.
 */
export async function writeSamples(client: ClientBase, compiled: Compiled): Promise<RefusedSamples | undefined> {
  try {
    await allOrNothing(client, async () => {
      for (const statement of samplesOf(compiled)) await client.query(statement);
    });
    return undefined;
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    const rows = sampleRowsOf(compiled);
    if (compiled.problems.every(({ severity }) => severity !== "gap")) {
      const [first] = await withoutTrace(client, async () => writeThoseThatFit(client, rows));
      return { are: "none", rejected: [{ row: first?.row.address, why: whyOf(first?.failure ?? failure) }] };
    }
    const rejected = await allOrNothing(client, async () => writeThoseThatFit(client, rows));
    // All of them together may fail where each by itself does not.
    if (rejected.length === 0) return undefined;
    return {
      are: rejected.length < rows.length ? "some" : "none",
      rejected: rejected.map(({ row, failure: one }) => ({ row: row.address, why: one && whyOf(one) })),
    };
  }
}

/** To learn which row it is. */
async function withoutTrace<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  try {
    return await work();
  } finally {
    await client.query("ROLLBACK");
  }
}

function whyOf(failure: DatabaseError): string {
  const { message, clause } = refusedFor(failure);
  return clause === undefined ? message : `${message} (${clause})`;
}

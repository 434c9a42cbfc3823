// What the system keeps of accounts (schema.sql), made where it is missing, and what has ended forgotten.
import { createHash } from "node:crypto";
import { DatabaseError, type ClientBase } from "pg";
import { readSql } from "@writ/language/foundation";
import { endedSchema } from "../keys/ended-sessions.ts";
import { allOrNothing } from "../postgres/connections/transaction.ts";

const schema = [readSql(new URL("./schema.sql", import.meta.url)), endedSchema].join("\n");

const endedRows = readSql(new URL("./forget-ended.sql", import.meta.url));

const mark = `accounts as of ${createHash("sha256").update(schema).digest("hex").slice(0, 16)}`;

const isComplete = async (owner: ClientBase): Promise<boolean> => {
  const { rows } = await owner.query("SELECT FROM pg_namespace WHERE nspname = 'auth' AND obj_description(oid) = $1", [
    mark,
  ]);
  return rows.length === 1;
};

const mostTries = 5;

/**
 * Under a lock, because several nodes may start at once. What is there as it should be is left alone: most of these
 * statements lock a table even where they change nothing, and a server beside this one is at work with all of them.
 */
export async function completeSchema(owner: ClientBase): Promise<void> {
  for (let tries = 1; !(await isComplete(owner)); tries++) {
    try {
      await allOrNothing(owner, async () => {
        await owner.query("SELECT pg_advisory_xact_lock(7765829)");
        if (await isComplete(owner)) return;
        await owner.query(schema);
        await owner.query(`COMMENT ON SCHEMA auth IS '${mark}'`);
      });
    } catch (failure) {
      // An older server at work with two of these tables in the other order.
      if (!(failure instanceof DatabaseError) || failure.code !== "40P01" || tries === mostTries) throw failure;
    }
  }
}

/** What has ended is forgotten: called now and then. */
export async function forgetEnded(owner: ClientBase): Promise<void> {
  await owner.query(endedRows);
}

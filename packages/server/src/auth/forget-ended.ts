// What has ended is forgotten: called now and then.
import type { ClientBase } from "pg";
import { readSql } from "@writ/language/foundation";

const endedRows = readSql(new URL("./forget-ended.sql", import.meta.url));

export async function forgetEnded(owner: ClientBase): Promise<void> {
  await owner.query(endedRows);
}

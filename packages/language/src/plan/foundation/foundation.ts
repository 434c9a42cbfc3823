// What every database of Writ has, whatever its document says: the caller, the clock, the report of a refusal, and what
// waits.
import { fillVariables, statementsOf } from "../sql-text/statements.ts";
import { readSql } from "./read-sql.ts";

/** What printed expressions call; a database that tries nothing else needs no more. */
export const arithmetic: readonly string[] = statementsOf(readSql(new URL("./arithmetic.sql", import.meta.url)));

/** In the order in which they run. */
const statements: readonly string[] = [
  statementsOf(readSql(new URL("./surroundings.sql", import.meta.url))),
  statementsOf(readSql(new URL("./storage.sql", import.meta.url))),
  statementsOf(readSql(new URL("./realtime.sql", import.meta.url))),
  statementsOf(readSql(new URL("./schemas.sql", import.meta.url))),
  statementsOf(readSql(new URL("./extensions.sql", import.meta.url))),
  arithmetic,
  statementsOf(readSql(new URL("./clock.sql", import.meta.url))),
  statementsOf(readSql(new URL("./tables.sql", import.meta.url))),
  statementsOf(readSql(new URL("./guards.sql", import.meta.url))),
  statementsOf(readSql(new URL("./refusals.sql", import.meta.url))),
  statementsOf(readSql(new URL("./languages.sql", import.meta.url))),
  statementsOf(readSql(new URL("./rates.sql", import.meta.url))),
  statementsOf(readSql(new URL("./asking.sql", import.meta.url))),
  statementsOf(readSql(new URL("./awaiting.sql", import.meta.url))),
  statementsOf(readSql(new URL("./reading-back.sql", import.meta.url))),
  statementsOf(readSql(new URL("./files.sql", import.meta.url))),
  statementsOf(readSql(new URL("./waiting.sql", import.meta.url))),
  statementsOf(readSql(new URL("./inbox.sql", import.meta.url))),
  statementsOf(readSql(new URL("./schedules.sql", import.meta.url))),
  // Last, so that it closes all that is above.
  statementsOf(readSql(new URL("./closed.sql", import.meta.url))),
].flat();

/** Statements that may run again at any time. Everything is named in full, and functions look up nothing by a path. */
export function foundation(timeZone: string): readonly string[] {
  return statements.map((statement) => fillVariables(statement, { time_zone: timeZone }));
}

// What a document has refused to a script of the owner, for the author of the document.
import type { DatabaseError } from "pg";

/** In its own words, with the clause behind them; what PostgreSQL itself refuses, in PostgreSQL's. */
export function refusedFor(failure: DatabaseError): { readonly message: string; readonly clause: string | undefined } {
  const said: unknown = failure.code === "PGRST" ? JSON.parse(failure.message) : undefined;
  if (typeof said !== "object" || said === null || !("message" in said))
    return { message: failure.message, clause: undefined };
  const clause = "hint" in said && typeof said.hint === "string" ? said.hint : undefined;
  return { message: String(said.message), clause };
}

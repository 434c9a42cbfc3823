// What went wrong in a run, as its caller sees it.
import { DatabaseError } from "pg";
import type { Failure } from "../rest/failure.ts";
import type { Caller } from "../rest/handle.ts";
import { databaseFailure, isOfMachine } from "../rest/respond/database-failure.ts";
import { tellProblem } from "./rights.ts";
import { isWrongUse, Refused } from "./rows.ts";
import type { CallService } from "./service.ts";

export type FailureContext = { readonly clause: string; readonly caller: Caller };

/** Throws what no caller may see. */
export async function failureOf(
  failure: unknown,
  { clause, caller }: FailureContext,
  { data, owner }: CallService,
): Promise<Failure> {
  if (failure instanceof Refused)
    return owner.withConnection(async (client) =>
      tellProblem(client, { code: failure.code, field: failure.field, clause }, caller),
    );
  if (failure instanceof DatabaseError) {
    if (isOfMachine(failure)) data.failed(failure);
    return (await data.inWords(failure, caller)) ?? databaseFailure(failure, caller.signedIn);
  }
  if (isWrongUse(failure))
    return { status: 500, body: { code: "UNEXPECTED", message: failure.message, details: null, hint: null } };
  throw failure;
}

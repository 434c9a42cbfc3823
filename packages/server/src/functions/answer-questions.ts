// What code asks for while it runs: rows, in the caller's name or the system's, and what other services answer.
import { codeBodyFunction } from "@writ/language/plan";
import { DatabaseError } from "pg";
import { allOrNothing } from "../postgres/connections/transaction.ts";
import type { Caller } from "../rest/handle.ts";
import { actAs } from "./act-as.ts";
import type { CodeAnswer, CodeQuestion, ApiQuestion } from "./process/process.ts";
import { RequestFailed } from "./outgoing/request-out.ts";
import { isWrongUse, readRows, WrongUse, type Acting } from "./rows.ts";
import { send } from "./outgoing/send.ts";
import type { CallService } from "./service.ts";
import type { Failure } from "../rest/failure.ts";
import { failureOf, type FailureContext } from "./failures.ts";
import { checkValues } from "./values.ts";

/** A run that asks for more is a loop that went wrong, and others would pay for it. */
const mostRequests = 100;

/** `refusals`: those that the caller may see; code is given the number of one. */
export function answerQuestions(
  about: FailureContext,
  acting: Acting,
  service: CallService,
  refusals: Failure[],
): (asked: CodeQuestion) => Promise<CodeAnswer> {
  let requests = 0;
  return async (asked) => {
    try {
      if (!("api" in asked))
        return { value: await service.pool.withConnection(async (client) => readRows(client, asked, acting)) };
      if (++requests > mostRequests) throw new WrongUse(`one run may send ${mostRequests} requests`);
      return { value: await askApi(asked, about.caller, service) };
    } catch (failure) {
      // A mistake of the code, or of an external service: the code may catch it, and only the code sees its message.
      if (isWrongUse(failure) || failure instanceof RequestFailed) return { wrong: failure.message };
      return { told: refusals.push(await failureOf(failure, about, service)) - 1 };
    }
  };
}

async function askApi({ api, input }: ApiQuestion, caller: Caller, service: CallService): Promise<unknown> {
  const { owner } = service;
  const lookup = service.edition()?.compiled.lookup;
  const call = lookup?.calls.get(String(api));
  if (lookup === undefined || call?.kind !== "API" || call.name.id !== api)
    throw new WrongUse(`there is no API "${String(api).slice(0, 100)}" in section 7`);
  const fail = (why: string) => new RequestFailed(`${call.name.label}: ${why}`);
  const given = await checkValues(input, call.in, lookup.constants, owner);
  if ("wrong" in given) throw fail(`${given.wrong.field} is ${given.wrong.code}`);
  const body = call.body && (await bodyOf(call.name.id, given.values, caller, service));
  if (body === null) throw fail("its Body speaks of the row of an effect, so that code cannot ask it");
  try {
    return await send(call, { body }, service);
  } catch (failure) {
    throw failure instanceof RequestFailed ? fail(failure.message) : failure;
  }
}

/** As the database works it out, as for effects. Nothing where the body is not made of inputs alone. */
async function bodyOf(call: string, input: unknown, caller: Caller, { owner }: CallService): Promise<unknown> {
  try {
    return await owner.withConnection(async (client) =>
      allOrNothing(
        client,
        async () => {
          await actAs(client, caller, "none");
          const { rows } = await client.query<{ body: unknown }>(`SELECT ${codeBodyFunction(call)}($1) AS body`, [
            JSON.stringify(input),
          ]);
          return rows[0]?.body;
        },
        "BEGIN READ ONLY",
      ),
    );
  } catch (failure) {
    if (failure instanceof DatabaseError && failure.code === "42883") return null;
    throw failure;
  }
}

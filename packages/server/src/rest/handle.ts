// A request for data, from its arrival to its response: request, plan, query, respond. Read this file first.
import { setTimeout } from "node:timers/promises";
import { DatabaseError, type ClientBase } from "pg";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { checkDescribable, describe, readReach } from "./describe/describe.ts";
import { RestFailure, wrongPath, type Failure } from "./failure.ts";
import { together } from "../postgres/together.ts";
import { narrow, noNarrowings, type Narrowing } from "./narrowing.ts";
import { isOutdated } from "../postgres/prepared.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { AnswerRow } from "./query/answer.ts";
import { expectedRows, run, runNarrowing, runPlan, runStatement } from "./query/run.ts";
import { beginning, commit, end, ends } from "./query/transaction.ts";
import { readRequest, type RawRequest } from "./request/read-request.ts";
import type { DataRequest } from "./request/request.ts";
import { respondAllowed } from "./respond/allowed.ts";
import { orUnread } from "./respond/unread.ts";
import { databaseFailure } from "./respond/database-failure.ts";
import { asBytes } from "./respond/headers.ts";
import { respond, respondPlan, type DataResponse } from "./respond/respond.ts";
import { shaped } from "./shapes.ts";
import { stopwatch, type Stopwatch } from "./respond/stopwatch.ts";
import type { Caller, Service } from "./service.ts";

export type { Caller, Service } from "./service.ts";

export async function handle(raw: RawRequest, caller: Caller, service: Service): Promise<DataResponse> {
  const response = await handled(raw, caller, service);
  return { ...response, headers: asBytes(response.headers) };
}

async function handled(raw: RawRequest, caller: Caller, service: Service): Promise<DataResponse> {
  try {
    const watch = service.timed === true ? stopwatch(caller.checkedIn ?? 0) : undefined;
    const catalogue = service.catalogue();
    const known = shaped(raw, service, catalogue);
    const request = known?.request ?? readRequest(raw, service);
    watch?.lap("parse");
    const work = async (what: DataRequest) =>
      untilNobodyIsInTheWay(async () => answer(what, caller, service, catalogue, watch, known?.prepared));
    const response = await orUnread(request, service, work);
    watch?.lap("response");
    return watch === undefined ? response : { ...response, headers: [...response.headers, watch.header()] };
  } catch (error) {
    if (error instanceof RestFailure) return failed(error.failure);
    if (error instanceof DatabaseError) {
      return failed((await service.inWords?.(error, caller)) ?? databaseFailure(error, caller.signedIn));
    }
    throw error;
  }
}

const mostTries = 8;

/**
 * What two writers did to each other is done again: nothing of it was kept, and by then one of them is through. Where many
 * do it, those who try again at once meet again: each waits for as long as chance says, and longer every time.
 */
async function untilNobodyIsInTheWay(work: () => Promise<DataResponse>): Promise<DataResponse> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || tries === mostTries) throw error;
      await setTimeout(Math.random() * 10 * 2 ** tries);
    }
  }
}

/** A deadlock, or a prepared statement that was made before the database changed: that connection is not used again. */
const isPassing = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === "40P01" || isOutdated(error));

async function answer(
  request: DataRequest,
  caller: Caller,
  service: Service,
  catalogue: Catalogue,
  watch: Stopwatch | undefined,
  prepared: Prepared | undefined,
): Promise<DataResponse> {
  if (request.method === "OPTIONS") return respondAllowed(request, catalogue);
  if (request.target.kind === "root") return answerRoot(request, caller, service, catalogue, watch);
  // Whose standing changes all the time is answered without it in the end.
  for (let tries = 1; tries <= 3; tries++) {
    const narrowing = narrow(request, caller, service.narrowings ?? noNarrowings, catalogue);
    if (narrowing === undefined) break;
    const response = await converse(
      narrowing.request,
      prepare(narrowing.request, service, catalogue),
      caller,
      service,
      watch,
      narrowing,
    );
    if (response !== undefined) return response;
  }
  const plain = prepared ?? prepare(request, service, catalogue);
  const response = await converse(request, plain, caller, service, watch);
  if (response === undefined) throw new Error("what assumes nothing is answered");
  return response;
}

/** The whole transaction of a request. Undefined where what was assumed of the caller's standing does not hold. */
async function converse(
  request: DataRequest,
  prepared: Prepared,
  caller: Caller,
  service: Service,
  watch: Stopwatch | undefined,
  narrowing?: Narrowing,
): Promise<DataResponse | undefined> {
  watch?.lap("plan");
  const isKept = prepared.isCertain && ends(request, service);
  // Where nothing is known yet the question is all that is asked.
  const isQuestion = narrowing !== undefined && narrowing.known === undefined;
  return service.withConnection(async (client) => {
    try {
      const [begun, told, asked, kept] = together(client, () => [
        beginning(request, caller, service, prepared).map(async (statement) => run(client, statement, caller.role)),
        narrowing && runNarrowing(client, narrowing.question, caller.role),
        isQuestion ? undefined : ask(client, prepared, caller.role),
        // What cannot turn out to be unwanted needs no look before it is kept: it goes along with the rest.
        isKept || isQuestion ? commit(client) : undefined,
      ]);
      // What fails makes all that follows fail; the first one says why.
      const outcomes = await Promise.allSettled([...begun, told, asked, kept]);
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
      const holds = narrowing === undefined || narrowing.holds((await told) ?? null);
      const answered = await asked;
      if (!holds || answered === undefined) {
        if (kept === undefined) await client.query("ROLLBACK");
        return undefined;
      }
      const response = await responseTo(answered, client, request, prepared, service, caller.role);
      if (!isKept) await end(client, ends(request, service));
      watch?.lap("transaction");
      return response;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  });
}

/** What there is to be asked, as far as whoever asks may. */
async function answerRoot(
  request: DataRequest,
  caller: Caller,
  service: Service,
  catalogue: Catalogue,
  watch: Stopwatch | undefined,
): Promise<DataResponse> {
  if (request.method !== "GET" && request.method !== "HEAD") throw wrongPath();
  checkDescribable(request);
  watch?.lap("plan");
  return service.withConnection(async (client) => {
    const [begun, asked, kept] = together(client, () => [
      beginning(request, caller, service, { readsOnly: true, isolated: [] }).map(async (statement) =>
        run(client, statement, caller.role),
      ),
      readReach(client, request.target.schema, caller.role),
      commit(client),
    ]);
    const outcomes = await Promise.allSettled([...begun, asked, kept]);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    watch?.lap("transaction");
    return describe(request, await asked, catalogue, service.located);
  });
}

/** A row, or how the database would come by it. */
const ask = async (client: ClientBase, { statement, form }: Prepared, role: string): Promise<AnswerRow | string> =>
  form?.explains === undefined
    ? runStatement(client, statement, role)
    : runPlan(client, statement, form.explains, role);

async function responseTo(
  answered: AnswerRow | string,
  client: ClientBase,
  request: DataRequest,
  { form, explain, applied, isSingle, check }: Prepared,
  service: Service,
  role: string,
): Promise<DataResponse> {
  if (typeof answered === "string") {
    if (form === undefined) throw new Error("a plan has a form");
    return respondPlan(request, form, answered);
  }
  check(answered);
  const guessed = explain && (await expectedRows(client, explain, role));
  const total = totalOf(request, answered, guessed, service);
  return respond({ request, row: answered, form, total, applied, isSingle });
}

function totalOf(
  { preferences, range }: DataRequest,
  row: AnswerRow,
  guessed: number | undefined,
  { maxRows }: Service,
): number | undefined {
  const counted = row.total === null ? undefined : Number(row.total);
  if (guessed === undefined || preferences.count !== "estimated") return counted ?? guessed;
  if (counted !== undefined && counted <= (maxRows ?? 0)) return counted;
  return Math.max(guessed, counted ?? range.offset + Number(row.rows));
}

export function failed({ status, body, headers = {} }: Failure): DataResponse {
  return {
    status,
    headers: [
      ["Content-Type", "application/json; charset=utf-8"],
      ["Proxy-Status", `PostgREST; error=${body.code}`],
      ...Object.entries(headers),
    ],
    body: JSON.stringify(body),
  };
}

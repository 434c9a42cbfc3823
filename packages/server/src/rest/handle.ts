// A request for data, from its arrival to its response: request, plan, query, respond. Read this file first.
import { setTimeout } from "node:timers/promises";
import { DatabaseError } from "pg";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { checkDescribable, describe, reachIn, reachQuestion } from "./describe/describe.ts";
import { answerTooLarge, RestFailure, wrongPath, type Failure } from "./failure.ts";
import { withReadHints, readHintIn, noReadHints, type HintedRead } from "./read-hints.ts";
import { retryAfterChange } from "../postgres/connections/after-change.ts";
import { sendPacket, type Row, type Statement } from "../postgres/connections/packet.ts";
import { isOutdated } from "../postgres/connections/prepared.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { isTooLarge, mostBytes, type AnswerRow } from "./query/answer.ts";
import { answerIn, expectedIn, explained, planIn } from "./query/run.ts";
import { beginning, commit, end, ends } from "./query/transaction.ts";
import { readRequest, type RawRequest } from "./request/read-request.ts";
import type { DataRequest } from "./request/request.ts";
import { respondAllowed } from "./respond/allowed.ts";
import { misfitsIn } from "./respond/misfits.ts";
import { orUnread } from "./respond/unread.ts";
import { databaseFailure, isOfMachine } from "./respond/database-failure.ts";
import { asBytes } from "./respond/headers.ts";
import { respond, respondPlan, type DataResponse } from "./respond/respond.ts";
import { cachedPlan, type PlannedRequest } from "./plan-cache.ts";
import { stopwatch, type Stopwatch } from "./respond/stopwatch.ts";
import type { Caller, Service } from "./service.ts";

export type { Caller, Service } from "./service.ts";

export async function handle(raw: RawRequest, caller: Caller, service: Service): Promise<DataResponse> {
  const response = await handled(raw, caller, service);
  return { ...response, headers: asBytes(response.headers) };
}

async function handled(raw: RawRequest, caller: Caller, service: Service): Promise<DataResponse> {
  let asked: { readonly request: DataRequest; readonly catalogue: Catalogue } | undefined;
  try {
    const watch = service.timed === true ? stopwatch(caller.checkedIn ?? 0) : undefined;
    const once = async () => {
      const catalogue = service.catalogue();
      const known = cachedPlan(raw, service, catalogue);
      const request = known?.request ?? readRequest(raw, service);
      watch?.lap("parse");
      asked = { request, catalogue };
      const work = async (what: DataRequest) =>
        retryOnDeadlock(async () => answer(what, caller, service, catalogue, watch, known));
      return orUnread(request, service, work);
    };
    const { changes } = service;
    const response = await (changes === undefined ? once() : retryAfterChange(changes, once));
    watch?.lap("response");
    return watch === undefined ? response : { ...response, headers: [...response.headers, watch.header()] };
  } catch (error) {
    if (error instanceof RestFailure) return failed(error.failure);
    if (error instanceof DatabaseError) {
      if (isTooLarge(error)) return failed(answerTooLarge(mostBytes).failure);
      if (isOfMachine(error)) service.failed?.(error);
      const misfits = asked === undefined ? [] : misfitsIn(asked.request, error, asked.catalogue);
      return failed((await service.inWords?.(error, caller, misfits)) ?? databaseFailure(error, caller.signedIn));
    }
    throw error;
  }
}

const mostTries = 8;

/**
 * What two writers did to each other is done again: nothing of it was kept, and by then one of them is through. Where many
 * do it, those who try again at once meet again: each waits for as long as chance says, and longer every time.
 */
async function retryOnDeadlock(work: () => Promise<DataResponse>): Promise<DataResponse> {
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
  known: PlannedRequest | undefined,
): Promise<DataResponse> {
  if (request.method === "OPTIONS") return respondAllowed(request, catalogue);
  if (request.target.kind === "root") return answerRoot(request, caller, service, catalogue, watch);
  // A caller whose hints change all the time is answered without them in the end.
  for (let tries = 1; tries <= 3; tries++) {
    const hinted = withReadHints(request, known?.whole, caller, service.readHints ?? noReadHints, catalogue);
    if (hinted === undefined) break;
    const response = await converse(
      hinted.request,
      prepare(hinted.request, service, catalogue),
      caller,
      service,
      watch,
      hinted,
    );
    if (response !== undefined) return response;
  }
  const plain = known?.prepared ?? prepare(request, service, catalogue);
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
  hinted?: HintedRead,
): Promise<DataResponse | undefined> {
  watch?.lap("plan");
  const { statement, reread, form, explain, isCertain, readsOnly } = prepared;
  // What cannot turn out to be unwanted needs no look before it is kept: it goes along with the rest.
  const isKept = readsOnly || (isCertain && ends(request, service));
  // Where nothing is known yet the question is all that is asked.
  const isQuestion = hinted !== undefined && hinted.cached === undefined;
  const begun = beginning(request, caller, service, prepared);
  const hintQuestions = hinted === undefined ? [] : [hinted.question];
  const first = form?.explains === undefined ? statement : explained(statement, form.explains);
  const asked = isQuestion ? [] : [first, ...(reread === undefined ? [] : [forgetWritten, reread])];
  const guessed = isQuestion || explain === undefined ? [] : [explain];
  const rest = isKept ? commit : [];
  return service.withConnection(async (client) => {
    try {
      const rows = await sendPacket(client, [...begun, ...hintQuestions, ...asked, ...guessed, ...rest], caller.role);
      const holds = hinted === undefined || hinted.holds(readHintIn(rows[begun.length] ?? []));
      if (!holds || isQuestion) {
        if (!isKept) await client.query("ROLLBACK");
        return undefined;
      }
      const at = begun.length + hintQuestions.length;
      const expected = guessed.length === 0 ? undefined : expectedIn(rows[at + asked.length] ?? []);
      const answers = rows.slice(at, at + asked.length).filter((_, place) => asked[place] !== forgetWritten);
      const response = responseTo(answers, expected, request, prepared, service);
      if (!isKept) await end(client, ends(request, service), caller.role);
      watch?.lap("transaction");
      return response;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  });
}

/** By now all has followed that makes a new row readable: who may not read it by that may not by having written it either. */
const forgetWritten: Statement = { text: "SELECT set_config('writ.written', '', true)", values: [] };

/** What there is to be asked, as far as the caller may. */
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
  const begun = beginning(request, caller, service, { readsOnly: true, isolated: [] });
  return service.withConnection(async (client) => {
    try {
      const question = reachQuestion(request.target.schema);
      const rows = await sendPacket(client, [...begun, question, ...commit], caller.role);
      watch?.lap("transaction");
      return describe(request, reachIn(rows[begun.length] ?? []), catalogue, service.located);
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  });
}

function responseTo(
  [rows = [], again]: readonly (readonly Row[])[],
  guessed: number | undefined,
  request: DataRequest,
  { form, applied, isSingle, check }: Prepared,
  service: Service,
): DataResponse {
  if (form?.explains !== undefined) return respondPlan(request, form, planIn(rows));
  const first = answerIn(rows);
  check(first);
  const row = again === undefined ? first : asItIsNow(first, answerIn(again), request);
  // Of one row that its writer may not read there is nothing to show.
  const isUnread =
    isSingle && request.target.kind === "table" && row !== first && row.rows === "0" && first.rows === "1";
  const shown = isUnread ? undefined : form;
  const total = totalOf(request, row, guessed, service);
  return respond({ request, row, form: shown, total, applied, isSingle: isSingle && !isUnread });
}

/** What was written, with the rows as they are when everything has followed. What a call alone can tell stays its answer. */
function asItIsNow(first: AnswerRow, now: AnswerRow, { target }: DataRequest): AnswerRow {
  if (target.kind === "function" && now.rows === "0") return first;
  return { ...now, keys: first.keys, inserted: first.inserted };
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

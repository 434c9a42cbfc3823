// One run of a call's code: its input is read in the caller's name, it runs, its answer is checked, and all that it
// wrote is committed once, or none of it.
import type { Call } from "@writ/language/model";
import { DatabaseError, type ClientBase } from "pg";
import type { RequestPool } from "../postgres/request-pool.ts";
import { allOrNothing } from "../postgres/transaction.ts";
import type { Failure } from "../rest/failure.ts";
import type { Caller } from "../rest/handle.ts";
import { answering } from "./asked.ts";
import { codeOf, placeIn, type Code } from "./code.ts";
import { constantsOf } from "./constants.ts";
import { hiding } from "./hiding.ts";
import { closedHostIn, reachOf } from "./hosts-of-code.ts";
import { privateHostsOf } from "./private-addresses.ts";
import type { Outcome, Read } from "./process/process.ts";
import { networkOf } from "../gate/remote-address.ts";
import type { RunCaller } from "./process/places.ts";
import { leaveMails } from "./mails.ts";
import { isWrongUse, writeRows, readRows, type Acting } from "./rows.ts";
import { countCall, isLimited } from "./rates.ts";
import { clauseOfRight, tellProblem, whyNot } from "./rights.ts";
import type { Recorded } from "./runs.ts";
import type { CallService } from "./service.ts";
import { failureOf } from "./failures.ts";
import { checkValues } from "./values.ts";

export type Invocation = {
  readonly call: Call;
  readonly given: unknown;
  /** What another program sent, where the document has no names for it. */
  readonly unnamed?: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** Section 6 says who may; an effect or a schedule is nobody's to ask for. */
  readonly isAsked: boolean;
  /** Where it is asked for from, for whoever shares places fairly. */
  readonly address?: string;
  /** Of the request that asked for it, so that its lines in the log are found. */
  readonly requestId?: string;
  /** In the transaction that commits what was written. */
  readonly along?: (client: ClientBase) => Promise<void>;
};

/** `why`: what went wrong, with its place, for whoever looks after the product and nobody else. */
export type Answer = { readonly value: unknown } | { readonly failure: Failure; readonly why?: string };

const usualMilliseconds = 30_000;
const mostTries = 4;

export async function invoke(invocation: Invocation, service: CallService): Promise<Answer> {
  const recorded = service.runs.begin(invocation.call);
  try {
    const answer = await attempt(invocation, service, recorded);
    if (!("failure" in answer)) recorded.end("done");
    else if (answer.why !== undefined) recorded.end("failed", answer.why);
    else recorded.end(answer.failure.status >= 500 ? "failed" : "refused", answer.failure.body.code);
    return answer;
  } catch (failure) {
    // Its own words may quote rows: they are in the log.
    recorded.end("failed", "It ended unexpectedly: the log says why.");
    throw failure;
  }
}

async function attempt(invocation: Invocation, service: CallService, recorded: Recorded): Promise<Answer> {
  const { call, given, caller, isAsked, along, requestId } = invocation;
  const named = { call: call.name.label, ...(requestId === undefined ? {} : { id: requestId }) };
  const { owner, log, wake } = service;
  const refuse = async (
    code: string,
    field?: string,
    clause = call.address,
  ): Promise<{ readonly failure: Failure }> => ({
    failure: await owner.withConnection(async (client) => tellProblem(client, { code, field, clause }, caller)),
  });
  const refuseByRight = async (code: string) =>
    refuse(code, undefined, clauseOfRight(call, service.edition()?.compiled));
  const secrets = secretsOf(call, service);
  const hide = hiding(typeof secrets === "string" ? [] : Object.values(secrets));
  const broken = async (said: string): Promise<Answer> => {
    const why = hide(said);
    log.failure(new Error(why), named);
    service.onPrint?.(`${call.name.label}: ${why}`);
    return { ...(await refuse("UNEXPECTED")), why };
  };
  const acting = actingFor(call, caller);
  const entities = new Map(
    call.in.flatMap(({ name, type }) =>
      type?.kind === "reference" ? [[name.id, idOfEntity(type.entity.id, service)] as const] : [],
    ),
  );
  let input: Awaited<ReturnType<typeof readInputs>> | undefined;
  const sent = given as Readonly<Record<string, unknown>> | null;
  if (isAsked) {
    const rowOf = (entity: string) => {
      const name = [...entities].find(([, one]) => one === entity)?.[0];
      const id = name === undefined || typeof sent !== "object" ? undefined : sent?.[name];
      return typeof id === "string" && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined;
    };
    const why = await owner.withConnection(async (client) => whyNot(client, call.name.id, caller, rowOf));
    // Whoever may not is told so, but not whether a row that they may not read is there.
    if (why !== undefined && (!caller.signedIn || entities.size === 0 || why !== "FORBIDDEN"))
      return refuseByRight(why);
    input = await readInputs(given, invocation, entities, acting, service);
    if (why !== undefined)
      return "wrong" in input && input.wrong.code === "NOT_FOUND" ? refuse("NOT_FOUND") : refuseByRight(why);
  }
  const edition = service.edition();
  const isCounted = isAsked && caller.role !== "service_role" && edition !== undefined && isLimited(call, edition);
  if (isCounted && input !== undefined && !("wrong" in input)) {
    try {
      await owner.withConnection(async (client) => countCall(client, call, caller));
    } catch (failure) {
      return { failure: await failureOf(failure, { clause: call.address, caller }, service) };
    }
  }
  if (call.code === undefined) return refuse("NOT_SHOWN");
  input ??= await readInputs(given, invocation, entities, acting, service);
  if ("wrong" in input) return refuse(input.wrong.code, input.wrong.field);
  if (edition === undefined) return broken("the document is not known here");
  const { lookup } = edition.compiled;
  const code = codeOf(call, edition);
  if (typeof code === "string") return broken(code);
  if (service.runner === undefined) return broken("this machine has no runtime for code");
  if (typeof secrets === "string") return broken(`${secrets} is not in the environment`);
  const hosts = call.hosts.map(({ host }) => host);
  const allowed = privateHostsOf(service.environment);
  const closed = await closedHostIn(hosts, allowed);
  if (closed !== undefined) return broken(`${closed} has a private address, which WRIT_PRIVATE_HOSTS does not name`);
  const print = (said: string, place: string) => {
    const text = hide(said);
    log.note("printed", { ...named, place, text });
    service.onPrint?.(`${call.name.label} (${place}): ${text}`);
    recorded.print({ place, text });
  };
  const refusals: Failure[] = [];
  // What code asks for is its caller's turn of connections, as if they asked themselves.
  const runCaller = runCallerOf(invocation);
  const asking = runCaller === undefined ? service : { ...service, pool: inTurnOf(service.pool, runCaller.network) };
  const { sub, email } = caller.claims as { readonly sub?: string; readonly email?: string };
  const outcome = await service.runner.run(
    {
      version: code.version,
      code: code.text,
      isFunction: code.isFunction,
      input: input.values,
      me: caller.role === "authenticated" ? { id: sub, email: email ?? null } : null,
      now: new Date().toISOString(),
      secrets,
      constants: constantsOf(lookup),
      apis: [...lookup.calls.values()].flatMap(({ kind, name }) => (kind === "API" ? [name.id] : [])),
      mails: Object.fromEntries(
        [...lookup.mails.values()].flatMap(({ name: { id, label } }) => [
          [label, id],
          [id, id],
        ]),
      ),
    },
    { reach: reachOf(hosts, allowed), milliseconds: call.timeoutMilliseconds ?? usualMilliseconds, caller: runCaller },
    {
      log: (_level, text, stack) => print(text, placeIn(stack, code)),
      asked: answering({ clause: call.address, caller }, acting, asking, refusals),
    },
  );
  if (outcome === undefined) return { failure: busy };
  if ("ended" in outcome) return broken(endings[outcome.ended]);
  if ("failed" in outcome) return failedRun(outcome.failed, code, { call, refuse, broken, hide, refusals });
  const answer =
    call.out.length === 0
      ? { values: null }
      : await checkValues(outcome.done.answer, call.out, lookup.constants, owner);
  if ("wrong" in answer)
    return broken(`its answer is not what Out says: ${answer.wrong.field} is ${answer.wrong.code}`);
  if (along === undefined && isNothing(outcome.done)) return { value: answer.values };
  for (let tries = 1; ; tries++) {
    try {
      await owner.withConnection(async (client) =>
        allOrNothing(client, async () => {
          await writeRows(client, outcome.done.writes, acting);
          await leaveMails(client, outcome.done.mails, lookup, call.address);
          await along?.(client);
        }),
      );
      wake();
      return { value: answer.values };
    } catch (failure) {
      if (tries < mostTries && failure instanceof DatabaseError && failure.code?.startsWith("40") === true) continue;
      const told = await failureOf(failure, { clause: call.address, caller }, service);
      return isWrongUse(failure) ? broken(failure.message) : { failure: told };
    }
  }
}

/** Of the product's own work nobody in particular pays. */
function runCallerOf({ caller, address }: Invocation): RunCaller | undefined {
  if (address === undefined || caller.role === "service_role") return undefined;
  const { sub } = caller.claims as { readonly sub?: string };
  return { network: networkOf(address), account: caller.signedIn ? sub : undefined };
}

const inTurnOf = (pool: RequestPool, caller: string): RequestPool => ({
  ...pool,
  withConnection: async (work) => pool.withConnection(work, { caller }),
});

const isNothing = ({ writes, mails }: Extract<Outcome, { readonly done: unknown }>["done"]): boolean =>
  Array.isArray(writes) && writes.length === 0 && Array.isArray(mails) && mails.length === 0;

type Failed = Extract<Outcome, { readonly failed: unknown }>["failed"];

async function failedRun(
  { code, told, message, stack }: Failed,
  where: Code,
  {
    call,
    refuse,
    broken,
    hide,
    refusals,
  }: {
    readonly call: Call;
    readonly refuse: (code: string) => Promise<Answer>;
    readonly broken: (why: string) => Promise<Answer>;
    readonly hide: (text: string) => string;
    readonly refusals: readonly Failure[];
  },
): Promise<Answer> {
  if (code !== undefined) {
    const named = String(code);
    const isNamed = call.errors.some((one) => one.label === named || one.id === named);
    return isNamed ? refuse(named) : broken(`${hide(named).slice(0, 100)} does not stand under Errors`);
  }
  // Code only says which refusal it was: what is answered, with its status and headers, never left this server.
  const refusal = typeof told === "number" ? refusals[told] : undefined;
  if (refusal !== undefined) return { failure: refusal };
  return broken(`${placeIn(String(stack ?? ""), where)}: ${String(message ?? "")}`);
}

/** A row of each input that is one, as the caller may read it. */
async function readInputs(
  given: unknown,
  { call, isAsked, unnamed }: Invocation,
  entities: ReadonlyMap<string, string>,
  acting: Acting,
  { pool, owner, edition }: CallService,
): Promise<
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly wrong: { readonly code: string; readonly field: string } }
> {
  if (unnamed !== undefined) return { values: unnamed };
  const checked = await checkValues(given, call.in, edition()?.compiled.lookup.constants ?? new Map(), owner);
  if ("wrong" in checked) return checked;
  const values = { ...checked.values };
  for (const [name, entity] of entities) {
    const id = values[name];
    if (typeof id !== "string") continue;
    const asked: Read = { as: isAsked ? "caller" : "system", entity, where: { id }, limit: 1 };
    const [row] = await pool.withConnection(async (client) => readRows(client, asked, acting));
    if (row === undefined) return { wrong: { code: "NOT_FOUND", field: name } };
    values[name] = row;
  }
  return { values };
}

const actingFor = (call: Call, caller: Caller): Acting => ({
  caller,
  // It passes rights and no rule, for this run only: no key of the service leaves this process.
  system: {
    role: "service_role",
    claims: { role: "service_role", call: call.name.id },
    signedIn: true,
    settings: caller.settings,
  },
});

const idOfEntity = (named: string, { edition }: CallService): string =>
  edition()?.compiled.lookup.entities.get(named)?.name.id ?? named;

/** Text: the name of the one that is not there. */
function secretsOf({ secrets }: Call, { secretOf }: CallService): Readonly<Record<string, string>> | string {
  const known: Record<string, string> = {};
  for (const { name } of secrets) {
    const value = secretOf(name);
    if (value === undefined || value === "") return name;
    known[name] = value;
  }
  return known;
}

const busy: Failure = {
  status: 503,
  body: { code: "TOO_MANY_CALLS", message: "Too many calls wait already.", details: null, hint: null },
  headers: { "Retry-After": "1" },
};

const endings = {
  late: "it took too long and was ended",
  memory: "it took too much memory and was ended",
  output: "it said too much and was ended",
  crash: "its process ended",
} as const;

// One run of a call's code, step by step: whether it may be, its input, its code, what came of it, one commit.
import { DatabaseError } from "pg";
import { networkOf } from "../gate/remote-address.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { allOrNothing } from "../postgres/connections/transaction.ts";
import type { Failure } from "../rest/failure.ts";
import type { Edition } from "../writing/writing.ts";
import { answerQuestions } from "./answer-questions.ts";
import { codeOf, placeIn, type Code } from "./code.ts";
import { constantsOf } from "../field-types/constants.ts";
import { failureOf } from "./failures.ts";
import { hiding } from "./hiding.ts";
import { closedHostIn, reachOf, type Reach } from "./hosts-of-code.ts";
import { actingFor, entitiesOf, readInputs, secretsOf, type Inputs } from "./inputs.ts";
import type { Answer, Invocation } from "./invoke.ts";
import { leaveMails } from "./mails.ts";
import { privateHostsOf } from "./outgoing/private-addresses.ts";
import type { RunCaller } from "./process/places.ts";
import type { Outcome, Run } from "./process/process.ts";
import type { Runner } from "./process/runner.ts";
import { countCall, isLimited } from "./rates.ts";
import { clauseOfRight, tellProblem, whyNot } from "./rights.ts";
import { isWrongUse, writeRows, type Acting } from "./rows.ts";
import type { Recorded } from "./runs.ts";
import type { CallService } from "./service.ts";
import { checkValues } from "./values.ts";

const usualMilliseconds = 30_000;
const mostTries = 4;

/** All that the code of a call runs with. */
type Prepared = {
  readonly edition: Edition;
  readonly code: Code;
  readonly runner: Runner;
  readonly secrets: Readonly<Record<string, string>>;
  readonly reach: Reach;
};
type Done = Extract<Outcome, { readonly done: unknown }>["done"];
type Failed = Extract<Outcome, { readonly failed: unknown }>["failed"];
type Refused = { readonly failure: Failure };

export class Attempt {
  readonly #invocation: Invocation;
  readonly #service: CallService;
  readonly #recorded: Recorded;
  readonly #acting: Acting;
  /** By the input that is one: the entity of its row. */
  readonly #entities: ReadonlyMap<string, string>;
  /** Text: the name of the one that is not there. */
  readonly #secrets: Readonly<Record<string, string>> | string;
  readonly #hide: (text: string) => string;
  /** Code only says which of them it was: what is answered, with its status and headers, never leaves this server. */
  readonly #refusals: Failure[] = [];

  constructor(invocation: Invocation, service: CallService, recorded: Recorded) {
    const { call, caller } = invocation;
    this.#invocation = invocation;
    this.#service = service;
    this.#recorded = recorded;
    this.#acting = actingFor(call, caller);
    this.#entities = entitiesOf(call, service);
    this.#secrets = secretsOf(call, service);
    this.#hide = hiding(typeof this.#secrets === "string" ? [] : Object.values(this.#secrets));
  }

  async answer(): Promise<Answer> {
    const { call, isRequested } = this.#invocation;
    const permitted = isRequested ? await this.#permit() : undefined;
    if (permitted !== undefined && "failure" in permitted) return permitted;
    const overRate = permitted === undefined || "wrong" in permitted ? undefined : await this.#count();
    if (overRate !== undefined) return overRate;
    if (call.code === undefined) return this.#refuse("NOT_SHOWN");
    const input = permitted ?? (await this.#readInputs());
    if ("wrong" in input) return this.#refuse(input.wrong.code, input.wrong.field);
    const prepared = await this.#prepare();
    if (typeof prepared === "string") return this.#break(prepared);
    const outcome = await this.#run(prepared, input.values);
    if (outcome === undefined) return { failure: busy };
    if ("ended" in outcome) return this.#break(endings[outcome.ended]);
    if ("failed" in outcome) return this.#failedRun(outcome.failed, prepared.code);
    return this.#finish(outcome.done, prepared.edition);
  }

  async #refuse(code: string, field?: string, clause = this.#invocation.call.address): Promise<Refused> {
    const { caller } = this.#invocation;
    return {
      failure: await this.#service.owner.withConnection(async (client) =>
        tellProblem(client, { code, field, clause }, caller),
      ),
    };
  }

  /** The cause is for the log and for the developer; the caller only learns that it broke. */
  async #break(said: string): Promise<Answer> {
    const why = this.#hide(said);
    this.#service.log.failure(new Error(why), this.#named());
    this.#service.onPrint?.(`${this.#invocation.call.name.label}: ${why}`);
    return { ...(await this.#refuse("UNEXPECTED")), why };
  }

  #named(): Readonly<Record<string, string>> {
    const { call, requestId } = this.#invocation;
    return { call: call.name.label, ...(requestId === undefined ? {} : { id: requestId }) };
  }

  async #readInputs(): Promise<Inputs> {
    return readInputs(this.#invocation, this.#entities, this.#acting, this.#service);
  }

  /** A caller without the right is refused, but does not learn whether a row that they may not read exists. */
  async #permit(): Promise<Inputs | Refused> {
    const { call, caller } = this.#invocation;
    const rowOf = (entity: string) => this.#rowOf(entity);
    const why = await this.#service.owner.withConnection(async (client) => whyNot(client, call.name.id, caller, rowOf));
    const refuse = async (code: string) =>
      this.#refuse(code, undefined, clauseOfRight(call, this.#service.edition()?.compiled));
    if (why !== undefined && (!caller.signedIn || this.#entities.size === 0 || why !== "FORBIDDEN")) return refuse(why);
    const input = await this.#readInputs();
    if (why === undefined) return input;
    return "wrong" in input && input.wrong.code === "NOT_FOUND" ? this.#refuse("NOT_FOUND") : refuse(why);
  }

  /** The row of that entity which was sent. */
  #rowOf(entity: string): string | undefined {
    const sent = this.#invocation.input as Readonly<Record<string, unknown>> | null;
    const name = [...this.#entities].find(([, one]) => one === entity)?.[0];
    const id = name === undefined || typeof sent !== "object" ? undefined : sent?.[name];
    return typeof id === "string" && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined;
  }

  async #count(): Promise<Refused | undefined> {
    const { call, caller } = this.#invocation;
    const edition = this.#service.edition();
    if (caller.role === "service_role" || edition === undefined || !isLimited(call, edition)) return undefined;
    try {
      await this.#service.owner.withConnection(async (client) => countCall(client, call, caller));
      return undefined;
    } catch (failure) {
      return { failure: await failureOf(failure, { clause: call.address, caller }, this.#service) };
    }
  }

  /** Text: what is missing. */
  async #prepare(): Promise<Prepared | string> {
    const { call } = this.#invocation;
    const { runner, environment } = this.#service;
    const edition = this.#service.edition();
    if (edition === undefined) return "the document is not known here";
    const code = codeOf(call, edition);
    if (typeof code === "string") return code;
    if (runner?.isThere() !== true) return "this machine has no runtime for code";
    const secrets = this.#secrets;
    if (typeof secrets === "string") return `${secrets} is not in the environment`;
    const hosts = call.hosts.map(({ host }) => host);
    const allowed = privateHostsOf(environment);
    const closed = await closedHostIn(hosts, allowed);
    if (closed !== undefined) return `${closed} has a private address, which WRIT_PRIVATE_HOSTS does not name`;
    return { edition, code, runner, secrets, reach: reachOf(hosts, allowed) };
  }

  async #run(prepared: Prepared, input: Run["input"]): Promise<Outcome | undefined> {
    const { call, caller } = this.#invocation;
    const { code, runner, reach } = prepared;
    // What code asks for is its caller's turn of connections, as if they asked themselves.
    const runCaller = runCallerOf(this.#invocation);
    const service = this.#service;
    const asking = runCaller === undefined ? service : { ...service, pool: inTurnOf(service.pool, runCaller.network) };
    return runner.run(
      this.#runOf(prepared, input),
      { reach, milliseconds: call.timeoutMilliseconds ?? usualMilliseconds, caller: runCaller },
      {
        log: (_level, text, stack) => this.#print(text, placeIn(stack, code)),
        asked: answerQuestions({ clause: call.address, caller }, this.#acting, asking, this.#refusals),
      },
    );
  }

  #runOf({ edition, code, secrets }: Prepared, input: Run["input"]): Run {
    const { caller } = this.#invocation;
    const { lookup } = edition.compiled;
    const { sub, email } = caller.claims as { readonly sub?: string; readonly email?: string };
    const mails = [...lookup.mails.values()].flatMap(({ name: { id, label } }) => [
      [label, id],
      [id, id],
    ]);
    return {
      version: code.version,
      code: code.text,
      isFunction: code.isFunction,
      input,
      me: caller.role === "authenticated" ? { id: sub, email: email ?? null } : null,
      now: new Date().toISOString(),
      secrets,
      constants: constantsOf(lookup),
      apis: [...lookup.calls.values()].flatMap(({ kind, name }) => (kind === "API" ? [name.id] : [])),
      mails: Object.fromEntries(mails),
    };
  }

  #print(said: string, place: string): void {
    const text = this.#hide(said);
    this.#service.log.note("printed", { ...this.#named(), place, text });
    this.#service.onPrint?.(`${this.#invocation.call.name.label} (${place}): ${text}`);
    this.#recorded.print({ place, text });
  }

  async #failedRun({ code, told, message, stack }: Failed, where: Code): Promise<Answer> {
    const { errors } = this.#invocation.call;
    if (code !== undefined) {
      const named = String(code);
      if (errors.some((one) => one.label === named || one.id === named)) return this.#refuse(named);
      return this.#break(`${this.#hide(named).slice(0, 100)} does not stand under Errors`);
    }
    const refusal = typeof told === "number" ? this.#refusals[told] : undefined;
    if (refusal !== undefined) return { failure: refusal };
    return this.#break(`${placeIn(String(stack ?? ""), where)}: ${String(message ?? "")}`);
  }

  async #finish(done: Done, { compiled: { lookup } }: Edition): Promise<Answer> {
    const { call, along } = this.#invocation;
    const answer =
      call.out.length === 0
        ? { values: null }
        : await checkValues(done.answer, call.out, lookup.constants, this.#service.owner);
    if ("wrong" in answer)
      return this.#break(`its answer is not what Out says: ${answer.wrong.field} is ${answer.wrong.code}`);
    const failed = along === undefined && isNothing(done) ? undefined : await this.#commit(done, lookup);
    return failed ?? { value: answer.values };
  }

  /** Undefined: all of it is written. */
  async #commit({ writes, mails }: Done, lookup: Edition["compiled"]["lookup"]): Promise<Answer | undefined> {
    const { call, caller, along } = this.#invocation;
    for (let tries = 1; ; tries++) {
      try {
        await this.#service.owner.withConnection(async (client) =>
          allOrNothing(client, async () => {
            await writeRows(client, writes, this.#acting);
            await leaveMails(client, mails, lookup, call.address);
            await along?.(client);
          }),
        );
        this.#service.wake();
        return undefined;
      } catch (failure) {
        if (tries < mostTries && failure instanceof DatabaseError && failure.code?.startsWith("40") === true) continue;
        const told = await failureOf(failure, { clause: call.address, caller }, this.#service);
        return isWrongUse(failure) ? this.#break(failure.message) : { failure: told };
      }
    }
  }
}

/** The product's own work counts against no caller's share. */
function runCallerOf({ caller, address }: Invocation): RunCaller | undefined {
  if (address === undefined || caller.role === "service_role") return undefined;
  const { sub } = caller.claims as { readonly sub?: string };
  return { network: networkOf(address), account: caller.signedIn ? sub : undefined };
}

const inTurnOf = (pool: RequestPool, caller: string): RequestPool => ({
  ...pool,
  withConnection: async (work) => pool.withConnection(work, { caller }),
});

const isNothing = ({ writes, mails }: Done): boolean =>
  Array.isArray(writes) && writes.length === 0 && Array.isArray(mails) && mails.length === 0;

const busy: Failure = {
  status: 503,
  body: { code: "TOO_MANY_CALLS", message: "Too many calls are already waiting.", details: null, hint: null },
  headers: { "Retry-After": "1" },
};

const endings = {
  late: "it took too long and was ended",
  memory: "it took too much memory and was ended",
  output: "it said too much and was ended",
  crash: "its process ended",
} as const;

// A request for data, from its arrival to its response: request, plan, query, respond. Read this file first.
import { DatabaseError, type ClientBase, type QueryConfig } from "pg";
import { quoteText } from "@writ/language/sql-quote";
import { preparedName } from "../postgres/prepared.ts";
import { together } from "../postgres/together.ts";
import { keyOf, type Catalogue } from "./catalogue/catalogue.ts";
import { maxAffectedOnScalar, putOtherKey, RestFailure, type Failure } from "./failure.ts";
import { makeCallPlan } from "./plan/call-plan.ts";
import { makeReadPlan } from "./plan/make-read-plan.ts";
import { findTable, makeWritePlan } from "./plan/write-plan.ts";
import {
  callStatement,
  explainStatement,
  readStatement,
  writeStatement,
  type AnswerRow,
  type Statement,
} from "./query/answer.ts";
import { readRequest, type RawRequest } from "./request/read-request.ts";
import type { DataRequest } from "./request/request.ts";
import type { Preferences } from "./request/preferences.ts";
import { databaseFailure } from "./respond/database-failure.ts";
import { chooseForm, type Form } from "./respond/form.ts";
import { checkAffected, respond, type Answered, type DataResponse } from "./respond/respond.ts";

export type Service = {
  readonly catalogue: () => Catalogue;
  readonly schemas: readonly string[];
  readonly maxRows: number | undefined;
  readonly aggregates: boolean;
  /** `rollback`: nothing stays unless the request says so; for tests of the wire. */
  readonly transactionEnd: "commit" | "commit-allow-override" | "rollback-allow-override";
  /** A function that every request calls first, in its transaction. */
  readonly preRequest: string | undefined;
  /** A connection that nobody else uses until the work is done. */
  readonly withConnection: <Result>(work: (client: ClientBase) => Promise<Result>) => Promise<Result>;
  /** What PostgreSQL itself refused, in the words of the document where it has some for that. */
  readonly inWords?: (error: DatabaseError, caller: Caller) => Promise<Failure | undefined>;
};

export type Caller = {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signedIn: boolean;
  /** What functions may know of the request: `request.headers` and so on. */
  readonly settings: Readonly<Record<string, string>>;
};

export async function handle(raw: RawRequest, caller: Caller, service: Service): Promise<DataResponse> {
  try {
    const catalogue = service.catalogue();
    const request = readRequest(raw, { ...service, isTimezone: (name) => catalogue.timezones.has(name) });
    return await untilNobodyIsInTheWay(async () => answer(request, caller, service, catalogue));
  } catch (error) {
    if (error instanceof RestFailure) return failed(error.failure);
    if (error instanceof DatabaseError) {
      return failed((await service.inWords?.(error, caller)) ?? databaseFailure(error, caller.signedIn));
    }
    throw error;
  }
}

/** What two writers did to each other is done again: nothing of it was kept, and by then one of them is through. */
async function untilNobodyIsInTheWay(work: () => Promise<DataResponse>): Promise<DataResponse> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof DatabaseError && error.code === "40P01";
      if (!isDeadlock || tries === 3) throw error;
    }
  }
}

type Prepared = {
  readonly statement: Statement;
  readonly form: Form | undefined;
  readonly explain: Statement | undefined;
  readonly readsOnly: boolean;
  readonly isolated: readonly (readonly [string, string])[];
  readonly applied: readonly (keyof Preferences)[];
  readonly isSingle: boolean;
  readonly check: (row: AnswerRow) => void;
  /** Nothing but an error of the database can keep it from being answered. */
  readonly isCertain: boolean;
};

/** What may be done there, for whoever asks before doing it. */
function allowed(request: DataRequest, catalogue: Catalogue): DataResponse {
  const { target } = request;
  const methods: string[] = ["OPTIONS", "GET", "HEAD"];
  if (target.kind === "function") {
    const some = catalogue.functions.get(keyOf(target)) ?? [];
    if (some.length > 0 && some.every(({ volatility }) => volatility === "volatile")) methods.splice(1, 2);
    methods.push("POST");
  } else if (target.kind === "table") {
    const table = findTable(request, catalogue);
    if (table.insertable) methods.push("POST");
    if (table.insertable && table.updatable && table.primaryKey.length > 0) methods.push("PUT");
    if (table.updatable) methods.push("PATCH");
    if (table.deletable) methods.push("DELETE");
  }
  return { status: 200, headers: [["Allow", methods.join(",")]], body: "" };
}

async function answer(
  request: DataRequest,
  caller: Caller,
  service: Service,
  catalogue: Catalogue,
): Promise<DataResponse> {
  if (request.method === "OPTIONS") return allowed(request, catalogue);
  const prepared = prepare(request, service, catalogue);
  const isKept = prepared.isCertain && ends(request, service);
  return service.withConnection(async (client) => {
    try {
      const sent = together(client, () => {
        const queries = [...beginning(request, caller, service, prepared), prepared.statement];
        const all = queries.map((statement) => client.query<AnswerRow>(named(statement, caller, client)));
        // What cannot turn out to be unwanted needs no look before it is kept: it goes along with the rest.
        return isKept ? [...all, client.query<AnswerRow>("COMMIT")] : all;
      });
      // What fails makes all that follows fail; the first one says why.
      const outcomes = await Promise.allSettled(sent);
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
      const answered = outcomes[isKept ? outcomes.length - 2 : outcomes.length - 1];
      const row = answered?.status === "fulfilled" ? answered.value.rows[0] : undefined;
      if (row === undefined) throw new Error("a statement answers one row");
      prepared.check(row);
      const guessed = prepared.explain && (await planned(client, prepared.explain));
      const total = totalOf(request, row, guessed);
      const response = respond({
        request,
        row,
        form: prepared.form,
        total,
        applied: prepared.applied,
        isSingle: prepared.isSingle,
      } satisfies Answered);
      if (!isKept) await end(client, ends(request, service));
      return response;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  });
}

function named({ text, values }: Statement, { role }: Caller, client: ClientBase): QueryConfig {
  const name = values.length === 0 ? undefined : preparedName(client, role, text);
  return name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
}

async function end(client: ClientBase, isKept: boolean): Promise<void> {
  // What is taken back is looked at to the end all the same.
  if (!isKept) await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  const { command } = await client.query(isKept ? "COMMIT" : "ROLLBACK");
  if (isKept && command !== "COMMIT") throw new Error("the transaction was rolled back");
}

function prepare(request: DataRequest, service: Service, catalogue: Catalogue): Prepared {
  const { method, preferences, target } = request;
  const common: readonly (keyof Preferences)[] = ["handling", "timezone"];
  const overrides: readonly (keyof Preferences)[] = service.transactionEnd === "commit" ? [] : ["transaction"];
  const counts: readonly (keyof Preferences)[] = ["count"];
  if (target.kind === "function") {
    const plan = makeCallPlan(request, catalogue, service);
    const form = chooseForm(request, plan);
    const isStrict = preferences.handling === "strict" && preferences.maxAffected !== undefined;
    if (isStrict && !plan.routine.returns.isSet) throw maxAffectedOnScalar();
    return {
      statement: callStatement(plan, form, preferences.count),
      form: plan.routine.returns.name === "void" ? undefined : form,
      explain: undefined,
      readsOnly: method === "GET" || method === "HEAD" || plan.routine.volatility !== "volatile",
      isolated: plan.routine.settings,
      isSingle: form.isSingle,
      applied: [...common, ...counts, ...overrides, ...(isStrict ? (["maxAffected"] as const) : [])],
      check: (row) => checkAffected(preferences, Number(row.rows)),
      isCertain: !form.isSingle && !isStrict,
    };
  }
  if (method === "GET" || method === "HEAD") {
    const table = findTable(request, catalogue);
    const plan = makeReadPlan(request, { kind: "table", name: table }, table, table, catalogue, service);
    const form = chooseForm(request);
    const guesses = preferences.count === "planned" || preferences.count === "estimated";
    return {
      statement: readStatement(plan, form, preferences.count === "exact" ? "exact" : undefined),
      form,
      explain: guesses ? explainStatement(plan) : undefined,
      readsOnly: true,
      isolated: [],
      applied: [...common, ...counts, ...overrides],
      isSingle: form.isSingle,
      check: () => undefined,
      // Nothing is written, and what is guessed is asked in the same transaction.
      isCertain: !guesses,
    };
  }
  const plan = makeWritePlan(request, catalogue, service);
  const shows = preferences.return === "representation";
  const wanted = chooseForm(request);
  const form = shows ? wanted : undefined;
  const isInsert = plan.kind === "insert";
  return {
    statement: writeStatement(plan, form),
    form,
    explain: undefined,
    readsOnly: false,
    isolated: [],
    isSingle: wanted.isSingle,
    applied: [
      ...common,
      ...counts,
      ...overrides,
      "return",
      ...(isInsert ? (["resolution", "missing"] as const) : plan.kind === "update" ? (["missing"] as const) : []),
      ...(isInsert || plan.kind === "put" || preferences.handling !== "strict" ? [] : (["maxAffected"] as const)),
    ],
    check: (row) => {
      if (plan.kind === "put" && Number(row.rows) !== 1) throw putOtherKey();
      if (plan.kind === "update" || plan.kind === "delete") checkAffected(preferences, Number(row.rows));
    },
    isCertain: !wanted.isSingle && plan.kind !== "put" && preferences.maxAffected === undefined,
  };
}

/** The transaction, who asks, and what is known of the request. Names of settings are the server's and the database's own. */
function beginning(
  request: DataRequest,
  caller: Caller,
  service: Service,
  { readsOnly, isolated }: Prepared,
): readonly Statement[] {
  const { timezone } = request.preferences;
  const settings = {
    role: caller.role,
    "request.jwt.claims": JSON.stringify(caller.claims),
    ...caller.settings,
    search_path: `${request.target.kind === "root" ? "public" : request.target.schema}, public`,
    ...(timezone === undefined ? {} : { timezone }),
    ...Object.fromEntries(isolated.filter(([name]) => name !== "default_transaction_isolation")),
  };
  const calls = Object.keys(settings).map((name, index) => `set_config(${quoteText(name)}, $${index + 1}, true)`);
  return [
    { text: `BEGIN${readsOnly ? " READ ONLY" : ""}`, values: [] },
    { text: `SELECT ${calls.join(", ")}`, values: Object.values(settings) },
    ...(service.preRequest === undefined ? [] : [{ text: `SELECT ${service.preRequest}()`, values: [] }]),
  ];
}

function ends({ preferences }: DataRequest, { transactionEnd }: Service): boolean {
  if (transactionEnd === "commit") return true;
  return (preferences.transaction ?? (transactionEnd === "commit-allow-override" ? "commit" : "rollback")) === "commit";
}

async function planned(client: ClientBase, { text, values }: Statement): Promise<number> {
  const { rows } = await client.query(text, [...values]);
  return Number(rows[0]?.["QUERY PLAN"]?.[0]?.Plan?.["Plan Rows"] ?? 0);
}

function totalOf({ preferences, range }: DataRequest, row: AnswerRow, guessed: number | undefined): number | undefined {
  if (row.total !== null) return Number(row.total);
  if (guessed === undefined) return undefined;
  return preferences.count === "estimated" ? Math.max(guessed, range.offset + Number(row.rows)) : guessed;
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

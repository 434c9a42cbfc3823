// What a request comes down to: one statement, in which form its answer goes out, and what must hold before it does.
import type { Catalogue } from "./catalogue/catalogue.ts";
import { maxAffectedOnScalar, putOtherKey } from "./failure.ts";
import { makeCallPlan } from "./plan/call-plan.ts";
import { makeReadPlan } from "./plan/make-read-plan.ts";
import type { ReadPlan } from "./plan/read-plan.ts";
import { findTable, makeWritePlan } from "./plan/write-plan.ts";
import {
  callStatement,
  explainStatement,
  readStatement,
  writeStatement,
  type AnswerRow,
  type Counting,
} from "./query/answer.ts";
import type { Statement } from "../postgres/connections/packet.ts";
import type { Preferences } from "./request/preferences.ts";
import type { DataRequest } from "./request/request.ts";
import { chooseForm, type Form, type Formed } from "./respond/form.ts";
import { checkAffected } from "./respond/respond.ts";
import type { Service } from "./service.ts";

export type Prepared = {
  readonly statement: Statement;
  /** What is answered of what the statement has written, where it cannot say that itself. */
  readonly reread: Statement | undefined;
  readonly form: Form | undefined;
  readonly explain: Statement | undefined;
  readonly readsOnly: boolean;
  readonly isolated: readonly (readonly [string, string])[];
  readonly applied: readonly (keyof Preferences)[];
  readonly isSingle: boolean;
  readonly check: (row: AnswerRow) => void;
  /** Nothing is written, or nothing but an error of the database can keep it from staying. */
  readonly isCertain: boolean;
};

export function prepare(request: DataRequest, service: Service, catalogue: Catalogue): Prepared {
  const { method, preferences, target } = request;
  const common: readonly (keyof Preferences)[] = ["handling", "timezone"];
  const overrides: readonly (keyof Preferences)[] = service.transactionEnd.endsWith("override") ? ["transaction"] : [];
  const counts: readonly (keyof Preferences)[] = ["count"];
  if (target.kind === "function") {
    const plan = makeCallPlan(request, catalogue, service);
    const form = chosen(request, { ...formed(plan.read, service, catalogue), call: plan });
    const isStrict = preferences.handling === "strict" && preferences.maxAffected !== undefined;
    if (isStrict && !plan.routine.returns.isSet) throw maxAffectedOnScalar();
    const readsOnly = method === "GET" || method === "HEAD" || plan.routine.volatility !== "volatile";
    return {
      statement: callStatement(plan, form, preferences.count),
      reread:
        plan.reread === undefined || form.explains !== undefined
          ? undefined
          : readStatement(plan.reread, form, preferences.count === undefined ? undefined : everyRow),
      form: plan.routine.returns.name === "void" ? undefined : form,
      explain: undefined,
      readsOnly,
      isolated: plan.routine.settings,
      isSingle: form.isSingle,
      applied: [...common, ...counts, ...overrides, ...(isStrict ? (["maxAffected"] as const) : [])],
      check: (row) => checkAffected(preferences, Number(row.rows)),
      isCertain: readsOnly || (!form.isSingle && !isStrict),
    };
  }
  if (method === "GET" || method === "HEAD") {
    const table = findTable(request, catalogue);
    const plan = makeReadPlan(request, { kind: "table", name: table }, table, table, catalogue, service);
    const form = chosen(request, formed(plan, service, catalogue));
    // The planner estimates from all rows, also for callers who may not read them: the count would reveal them.
    const guesses = !table.isGuarded && (preferences.count === "planned" || preferences.count === "estimated");
    const counting = table.isGuarded && preferences.count !== undefined ? everyRow : countingOf(preferences, service);
    return {
      statement: readStatement(plan, form, counting),
      reread: undefined,
      form,
      explain: guesses ? explainStatement(plan) : undefined,
      readsOnly: true,
      isolated: [],
      applied: [...common, ...counts, ...overrides],
      isSingle: form.isSingle,
      check: () => undefined,
      isCertain: true,
    };
  }
  const plan = makeWritePlan(request, catalogue, service);
  const shows = preferences.return === "representation";
  const wanted = chosen(request, formed(plan.read, service, catalogue));
  const form = shows || wanted.explains ? wanted : undefined;
  const isInsert = plan.kind === "insert";
  const { reread } = plan;
  return {
    statement: writeStatement(plan, shows && reread === undefined ? wanted : undefined),
    reread: reread === undefined ? undefined : readStatement(reread, wanted, undefined),
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
      ...(isInsert && plan.conflict !== undefined ? (["resolution"] as const) : []),
      ...(isInsert ? (["missing"] as const) : plan.kind === "update" ? (["missing"] as const) : []),
      ...(isInsert || plan.kind === "put" || preferences.handling !== "strict" ? [] : (["maxAffected"] as const)),
    ],
    check: (row) => {
      if (plan.kind === "put" && Number(row.rows) !== 1) throw putOtherKey();
      if (plan.kind === "update" || plan.kind === "delete") checkAffected(preferences, Number(row.rows));
    },
    isCertain: !wanted.isSingle && plan.kind !== "put" && preferences.maxAffected === undefined,
  };
}

const everyRow: Counting = { most: undefined };

/** An estimate is exact as long as counting takes no longer than answering may. */
function countingOf({ count }: Preferences, { maxRows }: Service): Counting | undefined {
  if (count === "exact") return everyRow;
  return count === "estimated" && maxRows !== undefined ? { most: maxRows } : undefined;
}

/** Own forms of the database take whole rows, with nothing chosen of them and nothing embedded. */
const formed = (read: ReadPlan, { plans = false }: Service, { handlers }: Catalogue): Formed => ({
  handlers,
  rows: read.table,
  isWhole: read.isWhole,
  call: undefined,
  plans,
});

/** Where only the head is asked for, nothing has to be made. */
function chosen(request: DataRequest, what: Formed): Form {
  const form = chooseForm(request, what);
  return request.method === "HEAD" ? { ...form, body: () => "NULL" } : form;
}

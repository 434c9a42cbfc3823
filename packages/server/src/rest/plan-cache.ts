// Requests that differ in nothing but plain values are read and planned once: most of what a product asks is asked again.
import type { Catalogue } from "./catalogue/catalogue.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { Statement } from "../postgres/connections/packet.ts";
import { readRequest, type RawRequest } from "./request/read-request.ts";
import type { DataRequest } from "./request/request.ts";
import type { Service } from "./service.ts";

/** A request with stand-ins for its plain values. */
type CachedPlan = {
  readonly request: DataRequest;
  readonly prepared: Prepared;
  /** The address as it is repeated, cut where values stand: every second part is the place of one. */
  readonly canonical: readonly string[];
};
/** `whole`: with its plain values in its filters too, which a cached plan does not need. */
export type PlannedRequest = {
  readonly request: DataRequest;
  readonly whole: () => DataRequest;
  readonly prepared: Prepared;
};

const mark = "_value_";
const standIn = (place: number): string => `${mark}${place}_`;
const standIns = /_value_(\d+)_/g;
/** A word or number, compared with a column. Nothing in it means anything to the parser of the request. */
const plainValue = /(?<==(?:eq|neq|gt|gte|lt|lte)\.)[\w-]{1,64}(?=&|$)/g;

const longestQuery = 2000;
const mostPlans = 1000;

/** A cache: to read and plan a request takes longer than to fill in its values. Plans are of one catalogue, and go with it. */
const plansOf = new WeakMap<Catalogue, Map<string, CachedPlan | undefined>>();

/** Undefined where a request has to be read by itself. */
export function cachedPlan(raw: RawRequest, service: Service, catalogue: Catalogue): PlannedRequest | undefined {
  if (raw.method !== "GET" && raw.method !== "HEAD") return undefined;
  if (raw.query.length > longestQuery || hasMark(raw.query) || !/^\/[\w-]+$/.test(raw.path)) return undefined;
  const values: string[] = [];
  const query = raw.query.replace(plainValue, (value) => standIn(values.push(value) - 1));
  const header = (name: string) => raw.headers.get(name) ?? "";
  // A plan for a caller with more rights must not serve others.
  const key = `${service.plans === true} ${service.transactionEnd}\n${raw.method}\n${raw.path}\n${query}\n${header("accept")}\n${header("prefer")}\n${header("range")}\n${header("accept-profile")}`;
  let plans = plansOf.get(catalogue);
  if (plans === undefined) plansOf.set(catalogue, (plans = new Map()));
  let plan = plans.get(key);
  if (plan === undefined && !plans.has(key)) {
    const oldest = plans.size >= mostPlans ? plans.keys().next().value : undefined;
    if (oldest !== undefined) plans.delete(oldest);
    plans.set(key, (plan = planWithStandIns({ ...raw, query }, values.length, service, catalogue)));
  }
  return plan && planFor(plan, values);
}

/** Also where it is written as addresses may write any letter. */
function hasMark(query: string): boolean {
  if (!query.includes("%")) return query.includes(mark);
  try {
    return decodeURIComponent(query).includes(mark);
  } catch {
    return true;
  }
}

/** Undefined where a stand-in does not come out as one whole value, or where there is something to refuse. */
function planWithStandIns(
  raw: RawRequest,
  count: number,
  service: Service,
  catalogue: Catalogue,
): CachedPlan | undefined {
  try {
    const request = readRequest(raw, service);
    const prepared = prepare(request, service, catalogue);
    const { statement, explain } = prepared;
    const found = new Set(statement.values);
    const isWhole = Array.from({ length: count }, (_, place) => standIn(place)).every((one) => found.has(one));
    return isWhole && [statement, explain].every((one) => one === undefined || isClean(one))
      ? { request, prepared, canonical: request.canonical.split(standIns) }
      : undefined;
  } catch {
    // It is read again as it is, and refused with its own words.
    return undefined;
  }
}

const isClean = ({ text, values }: Statement): boolean =>
  !text.includes(mark) &&
  values.every((value) => typeof value !== "string" || !value.replace(/^_value_\d+_$/, "").includes(mark));

function planFor({ request, prepared, canonical }: CachedPlan, values: readonly string[]): PlannedRequest {
  if (values.length === 0) return { request, whole: () => request, prepared };
  const valueAt = (place: string) => values[Number(place)] ?? "";
  const fill = (statement: Statement): Statement => ({
    text: statement.text,
    values: statement.values.map((value) =>
      typeof value === "string" && value.startsWith(mark) ? valueAt(value.slice(mark.length, -1)) : value,
    ),
  });
  const shown = {
    ...request,
    // Plain values stand in an address as they are.
    canonical: canonical.map((part, index) => (index % 2 === 0 ? part : valueAt(part))).join(""),
  };
  return {
    request: shown,
    whole: () => ({ ...shown, filters: request.filters.map((filter) => withValues(filter, values)) }),
    prepared: {
      ...prepared,
      statement: fill(prepared.statement),
      explain: prepared.explain && fill(prepared.explain),
    },
  };
}

/** Stand-ins inside plain data become what they stand for. */
function withValues<Part>(part: Part, values: readonly string[]): Part {
  if (typeof part === "string")
    return part.replace(standIns, (whole, place: string) => values[Number(place)] ?? whole) as Part & string;
  if (Array.isArray(part)) return part.map((one: unknown) => withValues(one, values)) as Part & unknown[];
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, withValues(one, values)])) as Part;
}

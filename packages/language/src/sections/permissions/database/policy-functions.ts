// The functions that policies ask: each works out once a statement, past all rights, what no policy could look up itself.
import { hash, policyPlace, printPlace } from "../../../plan/layout.ts";
import { readers, type DatabaseObject, type Parameter } from "../../../plan/objects.ts";

/** Gathers the functions of a document, each once, under a name made from what it does. */
export type PolicyFunctions = {
  readonly objects: Map<string, DatabaseObject>;
  readonly address: string;
};

/**
 * A set or a fact, as SQL that calls it. It is never IMMUTABLE, and always inside a SELECT of its own: so it is asked once
 * a statement, and a plan that is kept never keeps one person's answer for the next.
 */
export function ask(
  asked: PolicyFunctions,
  kind: "set" | "fact",
  about: string,
  returns: string,
  query: string,
): string {
  const place = define(asked, [kind, about], [], kind === "set" ? `SETOF ${returns}` : returns, query);
  return `(SELECT ${printPlace(place)}())`;
}

/**
 * A set of rows by id, as a view that reads past all rights. PostgreSQL looks into it: it probes one row where few are
 * asked about, and works out the whole set where many are. What a view calls is called with the rights of who asks, so a
 * set that needs functions of the system's own is a function itself.
 */
export function isInSet(asked: PolicyFunctions, about: string, id: string, query: string): string {
  if (callsInner.test(query)) return `${id} IN ${ask(asked, "set", about, "uuid", query)}`;
  const place = policyPlace("set", about, hash(query));
  const { address } = asked;
  asked.objects.set(place.name, { kind: "view", place, definition: query, owner: "owner", barrier: true, address });
  asked.objects.set(`grant ${place.name}`, { kind: "grant", on: place, privileges: ["select"], to: readers, address });
  return `EXISTS (SELECT FROM ${printPlace(place)} AS chosen WHERE chosen."id" = ${id})`;
}

const callsInner =
  /\bwrit(?:_policies)?"?\."?(?!has_role|was_given_role|things_of_role|now|today|divide|add_days|add_time|slug)[\w.]+"?\(/;

/** A question about one row by its id, for what cannot be asked of many. */
export function askEach(asked: PolicyFunctions, about: string, id: string, query: string): string {
  const place = define(asked, ["row", about], [{ name: "given", type: "uuid" }], "boolean", query);
  return `${printPlace(place)}(${id})`;
}

function define(
  asked: PolicyFunctions,
  words: readonly string[],
  parameters: readonly Parameter[],
  returns: string,
  query: string,
) {
  const body = returns.startsWith("SETOF") ? `BEGIN RETURN QUERY ${query}; END` : `BEGIN RETURN (${query}); END`;
  // Whatever means the same is the same function; whatever means something else has another name.
  const place = policyPlace(...words, hash(`${returns} ${body}`));
  asked.objects.set(place.name, {
    kind: "function",
    place,
    parameters,
    returns,
    // Its plan is kept for as long as the connection lives.
    language: "plpgsql",
    volatility: "stable",
    actsAs: "owner",
    body,
    callers: readers,
    address: asked.objects.get(place.name)?.address ?? asked.address,
  });
  return place;
}

// The functions that policies ask: each works out once a statement, past all rights, what no policy could look up itself.
import { hash, innerPlace, printPlace } from "../../../plan/layout.ts";
import { readers, type DatabaseObject, type Parameter } from "../../../plan/objects.ts";

/** Gathers the functions of a document, each once, under a name made from what it does. */
export type Asked = {
  readonly objects: Map<string, DatabaseObject>;
  readonly address: string;
};

/**
 * A set or a fact, as SQL that calls it. It is never IMMUTABLE, and always inside a SELECT of its own: so it is asked once
 * a statement, and a plan that is kept never keeps one person's answer for the next.
 */
export function ask(asked: Asked, kind: "set" | "fact", about: string, returns: string, query: string): string {
  const place = define(asked, [kind, about], [], kind === "set" ? `SETOF ${returns}` : returns, query);
  return `(SELECT ${printPlace(place)}())`;
}

/** A question about one row by its id, for what cannot be asked of many. */
export function askEach(asked: Asked, about: string, id: string, query: string): string {
  const place = define(asked, ["row", about], [{ name: "given", type: "uuid" }], "boolean", query);
  return `${printPlace(place)}(${id})`;
}

function define(
  asked: Asked,
  words: readonly string[],
  parameters: readonly Parameter[],
  returns: string,
  query: string,
) {
  const body = returns.startsWith("SETOF") ? `BEGIN RETURN QUERY ${query}; END` : `BEGIN RETURN (${query}); END`;
  // Whatever means the same is the same function; whatever means something else has another name.
  const place = innerPlace(...words, hash(`${returns} ${body}`));
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

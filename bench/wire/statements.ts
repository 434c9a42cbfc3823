// What Writ's data API sends for each piece of work: for those who send the same without it.
import type { Client } from "pg";
import type { Statement } from "../../packages/server/src/postgres/connections/packet.ts";
import { readCatalogue } from "../../packages/server/src/rest/catalogue/read-catalogue.ts";
import { prepare } from "../../packages/server/src/rest/prepare.ts";
import { readRequest } from "../../packages/server/src/rest/request/read-request.ts";
import type { Service } from "../../packages/server/src/rest/service.ts";
import type { Sent } from "./target.ts";

/** `number`: which of its addresses and bodies. */
export type StatementOf = (sent: Sent, number: number) => Statement;

export async function statementsOn(client: Pick<Client, "query">): Promise<StatementOf> {
  const catalogue = await readCatalogue(client as Client, ["public"]);
  const service = {
    catalogue: () => catalogue,
    schemas: ["public"],
    maxRows: 1000,
    aggregates: true,
    transactionEnd: "commit",
  } as unknown as Service;
  return ({ method, paths, bodies = [""], headers }, number) => {
    const address = paths[number % paths.length] ?? "";
    const [path = "", query = ""] = address.replace("/rest/v1", "").split(/\?(.*)/s);
    const get = (header: string) => headers[header] ?? null;
    const body = bodies[number % bodies.length] ?? "";
    return prepare(readRequest({ method, path, query, headers: { get }, body }, service), service, catalogue).statement;
  };
}

/** As a person: the role and the claims, in a transaction that has begun. */
export const beginAs = (owner: string): string =>
  `BEGIN; SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${JSON.stringify({ role: "authenticated", sub: owner })}', true)`;

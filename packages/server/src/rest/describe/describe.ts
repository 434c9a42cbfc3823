// The answer at the root: what can be asked here, as a description in OpenAPI 2.0, with the comments of the database.
import { isHidden, type Catalogue } from "../catalogue/catalogue.ts";
import { wrongMediaType } from "../failure.ts";
import type { DataRequest } from "../request/request.ts";
import type { DataResponse } from "../respond/respond.ts";
import type { Row, Statement } from "../../postgres/connections/packet.ts";
import { definitionOf } from "./definitions.ts";
import { callTypes, functionPath, parametersOf, tablePath } from "./paths.ts";
import { wordsOf } from "./types.ts";

const openapi = "application/openapi+json";

/** Where clients find it, as they see it. */
export type Located = { readonly scheme: "http" | "https"; readonly host: string; readonly path: string };

/** What the caller may reach of a schema; the names of the rest stay hidden. */
export const reachQuestion = (schema: string): Statement => ({
  text: `SELECT obj_description(n.oid, 'pg_namespace') AS comment,
  (SELECT coalesce(json_agg(c.relname), '[]') FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'v', 'm', 'f', 'p')
    AND (has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE') OR has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE'))) AS tables,
  (SELECT coalesce(json_agg(p.oid::text), '[]') FROM pg_proc p WHERE p.pronamespace = n.oid AND has_function_privilege(p.oid, 'EXECUTE')) AS functions
FROM pg_namespace n WHERE n.nspname = $1`,
  values: [schema],
});

type Reach = { readonly comment: string | null; readonly tables: string; readonly functions: string };

export const reachIn = ([reach]: readonly Row[]): Reach =>
  reach === undefined ? { comment: null, tables: "[]", functions: "[]" } : (reach as Reach);

export function checkDescribable({ accept }: DataRequest): void {
  const types: ReadonlySet<string> = new Set([openapi, "application/json", "application/*", "*/*"]);
  if (!accept.some(({ type }) => types.has(type))) throw wrongMediaType(accept.map(({ type }) => type));
}

export function describe(
  request: DataRequest,
  reach: Reach,
  catalogue: Catalogue,
  located: Located | undefined,
): DataResponse {
  const { method, profiled, target } = request;
  return {
    status: 200,
    headers: [
      ["Content-Type", `${openapi}; charset=utf-8`],
      ...(profiled ? [["Content-Profile", target.schema] as const] : []),
      ["Vary", "Accept, Prefer, Range"],
    ],
    body: method === "HEAD" ? null : JSON.stringify(descriptionOf(target.schema, reach, catalogue, located)),
  };
}

function descriptionOf(schema: string, reach: Reach, catalogue: Catalogue, located: Located | undefined) {
  const named: ReadonlySet<string> = new Set(JSON.parse(reach.tables));
  const callable: ReadonlySet<string> = new Set(JSON.parse(reach.functions));
  const tables = [...catalogue.tables.values()]
    .filter((table) => table.schema === schema && named.has(table.name))
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => !isHidden(table, name)) }));
  const routines = [...catalogue.functions.values()]
    .flat()
    .filter((routine) => routine.schema === schema && callable.has(routine.oid));
  const { summary, description } = wordsOf(reach.comment);
  const types = [...callTypes, "text/csv"];
  return {
    swagger: "2.0",
    info: {
      title: summary ?? "Data",
      description: description ?? "What can be read, written and called here.",
      version: "1",
    },
    ...(located === undefined ? {} : { host: located.host, basePath: located.path, schemes: [located.scheme] }),
    consumes: types,
    produces: types,
    paths: {
      "/": {
        get: {
          tags: ["Introspection"],
          summary: "This description",
          produces: [openapi, "application/json"],
          responses: { "200": { description: "OK" } },
        },
      },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table)])),
      ...Object.fromEntries(routines.map((routine) => [`/rpc/${routine.name}`, functionPath(routine)])),
    },
    parameters: parametersOf(tables),
    definitions: Object.fromEntries(tables.map((table) => [table.name, definitionOf(table, catalogue)])),
  };
}

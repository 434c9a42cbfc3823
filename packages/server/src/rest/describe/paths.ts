// What can be asked of each table and function, for the description of the interface.
import type { Routine, RoutineParameter, Table } from "../catalogue/catalogue.ts";
import { compact, formatOf, itemOf, kindOf, typeMembers, wordsOf } from "./types.ts";

type Members = Readonly<Record<string, unknown>>;

const reference = (name: string): Members => ({ $ref: `#/parameters/${name}` });
const filtersOf = ({ name, columns }: Table): readonly string[] =>
  columns.map((column) => `rowFilter.${name}.${column.name}`);

export function tablePath(table: Table): Members {
  const { name } = table;
  const filters = filtersOf(table);
  const operation = (parameters: readonly string[], status: string, description: string, schema?: Members) =>
    compact({
      tags: [name],
      ...wordsOf(table.description),
      parameters: parameters.map(reference),
      responses: { [status]: compact({ description, schema }) },
    });
  const paging = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];
  const read = operation([...filters, ...paging], "200", "OK", {
    type: "array",
    items: { $ref: `#/definitions/${name}` },
  });
  const get = { ...read, responses: { ...(read["responses"] as Members), "206": { description: "Partial Content" } } };
  return compact({
    get,
    post: table.insertable ? operation([`body.${name}`, "select", "preferPost"], "201", "Created") : undefined,
    patch: table.updatable ? operation([...filters, `body.${name}`, "preferReturn"], "204", "No Content") : undefined,
    delete: table.deletable ? operation([...filters, "preferReturn"], "204", "No Content") : undefined,
  });
}

export const callTypes: readonly string[] = [
  "application/json",
  "application/vnd.pgrst.object+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
];

export function functionPath(routine: Routine): Members {
  const operation = (parameters: readonly Members[]) =>
    compact({
      tags: [`(rpc) ${routine.name}`],
      ...wordsOf(routine.description),
      produces: callTypes,
      parameters,
      responses: { "200": { description: "OK" } },
    });
  const required = routine.parameters.filter((one) => one.required).map(({ name }) => name);
  const schema = compact({
    type: "object",
    description: routine.description,
    required: required.length === 0 ? undefined : required,
    properties: Object.fromEntries(routine.parameters.map(({ name, type }) => [name, typeMembers(type)])),
  });
  const post = operation([{ name: "args", in: "body", required: true, schema }, reference("preferParams")]);
  return routine.volatility === "volatile" ? { post } : { get: operation(routine.parameters.map(queryOf)), post };
}

function queryOf({ name, type, required, variadic }: RoutineParameter): Members {
  const base = { name, in: "query", required };
  if (variadic) {
    const item = itemOf(type);
    const items = compact({ type: kindOf(item), format: formatOf(item) });
    return { ...base, type: "array", collectionFormat: "multi", items };
  }
  const kind = kindOf(type);
  // In an address an array is written as PostgreSQL writes it.
  return { ...base, format: formatOf(type), type: kind === undefined || kind === "array" ? "string" : kind };
}

/** What the paths refer to. */
export function parametersOf(tables: readonly Table[]): Members {
  const query = (name: string, description: string) => ({
    name,
    description,
    required: false,
    in: "query",
    type: "string",
  });
  const prefer = (...values: readonly string[]) =>
    compact({
      name: "Prefer",
      description: "Preference",
      required: false,
      in: "header",
      type: "string",
      enum: values.length === 0 ? undefined : values,
    });
  const returned = ["return=representation", "return=minimal", "return=headers-only"];
  const ranged = { description: "Limiting and Pagination", required: false, in: "header", type: "string" };
  return {
    preferParams: prefer(),
    preferReturn: prefer(...returned),
    preferCount: prefer("count=exact", "count=planned", "count=estimated"),
    preferPost: prefer(...returned, "resolution=ignore-duplicates", "resolution=merge-duplicates"),
    select: query("select", "Filtering Columns"),
    on_conflict: query("on_conflict", "On Conflict"),
    order: query("order", "Ordering"),
    range: { name: "Range", ...ranged },
    rangeUnit: { name: "Range-Unit", ...ranged, default: "items" },
    offset: query("offset", "Limiting and Pagination"),
    limit: query("limit", "Limiting and Pagination"),
    ...Object.fromEntries(
      tables.flatMap(({ name, columns }) => [
        [
          `body.${name}`,
          { name, description: name, required: false, in: "body", schema: { $ref: `#/definitions/${name}` } },
        ],
        ...columns.map((column) => [
          `rowFilter.${name}.${column.name}`,
          compact({ ...query(column.name, ""), description: column.description }),
        ]),
      ]),
    ),
  };
}

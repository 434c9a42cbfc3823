// `Search`: one function per entity, which answers the rows that the caller may read, and finds them by an index.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, nameOf, open, printPlace, tableOf } from "../../../plan/layout.ts";
import { keyOf, people, type DatabaseObject } from "../../../plan/objects.ts";
import { stepsOf, type Step } from "./paths.ts";

type Search = { readonly entity: string; readonly paths: readonly (readonly Step[])[]; readonly address: string };

export function searchesOf(design: Design): readonly DatabaseObject[] {
  const searches = gather(design);
  // Two entities may search one field, by their references to its rows.
  const indexes = new Map(searches.flatMap((search) => textIndexes(search, design)).map((one) => [keyOf(one), one]));
  return [
    ...indexes.values(),
    ...searches.flatMap((search) => [finder(search, design), wireFunction(search, design)]),
    ...readable(searches, design),
  ];
}

/** The search looks at rows as the caller's stand-in, bound by the policies of the tables; a view is its own already. */
function readable(searches: readonly Search[], design: Design): readonly DatabaseObject[] {
  const grants = searches.flatMap(({ paths, address }) =>
    paths.flat().flatMap(({ entity }): readonly DatabaseObject[] => {
      const on = tableOf(design.layout, entity);
      return on.schema === open ? [{ kind: "grant", on, privileges: ["select"], to: ["writ_client"], address }] : [];
    }),
  );
  return [...new Map(grants.map((grant) => [keyOf(grant), grant])).values()];
}

/** All lists of an entity search the same fields: those of any of them. */
function gather(design: Design): readonly Search[] {
  const found = new Map<string, { paths: Map<string, readonly Step[]>; address: string }>();
  for (const { kind, search, address } of design.compiled.model.screens.screens) {
    if (kind === undefined || !("entity" in kind) || search.length === 0) continue;
    const entity = kind.entity.id;
    const all = found.get(entity) ?? { paths: new Map<string, readonly Step[]>(), address: `${address}/Search` };
    for (const path of search) {
      const steps = stepsOf(entity, path, design);
      if (steps !== undefined) all.paths.set(steps.map(({ column }) => column).join("."), steps);
    }
    if (all.paths.size > 0) found.set(entity, all);
  }
  return [...found].map(([entity, { paths, address }]) => ({ entity, paths: [...paths.values()], address }));
}

function textIndexes({ paths, address }: Search, design: Design): readonly DatabaseObject[] {
  return paths.flatMap((path): readonly DatabaseObject[] => {
    const last = path.at(-1);
    if (last === undefined || !isText(last, design)) return [];
    const name = nameOf(`${last.entity}.${last.column}`, "search");
    return [{ kind: "text index", table: tableOf(design.layout, last.entity), name, columns: [last.column], address }];
  });
}

const isText = ({ entity, column }: Step, design: Design): boolean =>
  ["text", "choice"].includes(design.compiled.schema.entities.get(entity)?.fields.get(column)?.type.kind ?? "");

const pattern = "'%' || replace(replace(replace(normalize(q, NFC), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'";

/** Ids of rows in which the words stand, past all rights: an index of texts is of no use behind row security. */
function finder({ entity, paths, address }: Search, design: Design): DatabaseObject {
  const arms = paths.map((path) => `SELECT row.id FROM ${joined(path, design)}`);
  return {
    kind: "function",
    place: innerPlace("found", entity),
    parameters: [{ name: "q", type: "text" }],
    returns: "SETOF uuid",
    language: "plpgsql",
    volatility: "stable",
    actsAs: "owner",
    body: `#variable_conflict use_variable\nDECLARE pattern text := ${pattern};\nBEGIN\n  RETURN QUERY ${arms.join("\n  UNION ")};\nEND`,
    // Only by way of the function below: what it finds may be nothing for the caller's eyes.
    callers: ["writ_client"],
    address,
  };
}

/** The row, what its references lead to, and the condition on the last of them. */
function joined(path: readonly Step[], design: Design): string {
  const alias = (index: number) => (index === 0 ? "row" : `step_${index}`);
  const tables = path.map(({ entity }, index) => {
    const table = `${printPlace(tableOf(design.layout, entity))} AS ${alias(index)}`;
    const before = path[index - 1];
    if (before === undefined) return table;
    return `JOIN ${table} ON ${alias(index)}.id = ${alias(index - 1)}.${quoteIdentifier(before.column)}`;
  });
  const last = path.at(-1);
  if (last === undefined) return tables.join(" ");
  return `${tables.join(" ")} WHERE ${textOf(last, alias(path.length - 1), design)} ILIKE pattern`;
}

const textOf = (step: Step, row: string, design: Design): string =>
  `${row}.${quoteIdentifier(step.column)}${isText(step, design) ? "" : "::text"}`;

/**
 * What was found is looked at again as the caller sees it: rows they may not read are none, and a field that they may
 * not see, or that stands in a row out of their sight, is no reason to find anything. The name of an account is no
 * secret wherever a row refers to it.
 */
function wireFunction({ entity, paths, address }: Search, design: Design): DatabaseObject {
  const rows = `"${open}".${quoteIdentifier(entity)}`;
  const seen = paths.map((path) => {
    const first = path[0];
    const last = path.at(-1);
    const isName = last?.entity === "user" && last.column === "name" && path.length === 2;
    if (first === undefined || last === undefined) return "false";
    if (path.length === 1) return `${textOf(last, "row", design)} ILIKE pattern`;
    const from = isName ? `${printPlace(innerPlace("names_found"))}(pattern)` : "";
    if (isName) return `row.${quoteIdentifier(first.column)} IN (SELECT ${from})`;
    return `row.${quoteIdentifier(first.column)} IN (SELECT step_1.id FROM ${visible(path, design)})`;
  });
  return {
    kind: "function",
    place: { schema: open, name: `search_${entity}` },
    parameters: [{ name: "q", type: "text" }],
    returns: `SETOF ${rows}`,
    language: "plpgsql",
    volatility: "stable",
    actsAs: "client",
    body: `#variable_conflict use_variable\nDECLARE pattern text := ${pattern};\nBEGIN\n  RETURN QUERY SELECT row.* FROM ${rows} AS row WHERE row.id IN (SELECT ${printPlace(innerPlace("found", entity))}(q)) AND (${seen.join(" OR ")});\nEND`,
    callers: people,
    address,
  };
}

function visible(path: readonly Step[], design: Design): string {
  const tables = path.slice(1).map(({ entity }, index) => {
    const table = `"${open}".${quoteIdentifier(entity)} AS step_${index + 1}`;
    const before = path[index];
    return index === 0 || before === undefined
      ? table
      : `JOIN ${table} ON step_${index + 1}.id = step_${index}.${quoteIdentifier(before.column)}`;
  });
  const last = path.at(-1);
  return last === undefined
    ? ""
    : `${tables.join(" ")} WHERE ${textOf(last, `step_${path.length - 1}`, design)} ILIKE pattern`;
}

/** Accounts whose name has the words in it. */
export function namesFound(design: Design): readonly DatabaseObject[] {
  const searches = gather(design).filter(({ paths }) =>
    paths.some((path) => path.length === 2 && path[1]?.entity === "user" && path[1].column === "name"),
  );
  const [first] = searches;
  if (first === undefined) return [];
  return [
    {
      kind: "function",
      place: innerPlace("names_found"),
      parameters: [{ name: "pattern", type: "text" }],
      returns: "SETOF uuid",
      language: "sql",
      volatility: "stable",
      actsAs: "owner",
      body: `SELECT account.id FROM ${printPlace(tableOf(design.layout, "user"))} AS account WHERE account.name ILIKE $1`,
      callers: ["writ_client"],
      address: first.address,
    },
  ];
}

// The document as TypeScript types, in the form that @supabase/supabase-js takes: what is read, what may be given, what can be called.
import type { Compiled } from "../compile.ts";
import { databaseOf } from "../database/database.ts";
import { designOf } from "../database/design-of.ts";
import { sqlType } from "../field-types/index.ts";
import type { Design } from "../plan/design.ts";
import { open, tableOf } from "../plan/layout.ts";
import type { Column, DatabaseObject, ObjectOf, Parameter } from "../plan/objects.ts";
import type { Call } from "../sections/calls/model.ts";
import type { Entity, Field } from "../sections/entities/model.ts";
import { key, parametersType } from "./parameter-types.ts";

/** The document has no errors. */
export function clientTypes(compiled: Compiled): string {
  const design = designOf(compiled);
  const objects = databaseOf(compiled);
  const functions = objects.filter(isOpenFunction);
  const tables = design.entities.map((entity) => printTable(entity, objects, functions, design));
  const person = objects.find((object) => object.kind === "table" && object.place.name === "_person");
  if (person?.kind === "table") tables.push(printShape(person));
  return `// Written by \`writ types\` from "${compiled.model.title.replace(/\s+/g, " ")}". Run it again when the document changes.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${tables.join("\n")}
    };
    Views: { [_ in never]: never };
    Functions: {
${[...groupByName(functions)].map(([name, same]) => `      ${key(name)}: ${same.map((one) => printFunction(one, objects)).join(" | ")};`).join("\n")}
${callsByPeople(design).map(printCall).join("")}    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

/** Functions of section 7 that people make: procedures on the wire like any other. */
const callsByPeople = ({ compiled }: Design): readonly Call[] =>
  compiled.model.calls.calls.filter(
    ({ kind, on, name }) => kind === "function" && on?.kind === "button" && name.id !== "",
  );

function printCall({ name, in: given, out }: Call): string {
  const args = given.length === 0 ? "never" : parametersType(given, "wire");
  const returns = out.length === 0 ? "undefined" : parametersType(out, "wire");
  return `      ${key(name.id)}: { Args: ${args}; Returns: ${returns}; };\n`;
}

export type OpenFunction = ObjectOf<"function"> & DatabaseObject;

export const isOpenFunction = (object: DatabaseObject): object is OpenFunction =>
  object.kind === "function" &&
  object.place.schema === open &&
  object.callers.length > 0 &&
  // What only the product's own screens ask.
  !object.place.name.startsWith("_");

/** An entity's columns as they are read and given. */
export type Shape = {
  readonly row: readonly string[];
  readonly insert: readonly string[];
  readonly update: readonly string[];
};

export function shapeOf(entity: Entity, objects: readonly DatabaseObject[], design: Design): Shape {
  const { schema, name } = tableOf(design.layout, entity.name.id);
  const table = objects.find(
    (object) => object.kind === "table" && object.place.schema === schema && object.place.name === name,
  );
  const columns = table?.kind === "table" ? table.columns.filter((column) => !column.name.startsWith("_")) : [];
  const fields = new Map(entity.fields.map((field) => [field.name.id, field]));
  const hidden = new Set(hiddenFields(entity, design));
  const row = columns.map((column) => {
    const type = statesOf(entity, fields.get(column.name), design) ?? typeOf(column.type, fields.get(column.name));
    return `${key(column.name)}: ${column.required && !hidden.has(column.name) ? type : `${type} | null`};`;
  });
  const given = columns.filter((column) => isGiven(column, fields.get(column.name)));
  const insert = given.map((column) => printGiven(column, fields.get(column.name), false));
  const update = given
    .filter(({ name: id }) => id !== "id")
    .map((column) => printGiven(column, fields.get(column.name), true));
  return { row, insert, update };
}

function printTable(
  entity: Entity,
  objects: readonly DatabaseObject[],
  functions: readonly OpenFunction[],
  design: Design,
): string {
  const { schema, name } = tableOf(design.layout, entity.name.id);
  const fields = new Map(entity.fields.map((field) => [field.name.id, field]));
  const { row, insert, update } = shapeOf(entity, objects, design);
  // What is worked out for each row is read like a column.
  const worked = functions.filter((one) => rowOf(one.parameters[0]) === name && !one.returns.startsWith("SETOF"));
  const read = [
    ...row,
    ...worked.map((one) => `${key(one.place.name)}: ${typeOf(one.returns, fields.get(one.place.name))} | null;`),
    ...(design.layout.masked.has(entity.name.id) ? workedOutByView(entity, design) : []),
  ];
  return `      ${key(name)}: {
        Row: { ${read.join(" ")} };
        Insert: { ${insert.join(" ")} };
        Update: { ${update.join(" ")} };
        Relationships: [${references(name, schema, objects).join(", ")}];
      };`;
}

/** Where fields are hidden no function works a value out: the view of the entity does. */
const workedOutByView = ({ name, fields }: Entity, { layout }: Design): readonly string[] =>
  fields.flatMap((field) => {
    const {
      name: { id },
      type,
    } = field;
    const home = layout.computed.get(`${name.id}.${id}`)?.home;
    if (type?.kind !== "computed" || (home !== "function" && home !== "place")) return [];
    return [`${key(id)}: ${typeOf(sqlType(type.of) ?? "text", field)} | null;`];
  });

const printShape = ({ place, columns }: ObjectOf<"table">): string =>
  `      ${key(place.name)}: {
        Row: { ${columns.map(({ name, type }) => `${key(name)}: ${typeOf(type, undefined)};`).join(" ")} };
        Insert: { [_ in never]: never };
        Update: { [_ in never]: never };
        Relationships: [];
      };`;

function statesOf(entity: Entity, field: Field | undefined, { compiled }: Design): string | undefined {
  if (field?.type?.kind !== "state") return undefined;
  const machines = compiled.lookup.machines.get(entity.name.id) ?? [];
  const machine = machines.find((one) => one.field?.id === field.name.id) ?? machines[0];
  return machine && choices(machine.states.map(({ name }) => name.id));
}

/** Those that not every reader sees. */
const hiddenFields = (entity: Entity, { layout }: Design): readonly string[] => [
  ...(layout.masked.get(entity.name.id) ?? []),
];

/** What the system sets is read, never given; the id may be chosen. */
function isGiven({ name, generated, kept }: Column, field: Field | undefined): boolean {
  if (name === "id") return true;
  if (field === undefined || generated !== undefined || kept !== undefined) return false;
  const kind = field.type?.kind;
  return kind !== "state" && kind !== "sequence number" && kind !== "random code" && kind !== "computed";
}

function printGiven({ name, type, required }: Column, field: Field | undefined, isChange: boolean): string {
  const mayBeLeftOut =
    isChange || name === "id" || !required || field?.required !== "yes" || field.default !== undefined;
  return `${key(name)}${mayBeLeftOut ? "?" : ""}: ${typeOf(type, field)}${required ? "" : " | null"};`;
}

function references(name: string, schema: string, objects: readonly DatabaseObject[]): readonly string[] {
  return objects.flatMap((object) => {
    if (object.kind !== "constraint" || object.table.name !== name || object.table.schema !== schema) return [];
    const found = /^FOREIGN KEY \("(.+?)"\) REFERENCES "\w+"\."(.+?)" \("(.+?)"\)/.exec(object.definition);
    if (found === null) return [];
    const [, column, other, target] = found.map((one) => JSON.stringify(one));
    return [
      `{ foreignKeyName: ${JSON.stringify(object.name)}; columns: [${column}]; isOneToOne: false; referencedRelation: ${other}; referencedColumns: [${target}] }`,
    ];
  });
}

function groupByName(functions: readonly OpenFunction[]): ReadonlyMap<string, readonly OpenFunction[]> {
  const groups = new Map<string, OpenFunction[]>();
  for (const one of functions) groups.set(one.place.name, [...(groups.get(one.place.name) ?? []), one]);
  return groups;
}

function printFunction({ parameters, returns }: OpenFunction, objects: readonly DatabaseObject[]): string {
  const from = rowOf(parameters[0]);
  const args =
    from === undefined
      ? parameters.map(
          ({ name, type, optional }) => `${key(name)}${optional === true ? "?" : ""}: ${typeOf(type, undefined)};`,
        )
      : [`"": Database["public"]["Tables"][${JSON.stringify(from)}]["Row"];`];
  const { type, to } = returned(returns);
  const row = to === undefined ? type : `Database["public"]["Tables"][${JSON.stringify(to)}]["Row"]`;
  const isSet = returns.startsWith("SETOF");
  const isKnown = to !== undefined && objects.some((object) => object.kind === "table" && object.place.name === to);
  const options = isKnown
    ? ` SetofOptions: { from: ${JSON.stringify(from ?? "*")}; to: ${JSON.stringify(to)}; isOneToOne: ${String(!isSet || returns.endsWith("ROWS 1"))}; isSetofReturn: ${String(isSet)} };`
    : "";
  return `{ Args: ${args.length === 0 ? "never" : `{ ${args.join(" ")} }`}; Returns: ${row}${isSet || returns.startsWith("TABLE") ? "[]" : ""};${options} }`;
}

const rowOf = (parameter: Parameter | undefined): string | undefined =>
  /^"public"\."(.+)"$/.exec(parameter?.type ?? "")?.[1];

function returned(returns: string): { readonly type: string; readonly to?: string } {
  const to = /^(?:SETOF )?"\w+"\."(.+?)"(?: ROWS 1)?$/.exec(returns)?.[1];
  if (to !== undefined) return { type: "Json", to };
  const columns = /^TABLE\((.*)\)$/.exec(returns)?.[1];
  if (columns === undefined) return { type: typeOf(returns.replace(/^SETOF /, ""), undefined) };
  const printed = columns.split(", ").map((one) => {
    const [name = "", ...type] = one.split(" ");
    return `${key(name.replaceAll('"', ""))}: ${typeOf(type.join(" "), undefined)} | null;`;
  });
  return { type: `{ ${printed.join(" ")} }` };
}

/** Choices are known by name. */
export function typeOf(sql: string, field: Field | undefined): string {
  const type = field?.type;
  if (type?.kind === "one of") return choices(type.choices.map(({ id }) => id));
  if (type?.kind === "several of") return `(${choices(type.choices.map(({ id }) => id))})[]`;
  if (sql.endsWith("[]")) return `${typeOf(sql.slice(0, -2), undefined)}[]`;
  switch (sql.replace(/\(.*\)/, "")) {
    case "bigint":
    case "integer":
    case "numeric":
    case "double precision":
      return "number";
    case "boolean":
      return "boolean";
    case "json":
    case "jsonb":
      return "Json";
    case "void":
      return "undefined";
    default:
      return "string";
  }
}

export const choices = (ids: readonly string[]): string => ids.map((id) => JSON.stringify(id)).join(" | ") || "never";

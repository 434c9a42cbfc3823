// How the description of the interface names the types of PostgreSQL.

type Kind = "string" | "boolean" | "integer" | "number" | "array";

const kinds: Readonly<Record<string, Kind | undefined>> = {
  boolean: "boolean",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  numeric: "number",
  real: "number",
  "double precision": "number",
  json: undefined,
  jsonb: undefined,
};

const formats: Readonly<Record<string, string>> = { smallint: "int32", integer: "int32", bigint: "int64" };

/** Undefined: anything. */
export function kindOf(type: string): Kind | undefined {
  if (type.endsWith("[]")) return "array";
  return Object.hasOwn(kinds, type) ? kinds[type] : "string";
}

export const formatOf = (type: string): string => (Object.hasOwn(formats, type) ? formats[type] : undefined) ?? type;
export const itemOf = (type: string): string => type.slice(0, -2);

/** The members that are there. */
export function compact(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

export function typeMembers(type: string): Readonly<Record<string, unknown>> {
  const kind = kindOf(type);
  return compact({
    format: formatOf(type),
    type: kind,
    items: kind === "array" ? compact({ type: kindOf(itemOf(type)) }) : undefined,
  });
}

/** A comment: its first line, and what follows it. */
export function wordsOf(comment: string | null): {
  readonly summary: string | undefined;
  readonly description: string | undefined;
} {
  const [summary, ...rest] = (comment ?? "").split("\n");
  return { summary: summary || undefined, description: rest.join("\n").replace(/^\n+/, "") || undefined };
}

// The names of the types, and what people call them elsewhere.
import { nearest } from "../../text/suggestion.ts";

/** One line of the list of types, as messages and completion show it. */
export const knownTypes: readonly string[] = [
  "text",
  "long text",
  "Markdown text",
  "number",
  "integer",
  "percent",
  "money",
  "date",
  "datetime",
  "duration",
  "yes/no",
  "email",
  "url",
  "phone",
  "one of: a, b",
  "several of: a, b",
  "file",
  "image",
  "files",
  "reference to E",
  "belongs to E",
  "list of E",
  "several E",
  "sequence number",
  "random code",
  "computed T",
  "state",
];

/** From the words of databases, programming languages and other tools to the type that is meant. */
const elsewhere: readonly (readonly [type: string, ...words: string[]])[] = [
  [
    "text",
    "string",
    "str",
    "varchar",
    "nvarchar",
    "char",
    "character",
    "citext",
    "short text",
    "single line",
    "word",
    "uuid",
  ],
  ["long text", "textarea", "multiline", "multi-line text", "paragraph", "clob", "longtext", "mediumtext"],
  ["Markdown text", "markdown", "rich text", "richtext", "html", "md"],
  ["yes/no", "bool", "boolean", "flag", "checkbox", "toggle", "bit", "true/false", "yes / no", "yes or no"],
  ["integer", "int", "int4", "int8", "bigint", "smallint", "whole number", "count", "counter", "long", "short"],
  ["number", "float", "double", "double precision", "decimal", "numeric", "real", "float8", "num", "amount"],
  ["percent", "percentage", "ratio", "rate", "%"],
  ["money", "currency", "price", "cash"],
  ["datetime", "timestamp", "timestamptz", "time", "date time", "date and time", "date/time", "instant", "moment"],
  ["date", "day", "calendar date"],
  ["duration", "interval", "timespan", "time span", "period"],
  ["email", "mail", "e-mail", "email address"],
  ["url", "uri", "link", "web address", "website", "hyperlink"],
  ["phone", "tel", "telephone", "phone number", "mobile"],
  [
    "one of: a, b",
    "enum",
    "enumeration",
    "choice",
    "select",
    "single select",
    "option",
    "dropdown",
    "status",
    "one of",
  ],
  ["several of: a, b", "multi select", "multiselect", "multi-select", "tags", "set", "several of", "choices"],
  ["file", "attachment", "upload", "document", "blob", "bytea", "binary"],
  ["files", "attachments", "uploads", "documents"],
  ["image", "photo", "picture", "avatar", "images", "img"],
  [
    "reference to E",
    "reference",
    "ref",
    "references",
    "foreign key",
    "fk",
    "relation",
    "relationship",
    "lookup",
    "has one",
    "many to one",
  ],
  ["belongs to E", "belongs to", "parent", "child of", "part of"],
  ["list of E", "list", "has many", "one to many", "array", "children", "collection"],
  ["several E", "several", "many to many", "has and belongs to many", "habtm", "m2m"],
  [
    "sequence number `A-{000}`",
    "serial",
    "bigserial",
    "autoincrement",
    "auto increment",
    "auto-increment",
    "sequence",
    "identity",
    "autonumber",
  ],
  ["random code `{aaaaaa}`", "random", "token", "random string"],
  ["computed T `expression`", "computed", "formula", "calculated", "derived", "generated", "rollup"],
  ["state", "workflow", "stage"],
];

const known: ReadonlyMap<string, string> = new Map(
  elsewhere.flatMap(([type, ...words]) => words.map((word) => [word, type] as const)),
);

/** What was probably meant by a type that is none, as a hint. `written` is the whole type. */
export function typeHint(written: string): string {
  const linked = /^(?:link|linked|points?|pointer|refers?|relation|connection|foreign key) to ([^,`(]+)/i.exec(written);
  if (linked?.[1]) return `Did you mean "reference to ${linked[1].trim()}"?`;
  // Parentheses, brackets and numbers are options elsewhere: varchar(120), string[].
  const words =
    written
      .toLowerCase()
      .slice(0, 80)
      .split(/[`([{<:,]|\s\d/)[0]
      ?.trim() ?? "";
  const first = words.split(/\s+/);
  for (let count = Math.min(first.length, 5); count > 0; count--) {
    const meant = known.get(first.slice(0, count).join(" "));
    if (meant !== undefined) return `Did you mean "${meant}"?`;
  }
  if (/\[\s*\]$/.test(written))
    return 'Several rows are "list of E" or "several E"; several choices are "several of: a, b".';
  if (/^json/i.test(written))
    return "There is no type for free structure: give each part a field of its own, or an entity.";
  const names = knownTypes.map((type) => type.replace(/ (?:E|T)$|: a, b$/, ""));
  const near = nearest(words, names) ?? nearest(first[0] ?? "", names);
  if (near !== undefined) return `Did you mean "${knownTypes[names.indexOf(near)]}"?`;
  return /^\p{Lu}/u.test(written) ? `A link to a row is "reference to ${written.split(/[,`(]/)[0]?.trim()}".` : "";
}

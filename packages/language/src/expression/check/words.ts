// Types in words that people understand, for messages.
import { article } from "../../text/article.ts";
import type { Schema } from "../schema.ts";
import type { Type } from "../type.ts";

/** With its article: "a whole number", "an amount of money", "a Ticket", "a list of Tickets", "a priority of Ticket". */
export function describe(type: Type, schema: Schema): string {
  switch (type.kind) {
    case "null":
      return "empty";
    case "yes/no":
    case "text":
      return type.kind;
    case "number":
      return type.scale === 0 ? "a whole number" : "a decimal";
    case "money":
      return "an amount of money";
    case "date":
      return "a date";
    case "datetime":
      return "a date and time";
    case "duration":
      return type.days ? "a duration of whole days" : "a duration";
    case "choice":
      return `${article(type.of)} ${type.of}`;
    case "row": {
      const label = labelOf(type.entity, schema);
      return `${article(label)} ${label}`;
    }
    case "list":
      return `a list of ${several(type.of, schema)}`;
    case "table":
      return `a table of constants`;
    case "file":
      return "a file";
  }
}

/** As section 3 names types, for "datetime + integer is not defined". */
export function typeName(type: Type, schema: Schema): string {
  switch (type.kind) {
    case "number":
      return type.scale === 0 ? "integer" : "number";
    case "choice":
      return type.of;
    case "row":
      return labelOf(type.entity, schema);
    case "list":
      return `list of ${several(type.of, schema)}`;
    case "table":
      return "table of constants";
    default:
      return type.kind;
  }
}

/** Several of a kind: "Tickets", "dates", "whole numbers". */
function several(type: Type, schema: Schema): string {
  switch (type.kind) {
    case "row":
      return plural(labelOf(type.entity, schema));
    case "text":
    case "null":
    case "yes/no":
      return type.kind === "null" ? "nothing" : type.kind;
    case "money":
      return "amounts of money";
    case "datetime":
      return "dates and times";
    case "choice":
      return type.of;
    case "duration":
      return "durations";
    default:
      return plural(describe(type, schema).replace(/^an? /, ""));
  }
}

export const labelOf = (entity: string, schema: Schema): string => schema.entities.get(entity)?.label ?? entity;

export function plural(label: string): string {
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(label) ? `${label}es` : `${label}s`;
}

/** "priority of Ticket": the list's name, and whose it is. Names of both kinds may themselves have an "of". */
export function choiceOwner(of: string, schema: Schema): { readonly list: string; readonly owner: string } {
  const labels = new Set([...schema.entities.values()].map((entity) => entity.label));
  const cuts = [...of.matchAll(/ of /g)].map((match) => match.index);
  const cut = cuts.find((at) => labels.has(of.slice(at + 4))) ?? cuts.at(-1);
  return cut === undefined ? { list: "choice", owner: of } : { list: of.slice(0, cut), owner: of.slice(cut + 4) };
}

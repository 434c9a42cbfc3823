// Types in words that people understand, for messages.
import { article } from "../../text/article.ts";
import { traitsOf } from "../kinds.ts";
import type { Schema } from "../schema.ts";
import type { Type } from "../type.ts";

/** With its article: "a whole number", "an amount of money", "a Ticket", "a list of Tickets", "a priority of Ticket". */
export function describe(type: Type, schema: Schema): string {
  switch (type.kind) {
    case "number":
      return type.scale === 0 ? "a whole number" : traitsOf(type).words;
    case "duration":
      return type.days ? "a duration of whole days" : traitsOf(type).words;
    case "choice":
      return `${article(type.of)} ${type.of}`;
    case "row": {
      const label = labelOf(type.entity, schema);
      return `${article(label)} ${label}`;
    }
    case "list":
      return `a list of ${several(type.of, schema)}`;
    default:
      return traitsOf(type).words;
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
    case "number":
      return type.scale === 0 ? "whole numbers" : traitsOf(type).plural;
    case "choice":
      return type.of;
    case "list":
      return `lists of ${several(type.of, schema)}`;
    default:
      return traitsOf(type).plural;
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

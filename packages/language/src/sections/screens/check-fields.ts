// Whether each property of a screen names fields that can be used so.
import { traitsOf } from "../../expression/kinds.ts";
import type { EntitySchema, FieldSchema } from "../../expression/schema.ts";
import { identifierOf } from "../../text/name.ts";
import { rowScope } from "../../model/scopes.ts";
import type { FieldPath, Screen } from "./model.ts";
import { findField, followPath, ownField, type FoundPath } from "./paths.ts";
import { notImported, unfitField, unfitValue } from "./problems.ts";
import type { Site } from "./site.ts";

/** What is wrong with using a field so, and what to write instead; nothing where it may be. */
type Judge = (found: FoundPath, site: Site) => readonly [why: string, write: string] | undefined;

export function checkFields(screen: Screen, entity: EntitySchema, site: Site): void {
  const use = (property: string, paths: readonly FieldPath[] | undefined, judge: Judge) => {
    const address = `${screen.address}/${property}`;
    for (const path of paths ?? []) {
      const found = followPath(path, entity, property, address, site);
      const wrong = found && judge(found, site);
      if (found && wrong)
        site.problems.push(unfitField.at({ span: path.span, address }, property, found.field.label, ...wrong));
    }
  };
  use("Show", screen.show, screen.kind?.kind === "detail" ? () => undefined : noList);
  use("Card", screen.card, noList);
  const sort = screen.sort.map((key) => key.path);
  const strange = sort.filter((path) => reportDirection(path, entity, `${screen.address}/Sort`, site));
  use(
    "Sort",
    sort.filter((path) => !strange.includes(path)),
    sortable,
  );
  use("Search", screen.search, searchable);
  use("Filter by", screen.filterBy, filterable);
  const own = (property: string, paths: readonly FieldPath[] | undefined, judge: Judge) => {
    const address = `${screen.address}/${property}`;
    for (const path of paths ?? []) {
      const field = ownField(path, entity, property, address, site);
      const wrong = field && judge({ entity, field }, site);
      if (field && wrong)
        site.problems.push(unfitField.at({ span: path.span, address }, property, field.label, ...wrong));
    }
  };
  own("Add", screen.add, ({ field }) =>
    field.store.kind === "reverse" ? undefined : ["is not a list", "Name a field of type list of."],
  );
  own("Ask", screen.ask, givable);
  const named = new Set<string>();
  own("Import", screen.import, (found, of) => {
    if (named.has(found.field.id)) return ["is named twice", "Delete one of them."];
    named.add(found.field.id);
    return importable(found, of);
  });
  const [first] = screen.import;
  const why = first && withoutImport(entity, site);
  if (first && why !== undefined) {
    const place = { span: first.span, address: `${screen.address}/Import` };
    site.problems.push(notImported.at(place, screen.name.label, entity.label, why));
  }
}

/** `Subject downwards`: a field, and a word that is no direction. */
function reportDirection(path: FieldPath, entity: EntitySchema, address: string, site: Site): boolean {
  const [step] = path.steps;
  // The identifier of "-Due on" is that of "Due on", and says the opposite of what is meant.
  const signed = step && /^[-+]\s*(.+)$/.exec(step.label)?.[1];
  const field = signed ?? (step && /^(.+) \S+$/.exec(step.label)?.[1]);
  if (!step || !field || path.steps.length > 1) return false;
  if (!signed && findField(entity, step, site.context.lookup)) return false;
  if (!findField(entity, { ...step, label: field, id: identifierOf(field) }, site.context.lookup)) return false;
  site.problems.push(
    unfitValue.at({ span: path.span, address }, "Sort", step.label, `Write "${field}" or "${field} descending".`),
  );
  return true;
}

const noList: Judge = ({ field }) =>
  field.store.kind === "reverse"
    ? ["is a list of rows: only a detail shows one", "Show how many there are with a computed field."]
    : undefined;

const sortable: Judge = ({ entity, field }, site) => {
  if (field.type.kind === "list") return ["is a list and has no order", ""];
  if (field.type.kind === "file") return ["is a file and has no order", ""];
  const { clock, me } = readsOf(entity, field, site);
  if (me) return ["mentions `me`, so its value depends on the reader, and it cannot be sorted by", ""];
  if (clock)
    return ["depends on the clock and cannot be sorted by", "Sort by the stored field that it is calculated from."];
  return undefined;
};

const searchable: Judge = ({ entity, field }, site) => {
  if (field.type.kind !== "text" || field.id === "id")
    return ["is no text", 'Texts are searched; other fields stand in "Filter by".'];
  const { clock, me } = readsOf(entity, field, site);
  return clock || me ? ["is calculated at each request and cannot be searched", ""] : undefined;
};

const filterable: Judge = ({ entity, field }, site) => {
  const values = field.type.kind === "list" && field.store.kind !== "reverse" ? field.type.of : field.type;
  if (traitsOf(values).isFilter !== true) {
    const { kind } = values;
    const what = kind === "text" ? "is a text" : kind === "file" ? "holds files" : "is a list of rows";
    return [`${what} and cannot be filtered by`, kind === "text" ? 'Texts stand in "Search".' : ""];
  }
  return readsOf(entity, field, site).me
    ? ["mentions `me`, so its value depends on the reader, and it cannot be filtered by", ""]
    : undefined;
};

const byTheSystem: readonly string[] = ["id", "created_at", "created_by", "updated_at", "updated_by", "ended"];

/** Whether people can give the field a value at all; who of them may is another question. */
export const givable: Judge = ({ entity, field }, site) => {
  const type = site.context.lookup.fields.get(entity.id)?.get(field.id)?.type;
  if (!type && byTheSystem.includes(field.id)) return ["is set by the system", ""];
  switch (type?.kind) {
    case "computed":
      return ["is calculated and cannot be set", ""];
    case "sequence number":
    case "random code":
      return ["is given by the system", ""];
    case "state":
      return ["is a state: it changes only through transitions", ""];
    case "list":
      return ["is a list of rows", 'Rows are created in place by "Add" on a detail.'];
    default:
      return undefined;
  }
};

/** A file from a browser has no folder beside it in which other files are. */
const importable: Judge = (found, site) => {
  const { type } = found.field;
  const isFile = type.kind === "file" || (type.kind === "list" && type.of.kind === "file");
  return isFile ? ["holds files, which a cell cannot contain", ""] : givable(found, site);
};

/** Why no rows of an entity can be imported by its users. */
function withoutImport(entity: EntitySchema, site: Site): string | undefined {
  if (entity.id === "user") return "accounts are created by their owners";
  return site.context.lookup.entities.get(entity.id)?.oneRow === true ? "it has exactly one row" : undefined;
}

/** Whether a computed field depends on the clock or on the reader, also by way of other computed fields. */
export function readsOf(
  entity: EntitySchema,
  field: FieldSchema,
  site: Site,
): { readonly clock: boolean; readonly me: boolean } {
  const { schema, judge } = site.context;
  const key = `${entity.id}.${field.id}`;
  const known = site.computed.get(key);
  if (known) return known;
  const seen = new Set<string>();
  const waiting = [key];
  let clock = false;
  let me = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [of = "", name = ""] = next.split(".");
    const store = schema.entities.get(of)?.fields.get(name)?.store;
    if (store?.kind !== "computed" || seen.has(next)) continue;
    seen.add(next);
    const { reads } = judge(store.expression, rowScope(of, { me: "maybe" }), { kind: "any" });
    clock ||= reads.clock;
    me ||= reads.me;
    waiting.push(...[...reads.own].map((own) => `${of}.${own}`), ...reads.others);
  }
  site.computed.set(key, { clock, me });
  return { clock, me };
}

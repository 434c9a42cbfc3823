// An index for each order, filter and place in which screens show rows: a page is found without reading the others.
import { childrenOf } from "../../../expression/children.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Guard } from "../../../clause/guard.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { FieldPath, Screen, SortKey } from "../model.ts";
import { columnNamed, stepsOf } from "./paths.ts";

type Key = { readonly column: string; readonly descending: boolean };
type Wanted = { readonly entity: string; readonly keys: readonly Key[]; readonly address: string };

export function indexesOf(design: Design): readonly DatabaseObject[] {
  const wanted = [
    ...ordersOf(design),
    ...design.compiled.model.screens.screens.flatMap((screen) => wantedBy(screen, design)),
  ];
  const made = new Map<string, DatabaseObject>();
  for (const one of wanted) {
    const object = indexOf(one, design);
    const key = object.kind === "index" ? `${object.table.name} ${object.definition}` : "";
    if (!made.has(key)) made.set(key, object);
  }
  return [...made.values()];
}

/** The order of an entity's rows wherever nothing else says. */
function ordersOf(design: Design): readonly Wanted[] {
  return design.entities.flatMap(({ name, orderedBy, address }) => {
    const keys = orderedBy.flatMap(({ field, descending }) => keyOf(name.id, field.id, descending, design));
    return keys.length === 0 ? [] : [{ entity: name.id, keys, address: `${address}/Ordered by` }];
  });
}

function wantedBy(screen: Screen, design: Design): readonly Wanted[] {
  const { kind, address } = screen;
  const parameters = parametersOf(screen, design);
  if (kind === undefined || !("entity" in kind)) return parameters;
  const entity = kind.entity.id;
  const want = (keys: readonly Key[]): readonly Wanted[] => (keys.length === 0 ? [] : [{ entity, keys, address }]);
  const single = (path: FieldPath | undefined) => (path === undefined ? [] : pathKey(entity, path, false, design));
  const sort = sortKeys(entity, screen.sort, design);
  // What is held to one value has no direction of its own.
  const descending = sort[0]?.descending ?? false;
  const fixed = compared(screen.where, entity, design).map((column) => ({ column, descending }));
  switch (kind.kind) {
    case "list":
      return [
        ...parameters,
        ...(sort.length > 0 || fixed.length > 0 ? want([...fixed, ...sort]) : []),
        ...screen.filterBy.flatMap((path) => {
          const [key] = single(path);
          return key === undefined || fixed.some(({ column }) => column === key.column)
            ? []
            : want([{ ...key, descending }, ...without(sort, key)]);
        }),
      ];
    case "board":
      return [...parameters, ...want([...single(kind.by).map((key) => ({ ...key, descending })), ...sort])];
    case "calendar":
      return [...parameters, ...want(single(kind.from)), ...want(single(kind.to))];
    default:
      return parameters;
  }
}

const without = (keys: readonly Key[], { column }: Key): readonly Key[] => keys.filter((key) => key.column !== column);

/** `:ticket.number` finds a row by that field, where nothing unique does already. */
function parametersOf({ route, address }: Screen, design: Design): readonly Wanted[] {
  return (route?.segments ?? []).flatMap((segment): readonly Wanted[] => {
    if (segment.kind !== "parameter" || segment.field === undefined) return [];
    const entity = segment.entity.id;
    const column = columnNamed(entity, segment.field.id, design);
    const type = design.compiled.lookup.fields.get(entity)?.get(segment.field.id)?.type;
    if (column === undefined || column === "id" || type?.unique === "exact") return [];
    return [{ entity, keys: [{ column, descending: false }], address }];
  });
}

/** A sort through a reference has no index of one table. */
function sortKeys(entity: string, sort: readonly SortKey[], design: Design): readonly Key[] {
  const keys = sort.map(({ path, descending }) => pathKey(entity, path, descending, design)[0]);
  const first = keys.findIndex((key) => key === undefined);
  return (first === -1 ? keys : keys.slice(0, first)).flatMap((key) => key ?? []);
}

function pathKey(entity: string, path: FieldPath, descending: boolean, design: Design): readonly Key[] {
  const [step, ...others] = stepsOf(entity, path, design) ?? [];
  return step === undefined || others.length > 0 ? [] : keyOf(entity, step.column, descending, design);
}

/** Lists have no order, and a database looks them up in another way. */
function keyOf(entity: string, name: string, descending: boolean, design: Design): readonly Key[] {
  const column = columnNamed(entity, name, design);
  const type = column === undefined ? undefined : design.compiled.schema.entities.get(entity)?.fields.get(column)?.type;
  return column === undefined || type?.kind === "list" ? [] : [{ column, descending }];
}

/** Own fields that a Where holds to one value, at most one: rows with that value then stand side by side. */
function compared(where: Guard | undefined, entity: string, design: Design): readonly string[] {
  if (where?.kind !== "expression") return [];
  const typed = design.compiled.checked.get(where.expression)?.typed;
  return typed === undefined ? [] : equalities(typed, entity, design).slice(0, 1);
}

function equalities(typed: Typed, entity: string, design: Design): readonly string[] {
  if (typed.node === "and") return childrenOf(typed).flatMap((child) => equalities(child, entity, design));
  if (typed.node !== "equal") return [];
  const own = [typed.left, typed.right].flatMap((side) =>
    side.node === "field" && side.of.node === "scope" && side.of.source === "row" ? [side.field] : [],
  );
  return own.length === 1
    ? own.flatMap((field) => keyOf(entity, field, false, design)).map(({ column }) => column)
    : [];
}

/** The id comes last, so that rows have one order, and a page goes on where the one before it ended. */
function indexOf({ entity, keys, address }: Wanted, design: Design): DatabaseObject {
  // An index is read from both ends: only where directions differ do they matter.
  const isMixed = keys.some(({ descending }) => descending !== keys[0]?.descending);
  const columns = keys.map(
    ({ column, descending }) => `${quoteIdentifier(column)}${isMixed && descending ? " DESC" : ""}`,
  );
  const named = keys.map(({ column, descending }) => (isMixed && descending ? `${column} down` : column));
  return {
    kind: "index",
    table: tableOf(design.layout, entity),
    name: nameOf(`${entity}.${named.join(".")}`, "order"),
    unique: false,
    definition: `(${[...columns, ...(keys.some(({ column }) => column === "id") ? [] : ['"id"'])].join(", ")})`,
    address,
  };
}

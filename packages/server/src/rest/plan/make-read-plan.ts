// From a request to what is read: names become tables, columns and ways, and everything said stands where it belongs.
import { hiddenColumn, noAggregates, notEmbedded, notImplemented, relatedOrder, wrongEmbedFilter } from "../failure.ts";
import {
  isHidden as isHiddenColumn,
  keyOf,
  shownOf,
  type Catalogue,
  type Name,
  type Table,
} from "../catalogue/catalogue.ts";
import type { Filter, Logic } from "../request/filter.ts";
import type { Field } from "../request/names.ts";
import type { At, DataRequest, Range } from "../request/request.ts";
import type { SelectField, SelectItem, SelectRelation } from "../request/select.ts";
import type { OrderTerm } from "../request/order.ts";
import { findRelationship } from "./find-relationship.ts";
import { called } from "./sources.ts";
import type { Embed, Handed, PlannedField, PlannedLogic, PlannedOrder, PlannedValue, ReadPlan } from "./read-plan.ts";

export type PlanOptions = { readonly aggregates: boolean; readonly maxRows: number | undefined };

/** What is said of rows at one place: of the rows themselves, and of all that is embedded in them. */
type Said = {
  readonly select: readonly SelectItem[];
  readonly filters: readonly At<Filter>[];
  readonly logic: readonly At<Logic>[];
  readonly order: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<Range>[];
};

type Making = {
  readonly catalogue: Catalogue;
  readonly options: PlanOptions;
  aliases: number;
  readonly taken: Set<string>;
};

export function makeReadPlan(
  request: Pick<DataRequest, keyof Said | "range">,
  from: ReadPlan["from"],
  table: Table | undefined,
  name: Name,
  catalogue: Catalogue,
  options: PlanOptions,
): ReadPlan {
  const making: Making = { catalogue, options, aliases: 0, taken: new Set() };
  return planRows(request, request.range, from, table, name, making, "root");
}

/** PostgreSQL cuts names here, and two that are cut alike would be one. */
const longestName = 50;

/**
 * The rows themselves go by the name of their table, which is what errors of the database call them; everything else
 * gets a number, so that no name hides another one.
 */
function aliasOf(name: string, isRoot: boolean, making: Making): string {
  const short = Buffer.byteLength(name) > longestName ? "long" : name;
  const alias = isRoot ? name : `${short}_${++making.aliases}`;
  if (making.taken.has(alias)) return aliasOf(name, false, making);
  making.taken.add(alias);
  return alias;
}

function planRows(
  said: Said,
  range: Range,
  from: ReadPlan["from"],
  table: Table | undefined,
  name: Name,
  making: Making,
  place: "root" | "inside" | "spread" = "inside",
): ReadPlan {
  const handsUp = place === "spread";
  const alias = from.kind === "source" ? from.name : aliasOf(name.name, place === "root", making);
  const relations = said.select.filter((item) => item.kind === "relation");
  const embeds = relations.map((relation) => planEmbed(relation, said, name, from, making));
  checkPaths(said, relations);
  const own = <Value>(some: readonly At<Value>[]) =>
    some.flatMap(({ path, value }) => (path.length === 0 ? [value] : []));
  const aggregates =
    said.select.some((item) => item.kind === "field" && item.aggregate !== undefined) ||
    embeds.some(({ handed }) => handed.length > 0);
  const fields = said.select.flatMap((item) =>
    item.kind === "field" ? planFields(item, aggregates, table, from, making) : [],
  );
  return {
    from,
    alias,
    table,
    isWhole: said.select.length === 1 && said.select.every((item) => item.kind === "field" && isAll(item)),
    fields,
    where: [
      ...own(said.filters).map((filter) => planFilter(filter, table, from, relations, embeds)),
      ...own(said.logic).map((logic) => planLogic(logic, table, from, relations, embeds)),
    ],
    order: own(said.order)
      .flat()
      .map((term) => planOrder(term, name, table, from, relations, embeds)),
    range,
    embeds,
    handsUp,
  };
}

/** What rows hand up: their own aggregates, and those that were handed to them. */
const handedBy = ({ fields, embeds }: ReadPlan): readonly Handed[] => [
  ...fields.flatMap(({ aggregate, aggregateCast, name, handedAs }) =>
    aggregate === undefined || handedAs === undefined ? [] : [{ aggregate, aggregateCast, name, column: handedAs }],
  ),
  ...embeds.flatMap(({ handed }) => handed),
];

/** The way through what is embedded begins with a name or, where it has one, with its alias. */
const isCalled = (relation: SelectRelation, name: string): boolean => (relation.alias ?? relation.name) === name;

function checkPaths(said: Said, relations: readonly SelectRelation[]): void {
  for (const { path } of [...said.filters, ...said.logic, ...said.order, ...said.ranges]) {
    const [first] = path;
    if (first === undefined || relations.some((relation) => isCalled(relation, first))) continue;
    const aliased = relations.find((relation) => relation.name === first);
    throw notEmbedded(first, aliased?.alias);
  }
}

function planEmbed(relation: SelectRelation, said: Said, name: Name, from: ReadPlan["from"], making: Making): Embed {
  const way = findRelationship(name, relation.name, relation.hint, making.catalogue);
  const shownAs = relation.alias ?? relation.name;
  const inside = <Value>(some: readonly At<Value>[]) =>
    some.flatMap(({ path, value }) => (path[0] === shownAs ? [{ path: path.slice(1), value }] : []));
  const within: Said = {
    select: relation.select,
    filters: inside(said.filters),
    logic: inside(said.logic),
    order: inside(said.order),
    ranges: inside(said.ranges),
  };
  const range = within.ranges.find(({ path }) => path.length === 0)?.value ?? { offset: 0, limit: undefined };
  const { maxRows } = making.options;
  const limited = maxRows === undefined ? range : { ...range, limit: Math.min(range.limit ?? maxRows, maxRows) };
  const plan = planRows(
    within,
    limited,
    { kind: "table", name: way.to },
    making.catalogue.tables.get(keyOf(way.to)),
    way.to,
    making,
    relation.spread ? "spread" : "inside",
  );
  const handed = relation.spread ? handedBy(plan) : [];
  if (handed.length > 0 && !way.toOne) {
    throw notImplemented("Aggregates are not implemented for one-to-many or many-to-many spreads.");
  }
  return {
    way,
    plan,
    handed,
    name: shownAs,
    inner: relation.join === "inner",
    spread: relation.spread,
    isHidden: isHidden(relation),
    alias: aliasOf(shownAs, false, making),
    ofSource: from.kind === "source" ? making.catalogue.tables.get(keyOf(name)) : undefined,
  };
}

/** Nothing is selected of it, nor of anything in it. */
const isHidden = ({ select }: SelectRelation): boolean =>
  select.every((item) => item.kind === "relation" && isHidden(item));

const isAll = ({ field, aggregate }: SelectField): boolean => field.name === "*" && aggregate === undefined;

/** All columns are named one by one where not all are shown, one of them is shown by a function, or rows are put together. */
function planFields(
  item: SelectField,
  aggregates: boolean,
  table: Table | undefined,
  from: ReadPlan["from"],
  making: Making,
): readonly PlannedField[] {
  if (!isAll(item)) {
    if (table !== undefined && isHiddenColumn(table, item.field.name)) throw hiddenColumn(table.name, item.field.name);
    return [planField(item, table, from, making)];
  }
  const isEach = table !== undefined && (table.fields !== null || table.columns.some(({ casts }) => casts.toJson));
  if (table === undefined || !(aggregates || isEach)) return [planField(item, table, from, making)];
  return shownOf(table).map((name) => planField({ ...item, field: { name, path: [] } }, table, from, making));
}

function planField(item: SelectField, table: Table | undefined, from: ReadPlan["from"], making: Making): PlannedField {
  if (item.aggregate !== undefined && !making.options.aggregates) throw noAggregates();
  const { cast, aggregate, aggregateCast, alias, field } = item;
  const isRow = field.name === "*";
  const key = field.path.at(-1)?.key;
  const last = key?.kind === "key" ? key.name : field.path.findLast((step) => step.key.kind === "key")?.key;
  const pathName = typeof last === "string" ? last : last?.kind === "key" ? last.name : field.name;
  return {
    value: isRow ? undefined : valueOf(field, table, from),
    cast,
    aggregate,
    aggregateCast,
    handedAs: aggregate === undefined ? undefined : `handed ${++making.aliases}`,
    name: alias ?? (aggregate === undefined ? (isRow ? "*" : pathName) : aggregate),
  };
}

const jsonTypes = new Set(["json", "jsonb"]);

function valueOf(field: Field, table: Table | undefined, from?: ReadPlan["from"]): PlannedValue {
  const column = table?.columns.find(({ name }) => name === field.name);
  return {
    field,
    isJson: column !== undefined && jsonTypes.has(column.type),
    type: column?.type,
    casts: field.path.length > 0 ? {} : (column?.casts ?? {}),
    spelling: field.path.length > 0 ? undefined : (column?.spelling ?? table?.spelledAnswers?.get(field.name)),
    // What a function answered are rows without a type, of which no other one can be asked; a write has asked already.
    ofRow: column === undefined && from?.kind === "source" && from.name === called ? table : undefined,
  };
}

function planFilter(
  filter: Filter,
  table: Table | undefined,
  from: ReadPlan["from"],
  relations: readonly SelectRelation[],
  embeds: readonly Embed[],
): PlannedLogic {
  const { field, negated, test } = filter;
  const index = field.path.length === 0 ? relations.findIndex((relation) => isCalled(relation, field.name)) : -1;
  const embed = embeds[index];
  const asksPresence = test.kind === "is" && (test.what === "null" || test.what === "not_null");
  const isColumn = table?.columns.some(({ name }) => name === field.name) === true;
  if (embed === undefined || (!asksPresence && isColumn)) {
    return { kind: "filter", value: valueOf(field, table, from), negated, test };
  }
  if (!asksPresence) throw wrongEmbedFilter(field.name);
  return { kind: "embedded", embed, isThere: (test.what === "not_null") !== negated };
}

function planLogic(
  logic: Logic,
  table: Table | undefined,
  from: ReadPlan["from"],
  relations: readonly SelectRelation[],
  embeds: readonly Embed[],
): PlannedLogic {
  if (logic.kind === "filter") return planFilter(logic.filter, table, from, relations, embeds);
  const parts = logic.parts.map((part) => planLogic(part, table, from, relations, embeds));
  return { kind: logic.kind, negated: logic.negated, parts };
}

function planOrder(
  term: OrderTerm,
  name: Name,
  table: Table | undefined,
  from: ReadPlan["from"],
  relations: readonly SelectRelation[],
  embeds: readonly Embed[],
): PlannedOrder {
  const { relation, field, direction, nulls } = term;
  if (relation === undefined) return { value: valueOf(field, table, from), embed: undefined, direction, nulls };
  const embed = embeds[relations.findIndex((one) => isCalled(one, relation))];
  if (embed === undefined) throw notEmbedded(relation, relations.find((one) => one.name === relation)?.alias);
  if (!embed.way.toOne) throw relatedOrder(name.name, relation);
  return { value: valueOf(field, embed.plan.table), embed, direction, nulls };
}

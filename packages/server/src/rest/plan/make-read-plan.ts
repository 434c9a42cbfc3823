// From a request to what is read: names become tables, columns and ways, and everything said stands where it belongs.
import { noAggregates, notEmbedded, relatedOrder, wrongEmbedFilter } from "../failure.ts";
import { keyOf, type Catalogue, type Name, type Table } from "../catalogue/catalogue.ts";
import type { Filter, Logic } from "../request/filter.ts";
import type { Field } from "../request/names.ts";
import type { At, DataRequest, Range } from "../request/request.ts";
import type { SelectField, SelectItem, SelectRelation } from "../request/select.ts";
import type { OrderTerm } from "../request/order.ts";
import { findWay } from "./find-way.ts";
import type { Embed, PlannedField, PlannedLogic, PlannedOrder, PlannedValue, ReadPlan } from "./read-plan.ts";

export type PlanOptions = { readonly aggregates: boolean; readonly maxRows: number | undefined };

/** What is said of rows at one place: of the rows themselves, and of all that is embedded in them. */
type Said = {
  readonly select: readonly SelectItem[];
  readonly filters: readonly At<Filter>[];
  readonly logic: readonly At<Logic>[];
  readonly order: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<Range>[];
};

type Making = { readonly catalogue: Catalogue; readonly options: PlanOptions; aliases: number };

export function makeReadPlan(
  request: Pick<DataRequest, keyof Said | "range">,
  from: ReadPlan["from"],
  table: Table | undefined,
  name: Name,
  catalogue: Catalogue,
  options: PlanOptions,
): ReadPlan {
  const making: Making = { catalogue, options, aliases: 0 };
  return planRows(request, request.range, from, table, name, making);
}

function planRows(
  said: Said,
  range: Range,
  from: ReadPlan["from"],
  table: Table | undefined,
  name: Name,
  making: Making,
): ReadPlan {
  const alias = from.kind === "source" ? from.name : `${name.name}_${++making.aliases}`;
  const relations = said.select.filter((item) => item.kind === "relation");
  const embeds = relations.map((relation) => planEmbed(relation, said, name, from, making));
  checkPaths(said, relations);
  const own = <Value>(some: readonly At<Value>[]) =>
    some.flatMap(({ path, value }) => (path.length === 0 ? [value] : []));
  const fields = said.select.flatMap((item) => (item.kind === "field" ? [planField(item, table, making)] : []));
  return {
    from,
    alias,
    table,
    fields,
    where: [
      ...own(said.filters).map((filter) => planFilter(filter, table, relations, embeds)),
      ...own(said.logic).map((logic) => planLogic(logic, table, relations, embeds)),
    ],
    order: own(said.order)
      .flat()
      .map((term) => planOrder(term, name, table, relations, embeds)),
    range,
    embeds,
  };
}

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
  const way = findWay(name, relation.name, relation.hint, making.catalogue);
  const called = relation.alias ?? relation.name;
  const inside = <Value>(some: readonly At<Value>[]) =>
    some.flatMap(({ path, value }) => (path[0] === called ? [{ path: path.slice(1), value }] : []));
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
  );
  return {
    way,
    plan,
    name: called,
    inner: relation.join === "inner",
    spread: relation.spread,
    isHidden: relation.select.length === 0,
    alias: `${called}_${++making.aliases}`,
    ofSource: from.kind === "source" ? making.catalogue.tables.get(keyOf(name)) : undefined,
  };
}

function planField(item: SelectField, table: Table | undefined, making: Making): PlannedField {
  if (item.aggregate !== undefined && !making.options.aggregates) throw noAggregates();
  const { cast, aggregate, aggregateCast, alias, field } = item;
  const isAll = field.name === "*";
  const key = field.path.at(-1)?.key;
  const last = key?.kind === "key" ? key.name : field.path.findLast((step) => step.key.kind === "key")?.key;
  const pathName = typeof last === "string" ? last : last?.kind === "key" ? last.name : field.name;
  return {
    value: isAll ? undefined : valueOf(field, table),
    cast,
    aggregate,
    aggregateCast,
    name: alias ?? (aggregate === undefined ? (isAll ? "*" : pathName) : aggregate),
  };
}

const jsonTypes = new Set(["json", "jsonb"]);

function valueOf(field: Field, table: Table | undefined): PlannedValue {
  const column = table?.columns.find(({ name }) => name === field.name);
  return { field, isJson: column !== undefined && jsonTypes.has(column.type), type: column?.type };
}

function planFilter(
  filter: Filter,
  table: Table | undefined,
  relations: readonly SelectRelation[],
  embeds: readonly Embed[],
): PlannedLogic {
  const { field, negated, test } = filter;
  const index = field.path.length === 0 ? relations.findIndex((relation) => isCalled(relation, field.name)) : -1;
  const embed = embeds[index];
  if (embed === undefined) return { kind: "filter", value: valueOf(field, table), negated, test };
  if (test.kind !== "is" || (test.what !== "null" && test.what !== "not_null")) throw wrongEmbedFilter(field.name);
  return { kind: "embedded", alias: embed.alias, isThere: (test.what === "not_null") !== negated };
}

function planLogic(
  logic: Logic,
  table: Table | undefined,
  relations: readonly SelectRelation[],
  embeds: readonly Embed[],
): PlannedLogic {
  if (logic.kind === "filter") return planFilter(logic.filter, table, relations, embeds);
  const parts = logic.parts.map((part) => planLogic(part, table, relations, embeds));
  return { kind: logic.kind, negated: logic.negated, parts };
}

function planOrder(
  term: OrderTerm,
  name: Name,
  table: Table | undefined,
  relations: readonly SelectRelation[],
  embeds: readonly Embed[],
): PlannedOrder {
  const { relation, field, direction, nulls } = term;
  if (relation === undefined) return { value: valueOf(field, table), embed: undefined, direction, nulls };
  const embed = embeds[relations.findIndex((one) => isCalled(one, relation))];
  if (embed === undefined) throw notEmbedded(relation, relations.find((one) => one.name === relation)?.alias);
  if (!embed.way.toOne) throw relatedOrder(name.name, relation);
  return { value: valueOf(field, embed.plan.table), embed, direction, nulls };
}

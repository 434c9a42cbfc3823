// So many rows of a thing: a rule that counts them under the lock of the thing, when a write makes a row count.
import { referredEntity } from "../../../field-types/index.ts";
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Contribution, Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import { checkedGuard } from "../../../plan/typed-guard.ts";
import type { Limit, LimitValue } from "../model.ts";
import { amountOf } from "./amount.ts";

export type Quota = Extract<LimitValue, { kind: "quota" }>;

export function quotaOf(limit: Limit, value: Quota, design: Design): Contribution {
  const { address } = limit;
  const entity = limit.counts && limit.counts.of.id;
  const target = value.entity.id;
  const via = entity && viaOf(value, entity, target, design);
  if (entity === undefined || via === undefined) throw new Error(`${address} counts nothing`);
  const table = tableOf(design.layout, entity);
  const type = printPlace(table);
  const column = quoteIdentifier(via);
  const when = limit.when && checkedGuard(limit.when, entity, design, { me: "present" })?.typed;
  const counts = (row: string) =>
    when === undefined ? "true" : design.print(when, "strict", { rows: { [entity]: row } });
  const place = innerPlace("quota", limit.name.id);
  // A row that counted for the same thing before uses up nothing more, however many there are.
  const before = `before.id IS NOT NULL AND before.${column} IS NOT DISTINCT FROM given.${column} AND ${counts("before")}`;
  const number = `SELECT count(*) FROM ${type} AS _counted WHERE _counted.${column} = given.${column} AND ${counts("_counted")}`;
  const body = `BEGIN RETURN CASE WHEN given.${column} IS NULL OR NOT ${counts("given")} OR (${before}) THEN true ELSE (${number}) <= ${amountOf(value, design) ?? "0"} END; END`;
  const [code, clause] =
    limit.otherwise === undefined ? ["NOT_SHOWN", `${address}/Otherwise`] : [limit.otherwise.label, address];
  const problem = `writ.problem(${quoteText(code)}, NULL, ${quoteText(clause)}, "row".id)`;
  return {
    objects: [
      {
        kind: "function",
        place,
        parameters: [
          { name: "given", type },
          { name: "before", type },
        ],
        returns: "boolean",
        language: "plpgsql",
        volatility: "stable",
        actsAs: "owner",
        body,
        callers: [],
        address,
      },
    ],
    rules: [
      {
        entity,
        on: ["create", "update"],
        lists: [],
        sql: `IF NOT ${printPlace(place)}("row", "old") THEN problems := problems || ${problem}; END IF;`,
        address,
      },
    ],
    reads: [
      {
        entity,
        reads: [
          {
            kind: "row",
            from: entity,
            way: [{ kind: "reference", field: via, to: target, fixed: false }],
            apart: true,
          },
        ],
        address,
      },
      ...(when === undefined ? [] : [{ entity, reads: when, address }]),
    ],
  };
}

/** The reference by which rows are counted: the one that is named, or the only one. */
function viaOf(value: Quota, entity: string, target: string, { compiled }: Design): string | undefined {
  const { lookup } = compiled;
  const fields = lookup.fields.get(entity);
  if (value.via !== undefined) return fields?.get(value.via.id)?.name.id;
  return [...(fields?.values() ?? [])].find(({ type }) => referredEntity(type) === target)?.name.id;
}

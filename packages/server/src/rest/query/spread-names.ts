// Which columns a row gets from a row that is spread in it.
import type { ReadPlan } from "../plan/read-plan.ts";

/** The columns of a spread row, those of what it spreads itself included. */
export function spreadNames(plan: ReadPlan): readonly string[] {
  return [
    ...plan.fields.flatMap(({ name, value, aggregate }) => {
      if (aggregate !== undefined) return [];
      return value === undefined ? (plan.table?.columns.map((column) => column.name) ?? ["*"]) : [name];
    }),
    ...plan.embeds.flatMap((embed) => (embed.isHidden ? [] : embed.spread ? spreadNames(embed.plan) : [embed.name])),
  ];
}

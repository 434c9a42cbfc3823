// So often in so much time: the last times of a person or an address, in one row that all their requests lock.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Contribution, Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { actOf, actsBody, countsPlace, ratePlace, rateStatement, transitionsOf, writeOf } from "../../../plan/rates.ts";
import { checkedGuard } from "../../../plan/typed-guard.ts";
import type { Limit, LimitValue } from "../model.ts";
import { amountOf } from "./amount.ts";

type Rate = Extract<LimitValue, { kind: "rate" }>;

export function rateOf(limit: Limit, value: Rate, design: Design): Contribution {
  const { address } = limit;
  const [code, clause] =
    limit.otherwise === undefined ? ["NOT_SHOWN", `${address}/Otherwise`] : [limit.otherwise.label, address];
  // Only the address distinguishes callers who are not signed in.
  const subject = value.per === "user" ? "COALESCE(auth.uid()::text, writ.address())" : "writ.address()";
  const counted = [limit.name.id, subject, amountOf(value, design) ?? "0", value.milliseconds] as const;
  const body = `BEGIN PERFORM writ.count_rate(${quoteText(counted[0])}, ${counted[1]}, ${counted[2]}, ${counted[3]}, ${quoteText(code)}, ${quoteText(clause)}); END`;
  const write = writeOf(limit);
  const row = write?.event === "insert" ? "NEW" : "OLD";
  const count = write && rateStatement(limit, row);
  return {
    objects: [plain(ratePlace(limit), [], "void", body, address), ...countsFunction(limit, design)],
    guards:
      write === undefined || count === undefined
        ? []
        : [{ entity: write.entity, on: [write.event], phase: "rate", sql: `IF client THEN ${count} END IF;`, address }],
    steps: transitionsOf(limit, design).map((step) => ({ ...step, sql: rateStatement(limit, "given"), address })),
  };
}

/** The row that When looks at: the one that is written, or the one that a transition changes. */
function countsFunction(limit: Limit, design: Design): readonly DatabaseObject[] {
  const { lookup } = design.compiled;
  const { counts } = limit;
  if (limit.when === undefined || counts === undefined) return [];
  const owner = [...lookup.transitions].find(([, transitions]) => transitions.has(counts.of.id))?.[0];
  const entity = counts.act === undefined ? owner : counts.of.id;
  const when = entity && checkedGuard(limit.when, entity, design, { me: "present" })?.typed;
  if (entity === undefined || when === undefined || when === "") return [];
  return [
    {
      kind: "function",
      place: countsPlace(limit),
      parameters: [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
      returns: "boolean",
      language: "sql",
      volatility: "stable",
      actsAs: "owner",
      body: `SELECT ${design.print(when, "strict", { rows: { [entity]: "given" } })}`,
      callers: [],
      address: `${limit.address}/When`,
    },
  ];
}

/**
 * What the server counts: signing in and up, and calls, by name. Also there where nothing is counted. A limit with an
 * unknown amount rejects what it counts.
 */
export function actFunction(design: Design): DatabaseObject {
  const limits = design.compiled.model.constants.limits.flatMap((limit) => {
    const act = limit.value?.kind === "quota" ? undefined : actOf(limit, design);
    return act === undefined ? [] : [[act, limit] as const];
  });
  return plain(innerPlace("act"), [{ name: "act", type: "text" }], "void", actsBody(limits), "9");
}

const plain = (
  place: DatabaseObject & { kind: "function" } extends { place: infer Place } ? Place : never,
  parameters: readonly { readonly name: string; readonly type: string }[],
  returns: string,
  body: string,
  address: string,
): DatabaseObject => ({
  kind: "function",
  place,
  parameters,
  returns,
  language: "plpgsql",
  volatility: "volatile",
  actsAs: "owner",
  body,
  callers: [],
  address,
});

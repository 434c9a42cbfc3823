// Limits of section 9: quotas count rows that a change makes count; rates count what clients have asked for.
import type { Limit } from "@writ/language/model";
import { amountOf } from "../world/constants.ts";
import { guardHolds } from "../world/guards.ts";
import { entityOf, fieldId, referencesTo, transitionId } from "../document/names.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { scopeOf } from "../world/scope.ts";
import { equal, isRow, type Value } from "../values/value.ts";
import { asItWas, rowsOf, valueOf, type Caller, type Program, type Row, type World } from "../world/world.ts";

/** A row that counted for the same thing before uses up nothing more. */
export const brokenQuotas = (world: World, row: Row, old: Row | undefined): readonly Refusal[] =>
  world.program.model.constants.limits.flatMap((limit) => {
    const { value, counts } = limit;
    if (world.program.clauseGaps.has(limit)) return [];
    if (value?.kind !== "quota" || counts === undefined || entityOf(world.program, counts.of) !== row.entity) return [];
    const owner = countedBy(world, limit, row);
    if (owner === null || (old !== undefined && equal(countedBy(world, limit, old), owner))) return [];
    const count = rowsOf(world, row.entity).filter((one) => equal(countedBy(world, limit, one), owner)).length;
    const most = Number(amountOf(world.program, value.amount)?.digits ?? 0n);
    return count > most ? [refusalOf(limit)] : [];
  });

/** The row that this one is counted by; nothing where it does not count. */
function countedBy(world: World, limit: Limit, row: Row): Value {
  const { program } = world;
  if (limit.value?.kind !== "quota") return null;
  if (
    limit.when !== undefined &&
    !guardHolds(program, limit.when, scopeOf(world, null, { [row.entity]: asItWas(row) }))
  )
    return null;
  const { entity, via } = limit.value;
  const field =
    via === undefined
      ? referencesTo(program, row.entity, entityOf(program, entity))[0]?.name.id
      : fieldId(program, row.entity, via.id);
  const owner = valueOf(row, field ?? "");
  return isRow(owner) ? owner : null;
}

/** What a client does, as limits count it. */
export type Counted = {
  readonly act: "create" | "update" | "delete" | "transition" | "call" | "sign up" | "sign in";
  readonly entity: string;
  readonly name?: string;
  readonly row: Row;
};

/** Only the address distinguishes users who are not signed in, and all of them have the same one. */
export const anyAddress = "";

/** The users whom a rate distinguishes. */
export const countedFor = ({ value }: Limit, me: Caller): string =>
  value?.kind === "rate" && value.per === "user" ? (me ?? anyAddress) : anyAddress;

/** The world with the request noted, or why there have been too many. */
export function countRequest(world: World, me: Caller, counted: Counted): World | Refusal {
  let { requests } = world;
  for (const limit of world.program.model.constants.limits) {
    const open = world.program.clauseGaps.get(limit);
    if (open !== undefined && isAbout(world.program, limit, counted)) return refuse("NOT_SHOWN", open);
    if (open !== undefined || limit.value?.kind !== "rate" || !isCounted(world.program, limit, counted)) continue;
    const by = countedFor(limit, me);
    if (
      limit.when !== undefined &&
      !guardHolds(world.program, limit.when, scopeOf(world, null, { [counted.entity]: asItWas(counted.row) }))
    )
      continue;
    const since = world.now - limit.value.milliseconds;
    const key = limit.name.id;
    const recent = requests.filter((one) => one.limit === key && one.by === by && one.at > since);
    const most = amountOf(world.program, limit.value.amount);
    if (recent.length >= Number(most?.digits ?? 0n)) return refusalOf(limit);
    requests = [...requests, { limit: key, by, at: world.now }];
  }
  return { ...world, requests };
}

/** What an error that is not shown would be, no one knows. */
const refusalOf = ({ otherwise, address }: Limit): Refusal =>
  otherwise === undefined ? refuse("NOT_SHOWN", `${address}/Otherwise`) : refuse(otherwise.label, address);

/** Of a limit that no one knows: whether it may count it. Rows are counted when they are created. */
const isAbout = (program: Program, limit: Limit, counted: Counted): boolean =>
  isCounted(program, limit, counted) ||
  (counted.act === "create" &&
    limit.counts?.act === undefined &&
    limit.value?.kind !== "rate" &&
    limit.counts !== undefined &&
    entityOf(program, limit.counts.of) === counted.entity);

function isCounted(program: Program, { counts }: Limit, { act, entity, name }: Counted): boolean {
  if (counts === undefined) return false;
  if (act === "sign up" || act === "sign in") return counts.of.label === act;
  if (counts.act !== undefined) return counts.act === act && entityOf(program, counts.of) === entity;
  if (act === "call") return program.lookup.calls.get(counts.of.id)?.name.id === name;
  return act === "transition" && name === transitionId(program, entity, counts.of);
}

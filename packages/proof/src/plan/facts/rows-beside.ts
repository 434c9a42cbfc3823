// What stands beside the row that is tried: another one that is like it, rows that use up a limit, requests before this one.
import { amountOf } from "../../interpreter/world/constants.ts";
import { countedFor } from "../../interpreter/rules/quotas.ts";
import { entityOf, fieldId, fieldOf, referencesTo } from "../../interpreter/document/names.ts";
import { equal, isRow, rowOf, type RowValue, type Value } from "../../interpreter/values/value.ts";
import {
  asValue,
  findRow,
  rowsOf,
  valueOf,
  withoutRow,
  withRow,
  withValues,
  type Program,
  type Row,
} from "../../interpreter/world/world.ts";
import type { Fact, Twin } from "@writ/language/scenarios";
import { converted } from "../samples/amounts.ts";
import { enteredValue } from "../values/edges.ts";
import { some } from "../situation/search-context.ts";
import { withNew, withSample } from "../samples/sample.ts";
import { viewOf, withField, withInput, type Situation } from "../situation/situation.ts";
import { stillHolds, satisfyStill } from "./still-counted.ts";

/** Whether a condition holds for another row, and ways to make it so. */
export type OfAnother = {
  readonly isSo: (situation: Situation, about: RowValue) => boolean;
  readonly ways: (situation: Situation, about: RowValue) => readonly Situation[];
};

export function twinIn(situation: Situation, twin: Twin, { isSo }: OfAnother): Row | undefined {
  const target = wantedOf(situation, twin);
  const { entity, id } = situation.attempt;
  return target === undefined
    ? undefined
    : rowsOf(situation.world, entity).find(
        (row) =>
          row.id !== id &&
          [...target].every(([field, value]) => equal(valueOf(row, field), value)) &&
          isSo(situation, asValue(row)),
      );
}

/** What the other row has; undefined where this one has nothing in such a field. */
function wantedOf(situation: Situation, { same, folded, near }: Twin): ReadonlyMap<string, Value> | undefined {
  const view = viewOf(situation, "after");
  if (view === undefined) return undefined;
  const own = asValue(view.row);
  const values = [
    ...same.map((field) => {
      const value = valueOf(view.row, field);
      return [field, folded && typeof value === "string" ? otherLetters(value) : value] as const;
    }),
    ...near.map(
      ({ field, to, steps }) => [field, converted(valueOf(view.row, to), own, field, steps, view.world)] as const,
    ),
  ];
  return values.some(([, value]) => value === null) ? undefined : new Map(values);
}

const otherLetters = (text: string): string => (text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase());

export function addTwin(situation: Situation, twin: Twin, { isSo, ways }: OfAnother): readonly Situation[] {
  const { attempt: tried } = situation;
  const { program } = situation.world;
  const target = wantedOf(situation, twin);
  if (target === undefined) {
    // First this one needs a value that another one could have too.
    return twin.same.flatMap((name) => {
      const field = fieldOf(program, tried.entity, name);
      if (field === undefined || enteredValue(situation, name) !== null) return [];
      const { world, value } = withSample(situation.world, field);
      return some(withField({ ...situation, world }, tried, name, value, "after"));
    });
  }
  // People are who they are: another account has it.
  const other = tried.entity === "user" ? rowsOf(situation.world, "user").find(({ id }) => id !== tried.id) : undefined;
  const row = other && withValues(other, target);
  const made =
    row === undefined ? withNew(situation.world, tried.entity, target) : { world: withRow(situation.world, row), row };
  const there = { ...situation, world: made.world };
  return isSo(there, asValue(made.row)) ? [there] : ways(there, asValue(made.row));
}

export function leadsBack({ world, attempt: tried }: Situation, field: string): boolean {
  const first = "values" in tried ? (tried.values.get(field) ?? null) : null;
  const other = isRow(first) ? findRow(world, first.entity, first.id) : undefined;
  const back = other === undefined ? null : valueOf(other, field);
  return isRow(back) && back.id === tried.id;
}

export function aimCircle(situation: Situation, field: string, is: boolean): readonly Situation[] {
  const { attempt: tried, world } = situation;
  const made = withNew(world, tried.entity, is ? new Map([[field, rowOf(tried.entity, tried.id)]]) : new Map());
  return withInput({ ...situation, world: made.world }, field, asValue(made.row));
}

type Room = Extract<Fact, { readonly kind: "room" }>;

/** Of a row that a limit counts, and of one that it does not. */
export type Counting = OfAnother & { readonly waysNot: OfAnother["ways"] };

export function isWithinLimit(situation: Situation, { limit, room, ofAll }: Room, counting: Counting): boolean {
  const most = mostOf(situation.world.program, limit);
  if (limit.value?.kind === "rate") return requestsOf(situation, limit).length === most - room;
  const owner = ownerOf(situation, limit);
  const rows = owner && counted(situation, owner, ofAll ? every : counting);
  return (
    owner !== undefined &&
    countedBefore(situation, owner, counting) === undefined &&
    rows?.length === most - room &&
    stillHolds(situation, counting, !ofAll)
  );
}

type Limit = Room["limit"];

const mostOf = (program: Program, { value }: Limit): number => Number(amountOf(program, value?.amount)?.digits ?? 0n);

/** Those that still count. */
const requestsOf = ({ world, me }: Situation, limit: Limit) =>
  world.requests.filter(
    (one) =>
      one.limit === limit.name.id &&
      one.by === countedFor(limit, me) &&
      limit.value?.kind === "rate" &&
      one.at > world.now - limit.value.milliseconds,
  );

type Owner = { readonly field: string; readonly thing: RowValue };

/** The row that the tried one is counted by, whether or not it counts. */
function ownerOf(situation: Situation, { value }: Limit): Owner | undefined {
  const view = viewOf(situation, "after");
  if (value?.kind !== "quota" || view === undefined) return undefined;
  const { program } = view.world;
  const { entity } = view.row;
  const field =
    value.via === undefined
      ? referencesTo(program, entity, entityOf(program, value.entity))[0]?.name.id
      : fieldId(program, entity, value.via.id);
  const thing = field === undefined ? null : valueOf(view.row, field);
  return field !== undefined && isRow(thing) ? { field, thing } : undefined;
}

const counted = (situation: Situation, { field, thing }: Owner, { isSo }: OfAnother): readonly Row[] =>
  rowsOf(situation.world, situation.attempt.entity).filter(
    (row) => row.id !== situation.attempt.id && equal(valueOf(row, field), thing) && isSo(situation, asValue(row)),
  );

/** So many more rows that the limit counts. */
function withMore(from: Situation, count: number, owner: Owner, counting: OfAnother): Situation | undefined {
  let situation: Situation | undefined = from;
  for (let made = 0; made < count && situation !== undefined; made++) {
    const { world, row } = withNew(situation.world, from.attempt.entity, new Map([[owner.field, owner.thing]]));
    situation = thatCounts({ ...situation, world }, asValue(row), counting);
  }
  return situation;
}

const every: OfAnother = { isSo: () => true, ways: () => [] };

/** With the row as one that the limit counts, as far as a few steps lead. */
function thatCounts(from: Situation, row: RowValue, { isSo, ways }: OfAnother): Situation | undefined {
  let situation = from;
  for (let step = 0; step < 6; step++) {
    if (isSo(situation, row)) return situation;
    const [next] = ways(situation, row);
    if (next === undefined) return undefined;
    situation = next;
  }
  return undefined;
}

/** What has counted until now uses up nothing more. */
function countedBefore({ world, attempt: tried }: Situation, { field, thing }: Owner, { isSo }: OfAnother) {
  const row = findRow(world, tried.entity, tried.id);
  return row !== undefined &&
    equal(valueOf(row, field), thing) &&
    isSo({ world, me: null, attempt: tried }, asValue(row))
    ? row
    : undefined;
}

/** More than this are not laid for one case. */
const mostRows = 300;

export function aimUsage(situation: Situation, { limit, room, ofAll }: Room, counting: Counting): readonly Situation[] {
  const { world, me } = situation;
  const target = mostOf(world.program, limit) - room;
  if (target < 0 || target > mostRows) return [];
  if (limit.value?.kind === "rate") {
    const { milliseconds } = limit.value;
    const by = (at: number) => ({ limit: limit.name.id, by: countedFor(limit, me), at });
    // The oldest that still count, and one that does no more.
    const requests = Array.from({ length: target }, () => by(world.now - milliseconds + 1000));
    return [{ ...situation, world: { ...world, requests: [by(world.now - milliseconds - 1000), ...requests] } }];
  }
  const owner = ownerOf(situation, limit);
  if (owner === undefined) return [];
  const before = countedBefore(situation, owner, counting);
  if (before !== undefined) return counting.waysNot(situation, asValue(before));
  const there = counted(situation, owner, ofAll ? every : counting);
  if (there.length > target) {
    const [row] = there;
    return row === undefined ? [] : [{ ...situation, world: withoutRow(world, row) }];
  }
  if (there.length === target && !stillHolds(situation, counting, !ofAll))
    return satisfyStill(situation, limit, !ofAll);
  const missing = target - there.length;
  const result = (ofAll ? [counting, every] : [counting]).flatMap((one) =>
    some(withMore(situation, missing, owner, one)),
  );
  // One that does not count stands beside the last that fits, where there can be such a one.
  const beside = room === 0 ? [] : result.flatMap((one) => some(withUncounted(one, owner, counting)));
  return [...beside, ...result];
}

function withUncounted(situation: Situation, owner: Owner, counting: Counting): Situation | undefined {
  const { world, row } = withNew(situation.world, situation.attempt.entity, new Map([[owner.field, owner.thing]]));
  const about = asValue(row);
  return counting
    .waysNot({ ...situation, world }, about)
    .find(
      (one) =>
        !counting.isSo(one, about) &&
        equal(valueOf(findRow(one.world, row.entity, row.id) ?? row, owner.field), owner.thing),
    );
}

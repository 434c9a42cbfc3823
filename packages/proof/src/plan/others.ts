// What stands beside the row that is tried: another one that is like it, rows that use up a limit, requests before this one.
import { amountOf } from "../interpreter/constants.ts";
import { entityOf, fieldId, fieldOf, referencesTo } from "../interpreter/names.ts";
import { equal, isRow, rowOf, type RowValue, type Value } from "../interpreter/value.ts";
import { asValue, findRow, rowsOf, valueOf, withoutRow, type Program, type Row } from "../interpreter/world.ts";
import type { Fact, Twin } from "@writ/language/scenarios";
import { converted } from "./amounts.ts";
import { givenValue } from "./edges.ts";
import { some } from "./here.ts";
import { withNew, withSample } from "./sample.ts";
import { viewOf, withField, withGiven, type Situation } from "./situation.ts";

/** Whether a condition holds for another row, and ways to make it so. */
export type OfAnother = {
  readonly isSo: (situation: Situation, about: RowValue) => boolean;
  readonly ways: (situation: Situation, about: RowValue) => readonly Situation[];
};

export function twinIn(situation: Situation, twin: Twin, { isSo }: OfAnother): Row | undefined {
  const wanted = wantedOf(situation, twin);
  const { entity, id } = situation.attempt;
  return wanted === undefined
    ? undefined
    : rowsOf(situation.world, entity).find(
        (row) =>
          row.id !== id &&
          [...wanted].every(([field, value]) => equal(valueOf(row, field), value)) &&
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

export function waysToHaveTwin(situation: Situation, twin: Twin, { isSo, ways }: OfAnother): readonly Situation[] {
  const { attempt: tried } = situation;
  const { program } = situation.world;
  const wanted = wantedOf(situation, twin);
  if (wanted === undefined) {
    // First this one needs a value that another one could have too.
    return twin.same.flatMap((name) => {
      const field = fieldOf(program, tried.entity, name);
      if (field === undefined || givenValue(situation, name) !== null) return [];
      const { world, value } = withSample(situation.world, field);
      return some(withField({ ...situation, world }, tried, name, value, "after"));
    });
  }
  const { world, row } = withNew(situation.world, tried.entity, wanted);
  const made = { ...situation, world };
  return isSo(made, asValue(row)) ? [made] : ways(made, asValue(row));
}

export function leadsBack({ world, attempt: tried }: Situation, field: string): boolean {
  const first = "values" in tried ? (tried.values.get(field) ?? null) : null;
  const other = isRow(first) ? findRow(world, first.entity, first.id) : undefined;
  const back = other === undefined ? null : valueOf(other, field);
  return isRow(back) && back.id === tried.id;
}

export function waysToLeadBack(situation: Situation, field: string, is: boolean): readonly Situation[] {
  const { attempt: tried, world } = situation;
  const made = withNew(world, tried.entity, is ? new Map([[field, rowOf(tried.entity, tried.id)]]) : new Map());
  return withGiven({ ...situation, world: made.world }, field, asValue(made.row));
}

type Room = Extract<Fact, { readonly kind: "room" }>;

export function hasRoom(situation: Situation, { limit, room }: Room): boolean {
  const most = mostOf(situation.world.program, limit);
  if (limit.value?.kind === "rate") return requestsOf(situation, limit).length === most - room;
  const owner = ownerOf(situation, limit);
  return owner !== undefined && counted(situation, owner).length === most - room;
}

type Limit = Room["limit"];

const mostOf = (program: Program, { value }: Limit): number => Number(amountOf(program, value?.amount)?.digits ?? 0n);

/** Those that still count. */
const requestsOf = ({ world, me }: Situation, { name, value }: Limit) =>
  world.requests.filter(
    ({ limit, by, at }) =>
      limit === name.id && by === me && value?.kind === "rate" && at > world.now - value.milliseconds,
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

const counted = ({ world, attempt: tried }: Situation, { field, thing }: Owner): readonly Row[] =>
  rowsOf(world, tried.entity).filter((row) => row.id !== tried.id && equal(valueOf(row, field), thing));

/** More than this are not laid for one case. */
const mostRows = 300;

export function waysToHaveRoom(situation: Situation, { limit, room }: Room): readonly Situation[] {
  const { world, me } = situation;
  const wanted = mostOf(world.program, limit) - room;
  if (wanted < 0 || wanted > mostRows) return [];
  if (limit.value?.kind === "rate") {
    if (me === null) return [];
    const { milliseconds } = limit.value;
    const by = (at: number) => ({ limit: limit.name.id, by: me, at });
    // The oldest that still count, and one that does no more.
    const requests = Array.from({ length: wanted }, () => by(world.now - milliseconds + 1000));
    return [{ ...situation, world: { ...world, requests: [by(world.now - milliseconds - 1000), ...requests] } }];
  }
  const owner = ownerOf(situation, limit);
  if (owner === undefined) return [];
  const there = counted(situation, owner);
  if (there.length > wanted) {
    const [row] = there;
    return row === undefined ? [] : [{ ...situation, world: withoutRow(world, row) }];
  }
  let next = world;
  for (let count = there.length; count < wanted; count++)
    next = withNew(next, situation.attempt.entity, new Map([[owner.field, owner.thing]])).world;
  return [{ ...situation, world: next }];
}

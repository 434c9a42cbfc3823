// One case on a product that others use: its rows laid with names of their own, tried, looked at, and taken away again.
import type { SupabaseClient } from "@supabase/supabase-js";
import { compareAct, compareReading, compareRows, rowIds, storedTexts } from "../agreement/compare.ts";
import type { Table } from "../agreement/backend.ts";
import { entityOf } from "../interpreter/document/names.ts";
import { mayRead } from "../interpreter/rights/reading.ts";
import {
  findRow,
  rowsOf,
  withRow,
  withValues,
  type Caller,
  type Program,
  type World,
} from "../interpreter/world/world.ts";
import { holds } from "../plan/facts/facts.ts";
import type { Case } from "../plan/search/find.ts";
import { isAboutRoles, type RoleAttempt } from "../plan/attempts/role-attempt.ts";
import { outcomeOf, type Attempt, type Outcome, type Situation } from "../plan/situation/situation.ts";
import { changedRows, tablesOf } from "../report/changed-rows.ts";
import { tryCall } from "../run/calling.ts";
import { asReader, tryIt, type Answered } from "../run/over-the-wire.ts";
import { noSession, wordsOfDifference } from "../run/reading/reading.ts";
import { reportedAs } from "../interpreter/document/refusal.ts";
import { tryRole } from "../run/roles.ts";
import { ended, responseText, type Result } from "../run/run.ts";
import { missingErrors } from "../run/missing-errors.ts";
import { wrongWords } from "../run/error-words.ts";
import { followingFromClearing, followingIn, layable, type Laying } from "./layable.ts";
import { lawful } from "./lawful.ts";
import { whyOthers, type WhyNot } from "./others.ts";
import type { Ledger } from "./ledger.ts";
import { steadyFields, watched } from "./reads.ts";
import type { OwnPeople, Outside } from "./people.ts";
import { freshIds, renamed, type Names } from "./renamed.ts";
import { leeway, leewaySince, withNearMoments } from "./tables.ts";
import { valueFrom } from "./values.ts";
import { isNeverRemote, stillHolds, whyDue, whyFollowing, whyNever, whyNotRemote, type May } from "./why-not.ts";
import { remoteTable, type Wire } from "./wire.ts";

export type Site = {
  readonly outside: Outside;
  readonly wire: Wire;
  readonly people: OwnPeople;
  readonly ledger: Ledger;
  readonly may: May;
  /** How far the product's clock is ahead. */
  readonly ahead: number;
};

export type RemoteOutcome = Omit<Result, "case"> | WhyNot;

/** `texts`: what stands in the place of values that others have. */
export async function tryRemote(one: Case, site: Site, texts: Names = new Map()): Promise<RemoteOutcome> {
  const never = whyNever(one, site.may);
  if (never !== undefined) return { why: never };
  const { program, seen, forget } = watched(one.situation.world.program);
  const { names } = site.people;
  const named = renamed(one.situation, new Map([...texts, ...names, ...freshIds(one.situation, names)]));
  const world = withoutOneRows({ ...named.world, program, now: Date.now() + site.ahead, outbox: [] });
  const isShown = (situation: Situation, by: number) =>
    stillHolds(situation, one.outcome, by) && one.scenario.where.every((fact) => holds(fact, situation));
  const result = lawful({ ...named, world }, (situation) => isShown(situation, 0));
  if (typeof result === "string") return { why: result };
  const { situation: planned, laying } = result;
  const why =
    whyFollowing(laying.following, site.may) ??
    whyFollowing(followingFromClearing(planned.world), site.may) ??
    whyDue(planned.world);
  if (why !== undefined) return { why };
  const order = laying.steps.map(({ entity }) => entity).toReversed();
  site.ledger.expect(laying.following.made);
  try {
    const refused = await lay(planned, laying.steps, site);
    if (typeof refused === "string") return { why: refused };
    if (refused !== undefined)
      return whyOthers(program, refused, []) ?? { why: `its rows cannot be created there: ${refused.said}` };
    const standing = await asItStands(planned.world, site);
    if (standing === undefined) return { why: "creating its rows has effects that remove some of them" };
    const situation = { ...planned, world: { ...standing, now: Date.now() + site.ahead } };
    forget();
    const outcome = outcomeOf(situation);
    const spoiled = whyNotRemote(situation, outcome, new Set(seen), site.may);
    if (spoiled !== undefined) return { why: spoiled };
    if (!isShown(situation, leeway))
      return { why: "created from outside, its rows or the time no longer match the case" };
    if ("done" in outcome) site.ledger.expect(followingIn(outcome.done, situation.world).made);
    const tried = await attempt({ one, situation, outcome }, site);
    const isFailed = "outcome" in tried && tried.outcome === "failed";
    return isFailed && !isShown(situation, leewaySince(situation.world.now, site.ahead))
      ? { why: "the answer came so late that the time no longer matches the case" }
      : tried;
  } finally {
    await site.ledger.clear(order);
  }
}

/** People of earlier cases are not in the world of this one. */
const ownOf = (entity: string, { people, ledger }: Site): ReadonlySet<string> =>
  entity === "user" ? people.ids : ledger.of(entity);

/** What there is one of belongs to all: nothing of it is laid. */
function withoutOneRows(world: World): World {
  const rows = [...world.rows].filter(([entity]) => world.program.lookup.entities.get(entity)?.oneRow !== true);
  return { ...world, rows: new Map(rows) };
}

/** Answers why not. */
async function lay(
  { world, attempt: tried }: Situation,
  steps: Laying["steps"],
  { outside, wire, people, ledger }: Site,
): Promise<Answered | string | undefined> {
  // Before they are there, so that none is forgotten.
  for (const { entity, id } of steps) ledger.add(entity, id);
  if (tried.kind === "create") ledger.add(tried.entity, tried.id);
  const fields = layable(world.program, "user");
  const stands = await wire.read("user", people.ids, ["name", ...fields]);
  for (const person of rowsOf(world, "user")) {
    const wanted = storedTexts(world, person);
    const now = stands.get(person.id);
    const values = ["name", ...fields].filter(
      (field) => now?.has(field) === true && now.get(field) !== wanted.get(field),
    );
    if (values.length > 0 && isFollowed(world.program, "user")) return "changing its users may have effects";
    const changed = new Map(values.map((field) => [field, person.values.get(field) ?? null]));
    const refused =
      values.length === 0
        ? undefined
        : await wire.lay({ is: "changed", entity: "user", id: person.id, values: changed });
    if (refused !== undefined) return refused;
  }
  const giveRoles = async (which: (held: World["assigned"][number]) => boolean) =>
    Promise.all(
      [...people.ids].map(async (person) => {
        const held = world.assigned.filter((one) => one.person === person && which(one));
        const roles = held.map(({ role, within = null }) => ({ role, within }));
        await outside.ask("PUT", `/auth/v1/admin/users/${person}/roles`, { roles });
      }),
    );
  await giveRoles(({ within }) => within === undefined);
  for (const step of steps) {
    const refused = await wire.lay(step, step.by === undefined ? undefined : people.client(step.by));
    if (refused !== undefined) return refused;
  }
  if (world.assigned.some(({ within }) => within !== undefined)) await giveRoles(() => true);
  return undefined;
}

const isFollowed = (program: Program, entity: string): boolean =>
  program.model.states.effects.some((effect) => entityOf(program, effect.entity) === entity);

/** The world with what stands in the product in the place of what was wished for; undefined where a row is gone. */
async function asItStands(world: World, site: Site): Promise<World | undefined> {
  const { wire, ledger } = site;
  await ledger.lookAround();
  const tables = await Promise.all(
    entitiesOf(world).map(async (entity) => {
      const fields = new Set([...systemFields, ...fieldNames(world, entity)]);
      return [entity, await wire.read(entity, ownOf(entity, site), [...fields])] as const;
    }),
  );
  let next = world;
  for (const [entity, table] of tables) {
    if (rowsOf(world, entity).some(({ id }) => !table.has(id))) return undefined;
    for (const [id, texts] of table) {
      const row = findRow(next, entity, id) ?? { entity, id, values: new Map() };
      const wished = storedTexts(next, row);
      const other = [...texts].filter(([field, text]) => field !== "id" && (wished.get(field) ?? null) !== text);
      const values = other.map(([field, text]) => [field, valueFrom(world.program, entity, field, text)] as const);
      next = withRow(next, withValues(row, values));
    }
  }
  return next;
}

const systemFields = ["created_at", "created_by", "updated_at", "updated_by", "name", "email"];

const entitiesOf = ({ program }: World): readonly string[] => [...new Set(["user", ...program.lookup.entities.keys()])];

const fieldNames = ({ program }: World, entity: string): readonly string[] =>
  [...(program.lookup.fields.get(entity)?.values() ?? [])].flatMap(({ name, type }) =>
    type === undefined || type.kind === "computed" || type.kind === "list" || type.kind === "files" ? [] : [name.id],
  );

type Trying = { readonly one: Case; readonly situation: Situation; readonly outcome: Outcome };

async function attempt({ one, situation, outcome }: Trying, site: Site): Promise<RemoteOutcome> {
  const { world, me, attempt: tried } = situation;
  const { told, clause } = one.scenario;
  const client = site.people.client(me);
  if (tried.kind === "call") {
    const { said, answered, wrong } = await tryCall(client, world.program, tried, outcome, told?.language);
    return ended(said, [...wrong, ...wrongWords(world.program, told, answered)]);
  }
  if (isAboutRoles(tried)) return tryRoleThere(situation, tried, outcome, site);
  if (isNeverRemote(tried)) throw new Error("never elsewhere");
  const answered = asReader(await tryIt(client, world.program, tried, told?.language), outcome, me, tried);
  site.outside.needThere();
  const said = responseText(answered);
  const words = wrongWords(world.program, told, answered);
  if (tried.kind === "see")
    return ended(said, [...("refused" in outcome === (answered !== undefined) ? [] : [said]), ...words]);
  const expected = "refused" in outcome ? outcome.refused.map(({ code }) => code) : [];
  const inTheWay = answered && whyOthers(world.program, answered, expected);
  if (inTheWay !== undefined) return inTheWay;
  if (tried.kind === "read")
    return ended(said, [...(await unlikeReading(world, { me, tried, answered, client }, site)), ...words]);
  const after = await tablesAfter({ situation, outcome }, site);
  const unchanged = answered === undefined ? [] : compareRows("although it was refused", world, after, rowIds(world));
  const asking = { ...noSession(world.now), act: async () => answered ?? { rows: after } };
  const differences = [...(await compareAct(world, me, tried, asking)), ...unchanged].map(wordsOfDifference);
  const wrong = [...differences, ...missingErrors(clause, outcome, answered), ...words];
  return ended(said, wrong, changedRows(tablesOf(world), after));
}

async function tryRoleThere(
  situation: Situation,
  tried: RoleAttempt,
  outcome: Outcome,
  site: Site,
): Promise<RemoteOutcome> {
  const { world, me } = situation;
  const given = async () =>
    (
      await Promise.all(
        [...site.people.ids].map(async (person) =>
          (await site.outside.roles(person)).map((held) => ({ ...held, person })),
        ),
      )
    ).flat();
  const name = async () => Promise.reject(new Error("nobody is named over the wire"));
  const after = "done" in outcome ? outcome.done : world;
  const { answered, wrong } = await tryRole(site.people.client(me), { name, given }, { world, me, tried, after });
  const refused = "refused" in outcome && tried.kind !== "hold" ? outcome.refused.map(reportedAs) : [];
  const said = responseText(answered);
  return ended(said, refused.join() === (answered?.codes ?? []).join() ? wrong : [said, ...wrong]);
}

type Reading = {
  readonly me: Caller;
  readonly tried: Extract<Attempt, { readonly kind: "read" }>;
  readonly answered: Answered | undefined;
  readonly client: SupabaseClient;
};

/** All that a user reads of its rows of the entity: which, and what of them. */
async function unlikeReading(
  world: World,
  { me, tried: { entity, id }, answered, client }: Reading,
  site: Site,
): Promise<readonly string[]> {
  const { wire } = site;
  const row = findRow(world, entity, id);
  const isRead = row !== undefined && mayRead(world, me, entity, row);
  if (isRead !== (answered === undefined)) return [isRead ? "the row is not read" : "the row is read"];
  const own = [...ownOf(entity, site)];
  const fields = await wire.named(entity, ["id", ...steadyFields(world.program, entity).filter((one) => one !== "id")]);
  const result = await client.from(entity).select(fields.join(",")).in("id", own);
  // A user who never reads any gets an error.
  if (result.error !== null) return isRead ? [result.error.message] : [];
  const table = remoteTable(world.program, entity, fields, result.data as never);
  const ours = withNearMoments(world, entity, table, [tablesOf(world).get(entity)], site);
  const differences = await compareReading(world, me, entity, {
    ...noSession(world.now),
    read: async () => ours,
    filled: async (_me, _entity, field) => {
      const filled = await client.from(entity).select("id").in("id", own).not(field, "is", null);
      return filled.error === null ? filled.data.map((one) => String(one.id)) : [];
    },
  });
  return differences.map(wordsOfDifference);
}

/** Its own rows, and those that have followed from them. */
async function tablesAfter(
  { situation: { world }, outcome }: Omit<Trying, "one">,
  site: Site,
): Promise<ReadonlyMap<string, Table>> {
  const { wire, ledger } = site;
  await ledger.lookAround();
  const expected = [tablesOf(world), ...("done" in outcome ? [tablesOf(outcome.done)] : [])];
  const tables = await Promise.all(
    entitiesOf(world).map(async (entity) => {
      const result = await wire.read(entity, ownOf(entity, site), steadyFields(world.program, entity));
      const those = expected.map((some) => some.get(entity));
      return [entity, withNearMoments(world, entity, result, those, site)] as const;
    }),
  );
  return new Map(tables);
}

// One step on the product and in the interpreter: where the two differ, and the world after it.
import type { SupabaseClient } from "@supabase/supabase-js";
import { compareAct, compareReading, compareRows, rowIds, type Difference } from "../agreement/compare.ts";
import type { Answer, BackendSession } from "../agreement/backend.ts";
import { mayBring } from "../interpreter/rights/bringing.ts";
import { attempt, type Act } from "../interpreter/attempt.ts";
import { elapse, noPast, pastAfter, type Past } from "../interpreter/timers.ts";
import { leave } from "../interpreter/leaving.ts";
import { rowsOf, type Program, type Row, type World } from "../interpreter/world/world.ts";
import { lay, prepareLaying } from "../laying/lay.ts";
import { shapeOf, type Shape } from "../laying/shape.ts";
import { readTables } from "../laying/tables.ts";
import { callOutcome } from "../plan/attempts/call-attempt.ts";
import { bringFile, statusOf } from "../run/bringing.ts";
import { tryCall } from "../run/calling.ts";
import type { Ground } from "../run/ground.ts";
import { asReader, writeIt, type Answered } from "../run/over-the-wire.ts";
import { signIn, type People } from "../run/people.ts";
import { noSession, filledOver, readOver } from "../run/reading/reading.ts";
import { changeRole, roleAdminBy, unlikeAssigned } from "../run/roles.ts";
import { sentFrom, sentIn, unlikeSent } from "../run/sent.ts";
import { wrongResponse } from "../run/status.ts";
import { hasLeft } from "./deeds.ts";
import { unlikeFetched } from "./fetching.ts";
import { newFilesOf, refusedUpload } from "./files.ts";
import { createdRows, pastWithIds, withIds, type CreatedRow } from "./created-rows.ts";
import { matchingIds, isPlain } from "./queries.ts";
import { readList } from "./ask.ts";
import { worldOf } from "./start.ts";
import type { Start, Step } from "./step.ts";

/** A product of which everything is taken away before each story. */
export type Stage = {
  readonly ground: Ground;
  readonly program: Program;
  readonly shape: Shape;
  readonly people: People;
};

export type Moment = { readonly world: World; readonly past: Past };

export type Ended = {
  readonly moment: Moment;
  /** The ids of the rows that the system has made. */
  readonly made: readonly CreatedRow[];
  /** What was answered, in few words. */
  readonly said: string;
  readonly differences: readonly Difference[];
};

export async function createStage(ground: Ground, program: Program, start: Start): Promise<Stage> {
  const shape = await shapeOf(ground.owner, program);
  await prepareLaying(ground.laying, shape, "kept");
  return { ground, program, shape, people: await signIn(worldOf(program, start), ground) };
}

export async function begin({ ground, program, shape, people }: Stage, start: Start): Promise<Moment> {
  const world = worldOf(program, start);
  await lay(ground.laying, shape, world);
  const gone = await withoutAccount(ground, world);
  if (gone.length > 0) {
    // An account comes with a row of its own.
    await lay(ground.laying, shape, { ...world, rows: new Map() });
    for (const { id } of gone) await people.back(id);
    await lay(ground.laying, shape, world);
  }
  // Schedules count from when the story begins.
  await ground.owner.query("UPDATE writ.schedule SET next_at = writ.next_run(rule, zone, writ.now()), last_at = NULL");
  return { world, past: noPast };
}

/** A user who has left in an earlier story. */
async function withoutAccount({ owner }: Ground, world: World): Promise<readonly Row[]> {
  const { rows } = await owner.query<{ readonly id: string }>("SELECT id FROM auth.users");
  const there = new Set(rows.map(({ id }) => id));
  return rowsOf(world, "user").filter(({ id }) => !there.has(id));
}

export async function playStep(stage: Stage, moment: Moment, step: Step): Promise<Ended> {
  // A shorter story may have others do what they did.
  if ("me" in step && step.me !== null && hasLeft(moment.world, step.me))
    return { moment, made: [], said: "they have left", differences: [] };
  switch (step.kind) {
    case "act":
      return playAct(stage, moment, step);
    case "leave":
      return playLeave(stage, moment, step.me);
    case "list":
      return { moment, made: [], ...(await playList(stage, moment.world, step)) };
    case "wait":
      return playWait(stage, moment, step.until);
    case "call": {
      const { said, wrong } = await tryCall(
        stage.people.as(step.me),
        stage.program,
        step.call,
        callOutcome(moment.world, step.me, step.call),
      );
      return { moment, made: [], said, differences: wrong.map(inWords) };
    }
  }
}

async function playAct(stage: Stage, { world, past }: Moment, step: Extract<Step, { kind: "act" }>): Promise<Ended> {
  const { ground, program, shape, people } = stage;
  const { me, act } = step;
  const stopped = await playBringing(people.as(me), world, step);
  if (stopped !== undefined) return { moment: { world, past }, made: [], ...stopped };
  const outcome = attempt(world, me, act);
  const answer = await tryAct(people.as(me), program, act);
  const answered = "entity" in act ? asReader(answer, outcome, me, act) : answer;
  const after = await readTables(ground.owner, program, shape);
  const asking: BackendSession = {
    ...noSession(world.now),
    act: async (): Promise<Answer> => answered ?? { rows: after },
  };
  const next = "done" in outcome ? outcome.done : world;
  const differences = [
    ...(await compareAct(world, me, act, asking)),
    ...(answered === undefined ? [] : compareRows("although it was refused", world, after, rowIds(world))),
    ...(answered === undefined ? [] : wrongResponse(program, answered)),
    ...("entity" in act ? [] : (await unlikeAssigned(roleAdminBy(ground.owner), next)).map(inWords)),
    ...(await unlikeOutbox(stage, next)),
  ];
  const made = createdRows(next, after, rowIds(world, act));
  return ended(
    { world, past },
    { world: next, past },
    { differences, made, said: answered?.codes.join(", ") ?? "done" },
  );
}

/** Files come before the row that names them. Undefined: those that may come are there, and the row may be written. */
async function playBringing(
  client: SupabaseClient,
  world: World,
  { me, act, brings }: Extract<Step, { kind: "act" }>,
): Promise<Pick<Ended, "said" | "differences"> | undefined> {
  const files = newFilesOf(world, act);
  if (files.length === 0 || !("entity" in act)) return undefined;
  const may = mayBring(world, me, act.entity, act.id);
  for (const file of files) {
    const own = brings?.field === file.field ? brings : undefined;
    const answer = await bringFile(client, `${act.entity}.${file.field}`, file.path, own);
    const said = answer === undefined ? "done" : `${statusOf(answer)} ${answer.message}`;
    const wrong = refusedUpload(world.program, act.entity, file, brings);
    // Any one of several reasons may be reported.
    const refused = [
      ...(may ? [] : [{ code: "FORBIDDEN", status: 403 }]),
      ...wrong.map((one) => ({ ...one, status: one.code === "TOO_LARGE" ? 413 : 415 })),
    ];
    const isExpected =
      answer === undefined ? refused.length === 0 : refused.some((one) => one.status === statusOf(answer));
    if (!isExpected) {
      const what = `brings a file for ${file.field} of ${act.entity}`;
      return { said, differences: [{ what, interpreter: refused.length === 0 ? "done" : refused, database: said }] };
    }
    // The write of the row reports a file that the user may not bring.
    if (answer !== undefined && statusOf(answer) !== 403) return { said, differences: [] };
  }
  return undefined;
}

async function playLeave(stage: Stage, { world, past }: Moment, me: string): Promise<Ended> {
  const { ground, program, shape, people } = stage;
  // How often a user may try a password is no matter of the document.
  await ground.owner.query("DELETE FROM auth.tries");
  const outcome = leave(world, me);
  const next = "done" in outcome ? outcome.done : world;
  const answer = await people.leave(me);
  const after = await readTables(ground.owner, program, shape);
  const codes = "done" in outcome ? ["done"] : outcome.refused.map(({ code }) => code);
  const said = answer?.said ?? "done";
  const differences: readonly Difference[] = [
    ...(codes.includes(answer?.code ?? "done")
      ? []
      : [{ what: "deletes their account", interpreter: "done" in outcome ? "done" : outcome.refused, database: said }]),
    ...compareRows("when the account has gone", next, after, rowIds(world)),
    ...(await unlikeAssigned(roleAdminBy(ground.owner), next)).map(inWords),
    ...(await unlikeOutbox(stage, next)),
  ];
  const made = createdRows(next, after, rowIds(world));
  return ended({ world, past }, { world: next, past }, { differences, made, said });
}

/** Made rows have been found equal: from now on both sides know them by the same ids. */
function ended(before: Moment, after: Moment, told: Omit<Ended, "moment">): Ended {
  const ids = new Map(told.made.map(({ as, id }) => [as, id]));
  const world = { ...withIds(after.world, ids), outbox: [] };
  return { moment: { world, past: pastAfter(pastWithIds(after.past, ids), before.world, world) }, ...told };
}

const tryAct = async (client: SupabaseClient, program: Program, act: Act): Promise<Answered | undefined> =>
  "entity" in act ? writeIt(client, program, act) : changeRole(client, act);

async function playWait(stage: Stage, { world, past }: Moment, until: number): Promise<Ended> {
  const { ground, program, shape } = stage;
  // A shorter story may be past it.
  if (until <= world.now) return { moment: { world, past }, made: [], said: "it is past", differences: [] };
  await ground.owner.query("UPDATE writ.clock SET stands = to_timestamp($1::float8 / 1000)", [until]);
  await ground.work();
  const elapsed = elapse(world, until, past);
  const after = await readTables(ground.owner, program, shape);
  const differences = [
    ...compareRows("when time has gone on", elapsed.world, after, rowIds(world)),
    ...(await unlikeOutbox(stage, elapsed.world)),
  ];
  const made = createdRows(elapsed.world, after, rowIds(world));
  const said = `${elapsed.did.size} done, ${elapsed.kept.size} not`;
  return ended({ world, past }, elapsed, { differences, made, said });
}

/** What waits to be sent, but for calls that run by the clock: what their code does is not the document's. */
async function unlikeOutbox({ ground }: Stage, { outbox }: World): Promise<readonly Difference[]> {
  const { rows } = await ground.owner.query<Readonly<Record<string, unknown>>>({
    name: "taken",
    text: `WITH taken AS (DELETE FROM writ.outbox RETURNING kind, name, clause, payload) ${sentFrom("taken")} WHERE NOT payload ? 'scheduled'`,
  });
  return unlikeSent(outbox, sentIn(rows)).map((one) => inWords(`what is sent: ${one}`));
}

const inWords = (what: string): Difference => ({ what, interpreter: "", database: "" });

async function playList(
  stage: Stage,
  world: World,
  { me, query }: Extract<Step, { kind: "list" }>,
): Promise<Pick<Ended, "said" | "differences">> {
  const { program, shape, people } = stage;
  const client = people.as(me);
  const { entity } = query;
  const expected = matchingIds(world, me, query);
  const unlike = (database: unknown): readonly Difference[] => [
    { what: `finds ${entity}`, interpreter: expected, database },
  ];
  if (!isPlain(query)) {
    const result = await readList(client, program, query);
    // A user who never reads any gets an error.
    const isSame = typeof result === "string" ? expected.length === 0 : result.join() === expected.join();
    return { said: foundText(result), differences: isSame ? [] : unlike(result) };
  }
  const result = await readOver(client, program, shape, entity);
  const fetched = await unlikeFetched(stage, world, me, entity);
  if ("codes" in result)
    return { said: result.said, differences: expected.length === 0 ? fetched : unlike(result.said) };
  const differences = await compareReading(world, me, entity, {
    ...noSession(world.now),
    read: async () => result.table,
    filled: async (_me, of, field) => filledOver(client, of, field),
  });
  return { said: foundText([...result.table.keys()]), differences: [...differences, ...fetched] };
}

const foundText = (result: readonly string[] | string): string =>
  typeof result === "string" ? result : `${result.length} found`;

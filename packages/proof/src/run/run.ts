// Tries a case of a plan on a running product, and says what was expected and what happened.
import { compareOutcome, compareRows, rowIds } from "../agreement/compare.ts";
import type { Program, World } from "../interpreter/world/world.ts";
import { lay, prepareLaying } from "../laying/lay.ts";
import { quote, shapeOf, type Shape } from "../laying/shape.ts";
import type { Case } from "../plan/search/find.ts";
import { refusedFile } from "../plan/samples/files.ts";
import { isAboutRoles } from "../plan/attempts/role-attempt.ts";
import { elapsedIn } from "../plan/situation/situation.ts";
import type { Ground } from "./ground.ts";
import { changedRows, tablesOf, type ChangedRow } from "../report/changed-rows.ts";
import { unlikeRead } from "./answers-of-writes.ts";
import { asReader, failOnFullDisk, tryIt, type Answered, type NotWritten, type ShownRow } from "./over-the-wire.ts";
import { wordsOfDifference } from "./reading/reading.ts";
import { unlikeBringing, wrongProtection } from "./bringing.ts";
import { isReading, unlikeReading } from "./reading/reading-back.ts";
import { unlikeImport } from "./importing.ts";
import { unlikeChoices } from "./choosing.ts";
import { notesOf, unlikeHistory } from "./reading/history.ts";
import { readerOfResults, type Afterwards } from "./afterwards.ts";
import { unlikeSent } from "./sent.ts";
import { wrongResponse } from "./status.ts";
import { missingErrors } from "./missing-errors.ts";
import { tryCall } from "./calling.ts";
import { goOn } from "./clock.ts";
import { putAway, tryComingRound } from "./coming-round.ts";
import { tryRequest } from "./requesting.ts";
import { trySignIn } from "./coming-in.ts";
import { keyOfTimer } from "../interpreter/timers.ts";
import { reportedAs } from "../interpreter/document/refusal.ts";
import { roleAdminBy, tryRole, wrongOwnRoles } from "./roles.ts";
import { endsAll } from "./ends-all.ts";
import { internalError } from "../plan/internal-error.ts";
import { wrongWords } from "./error-words.ts";
import { anotherPerson, signIn, type People } from "./people.ts";

export type Result = {
  readonly case: Case;
  readonly outcome: "passed" | "failed";
  /** What was answered, and what was otherwise than it should be. */
  readonly evidence: string;
  /** The answer alone. */
  readonly said: string;
  readonly wrong: readonly string[];
  /** What was read back. */
  readonly rows: readonly ChangedRow[];
};

/** What became of a case; `mistake`: it could not be tried, because something of ours broke. */
export type Ended = Omit<Result, "case"> & { readonly mistake?: true };

export type Site = {
  readonly ground: Ground;
  readonly program: Program;
  readonly shape: Shape;
  readonly people: People;
  readonly lookAfterwards: () => Promise<Afterwards>;
};

/** `world`: whose people sign in, once for all cases of a plan. */
export async function createSite(world: World, ground: Ground): Promise<Site> {
  return { ...(await prepared(ground, world.program)), people: await signIn(world, ground) };
}

/** The same people, where the product has become that of another document. */
export const siteAgain = async (site: Site): Promise<Site> => ({
  ...site,
  ...(await prepared(site.ground, site.program)),
});

async function prepared(ground: Ground, program: Program): Promise<Omit<Site, "people">> {
  const { owner, laying } = ground;
  const shape = await shapeOf(owner, program);
  await prepareLaying(laying, shape, "kept");
  await putAway(owner);
  return { ground, program, shape, lookAfterwards: readerOfResults(owner, program, shape) };
}

/** Whatever breaks while a case is tried fails that case alone, unless it would break all others too. */
export async function runCase(one: Case, site: Site): Promise<Ended> {
  try {
    return await tryCase(one, site);
  } catch (failure) {
    if (endsAll(failure)) throw failure;
    const said = internalError(failure);
    return { outcome: "failed", evidence: said, said, wrong: [], rows: [], mistake: true };
  }
}

async function tryCase(one: Case, site: Site): Promise<Ended> {
  const { scenario, situation, outcome } = one;
  const { ground, program, shape, people } = site;
  const { world, me, attempt: tried } = situation;
  try {
    await lay(ground.laying, shape, world, isReading(tried) ? notesOf(world, tried.entity) : []);
  } catch (failure) {
    if (!isRefusal(failure)) throw failure;
    // What the database does not let stand beforehand, the interpreter should not have taken for possible.
    const said = `the rows beforehand were refused: ${failure instanceof Error ? failure.message : String(failure)}`;
    return { outcome: "failed", evidence: said, said, wrong: [], rows: [] };
  }
  const { told } = scenario;
  const client = people.as(me);
  if (tried.kind === "wait") return tryWaiting({ world, me, attempt: tried }, site);
  if (tried.kind === "come round") {
    const { said, wrong } = await tryComingRound(world, tried, outcome, site);
    return ended(said, wrong);
  }
  if (tried.kind === "call" || tried.kind === "request") {
    const { said, answered, wrong } = await (tried.kind === "call"
      ? tryCall(client, program, tried, outcome, told?.language)
      : tryRequest(ground, program, tried, outcome));
    const unlike =
      answered === undefined ? [] : wrongResponse(program, answered, told?.language).map(wordsOfDifference);
    return ended(said, [...wrong, ...unlike, ...wrongWords(program, told, answered)]);
  }
  if (tried.kind === "leave") return tryLeaving(one, site);
  if (tried.kind === "sign in") {
    const { said, wrong } = await trySignIn(ground, tried, outcome, program);
    return ended(said, wrong);
  }
  if (isAboutRoles(tried)) {
    const after = "done" in outcome ? outcome.done : world;
    const { answered, wrong } = await tryRole(client, roleAdminBy(ground.owner), {
      world,
      me,
      tried,
      after,
      language: told?.language,
    });
    // No one is refused the question which roles they have.
    const refused = "refused" in outcome && tried.kind !== "hold" ? outcome.refused.map(reportedAs) : [];
    const said = responseText(answered);
    const unlike =
      answered === undefined ? [] : wrongResponse(program, answered, told?.language).map(wordsOfDifference);
    return ended(said, [
      ...(refused.join() === (answered?.codes ?? []).join() ? [] : [said]),
      ...unlike,
      ...wrongWords(program, told, answered),
      ...wrong,
      ...(await wrongOwnRoles(people.as, { me, tried, answered, after })),
    ]);
  }
  const ahead = await Promise.all([
    unlikeChoices(client, one),
    unlikeBringing(client, one),
    unlikeImport(client, ground, one),
  ]);
  let shown: ShownRow;
  const answer = await tryIt(client, program, tried, told?.language, (row) => void (shown = row));
  const answered = asReader(answer, outcome, me, tried);
  failOnFullDisk(answered);
  const said = responseText(answered);
  if (isReading(tried)) {
    const reading = { me, tried, answered, client, shape };
    return ended(said, [
      ...(tried.kind === "read" || "refused" in outcome === (answered !== undefined) ? [] : [said]),
      ...(await unlikeReading(world, reading)),
      ...wrongWords(program, told, answered),
    ]);
  }
  const isWritten = answered === undefined && tried.kind !== "delete";
  const unlike = isWritten ? await unlikeRead(client, tried, shown) : [];
  const after = await site.lookAfterwards();
  const differences = differencesIn(world, { me, tried, outcome, answered, language: told?.language, after });
  const wrong = [
    ...differences,
    ...ahead.flat(),
    ...unlike,
    ...(await wrongProtection(people.as(anotherPerson(me)), one)),
    ...missingErrors(scenario.clause, outcome, answered),
    ...wrongWords(program, told, answered),
  ];
  return ended(said, wrong, changedRows(tablesOf(world), after.tables));
}

export const responseText = (answered: Answered | undefined): string =>
  answered === undefined ? "done" : `${answered.codes.join(", ")} (${answered.said})`;

export const ended = (said: string, wrong: readonly string[], rows: Result["rows"] = []): Ended => ({
  outcome: wrong.length === 0 ? "passed" : "failed",
  evidence: [said, ...wrong].join("; "),
  said,
  wrong,
  rows,
});

async function tryWaiting(situation: Waiting, { ground, shape, lookAfterwards }: Site): Promise<Ended> {
  const { world } = situation;
  const elapsed = elapsedIn(situation);
  const past = elapsed?.world ?? world;
  await goOn(ground, elapsed?.at ?? world.now);
  const { tables: after, sent, noted } = await lookAfterwards();
  const { entity, id, timer } = situation.attempt;
  const isStep =
    elapsed?.did.has(keyOfTimer(entity, timer, id)) === true &&
    world.program.lookup.transitions.get(entity)?.has(timer) === true;
  const wrong = [
    ...unlikeHistory(
      {
        before: world,
        after: past,
        by: "time",
        at: elapsed?.at ?? world.now,
        step: isStep ? { entity, id, event: timer } : undefined,
      },
      noted,
    ),
    ...(await writtenAnyway(situation, elapsed, { owner: ground.owner, shape, noted })),
    ...compareRows("when time has gone on", past, after, rowIds(world)).map(wordsOfDifference),
    ...unlikeSent(past.outbox, sent),
  ];
  return ended(`at ${new Date(elapsed?.at ?? world.now).toISOString()}`, wrong, changedRows(tablesOf(world), after));
}

type Waiting = Case["situation"] & {
  readonly attempt: Extract<Case["situation"]["attempt"], { readonly kind: "wait" }>;
};

/** A user goes, and comes back for the cases that follow. */
async function tryLeaving(
  { scenario: { told }, situation: { world, me }, outcome }: Case,
  { ground: { laying }, shape, people, program, lookAfterwards }: Site,
): Promise<Ended> {
  const answer = await people.leave(me, told?.language);
  const { tables: after } = await lookAfterwards();
  const expected = "done" in outcome ? outcome.done : world;
  const codes = "refused" in outcome ? outcome.refused.map(({ code }) => code) : [];
  const isExpected = answer === undefined ? codes.length === 0 : codes.includes(answer.code);
  const said = answer === undefined ? "done" : `${answer.code} (${answer.said})`;
  const wrong = [
    ...(isExpected ? [] : [`${said} and not ${codes.join(" or ") || "done"}`]),
    ...compareRows("when the account has gone", expected, after, rowIds(world)).map(wordsOfDifference),
    ...wrongWords(program, told, answer && { ...answer, told: [] }),
  ];
  if (answer === undefined) {
    await lay(laying, shape, { ...world, rows: new Map() });
    await people.back(me);
  }
  return ended(said, wrong, changedRows(tablesOf(world), after));
}

/** Values and rows that may not be; not a disk that is full, or a database that has gone. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && /^2[23]...$/.test(String(failure.code));

/** Values may be the same after a write that should not have been. */
async function writtenAnyway(
  { world, attempt: { entity, id } }: Case["situation"],
  elapsed: ReturnType<typeof elapsedIn>,
  { owner, shape, noted }: Pick<Ground, "owner"> & Pick<Site, "shape"> & Pick<Afterwards, "noted">,
): Promise<readonly string[]> {
  if (elapsed !== undefined && elapsed.did.size > 0) return [];
  const { rowCount } = await owner.query(
    `SELECT FROM ${shape.schemas.get(entity)}.${quote(entity)} WHERE id = $1 AND updated_at > to_timestamp($2::float8 / 1000)`,
    [id, world.now],
  );
  // A timer that the database rolled back was still due.
  const isKept = elapsed !== undefined && elapsed.kept.size > 0;
  const failed = isKept ? 0 : (await owner.query("SELECT FROM writ.timer_failure WHERE row_id = $1", [id])).rowCount;
  return rowCount === 0 && !noted.some((one) => one.row_id === id) && failed === 0
    ? []
    : ["the row was written although nothing was due"];
}

type Act = {
  readonly me: Case["situation"]["me"];
  readonly tried: Exclude<Case["situation"]["attempt"], { readonly kind: "read" | "see" } | NotWritten>;
  readonly answered: Answered | undefined;
  /** That was asked for. */
  readonly language: string | undefined;
  readonly outcome: Case["outcome"];
  readonly after: Afterwards;
};

/** The interpreter's outcome beside that of the product: the same codes and nothing changed, or the same rows afterwards. */
function differencesIn(
  world: World,
  { me, tried, outcome, answered, language, after: { tables, sent, noted } }: Act,
): readonly string[] {
  const next = "done" in outcome ? outcome.done : world;
  const event = tried.kind === "transition" ? tried.transition : tried.kind;
  // A change that changes nothing is none.
  const step = "done" in outcome && tried.kind !== "update" ? { ...tried, event } : undefined;
  const brings = "brings" in tried ? tried.brings : undefined;
  const tooLarge = brings && refusedFile(world.program, tried.entity, brings);
  const unchanged = answered === undefined ? [] : compareRows("although it was refused", world, tables, rowIds(world));
  return [
    ...(tooLarge === undefined
      ? compareOutcome(world, me, tried, outcome, answered ?? { rows: tables }).map(wordsOfDifference)
      : answered?.codes.join() === `${tooLarge.code} ${tooLarge.field}`
        ? []
        : [`${responseText(answered)} and not ${tooLarge.code}`]),
    ...(answered === undefined ? [] : wrongResponse(world.program, answered, language).map(wordsOfDifference)),
    ...unchanged.map(wordsOfDifference),
    ...unlikeSent(next.outbox, sent),
    ...unlikeHistory({ before: world, after: next, by: { person: me }, at: world.now, step }, noted),
  ];
}

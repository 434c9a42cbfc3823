// Tries the cases of a plan on a running product, and says of each what was expected and what happened.
import { compareAct, compareRows, knownIds } from "../agreement/compare.ts";
import type { Answer, Asking, Table } from "../agreement/backend.ts";
import type { Program, World } from "../interpreter/world.ts";
import { lay, prepareLaying } from "../laying/lay.ts";
import { shapeOf, type Shape } from "../laying/shape.ts";
import { readTables } from "../laying/tables.ts";
import type { Case } from "../plan/find.ts";
import type { Ground } from "./ground.ts";
import { changedRows, tablesOf, type ChangedRow } from "../report/changed-rows.ts";
import { tryIt, type Answered } from "./over-the-wire.ts";
import { signIn, type People } from "./people.ts";

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

export type Tried = (result: Result) => void;

/** Answers where they were tried, for whatever is to be tried there next. */
export async function runCases(cases: readonly Case[], ground: Ground, onTried: Tried): Promise<Site | undefined> {
  const [first] = cases;
  if (first === undefined) return undefined;
  const site = await openSite(first.situation.world, ground);
  for (const one of cases) onTried({ case: one, ...(await runCase(one, site)) });
  return site;
}

export type Site = {
  readonly ground: Ground;
  readonly program: Program;
  readonly shape: Shape;
  readonly people: People;
};

/** `world`: whose people sign in, once for all cases of a plan. */
async function openSite(world: World, ground: Ground): Promise<Site> {
  const { program } = world;
  // What is laid for a case is forgotten after it.
  await ground.owner.query("SET synchronous_commit = off");
  return { ground, program, shape: await preparedShape(ground, program), people: await signIn(world, ground) };
}

/** The same people, where the product has become that of another document. */
export const siteAgain = async (site: Site): Promise<Site> => ({
  ...site,
  shape: await preparedShape(site.ground, site.program),
});

async function preparedShape({ owner }: Ground, program: Program): Promise<Shape> {
  const shape = await shapeOf(owner, program);
  await prepareLaying(owner, shape, "kept");
  return shape;
}

export async function runCase({ scenario, situation, outcome }: Case, site: Site): Promise<Omit<Result, "case">> {
  const { ground, program, shape, people } = site;
  const { world, me, attempt: tried } = situation;
  try {
    await lay(ground.owner, shape, world);
  } catch (failure) {
    // What the database does not let stand beforehand, the interpreter should not have taken for possible.
    const said = `the rows beforehand were refused: ${failure instanceof Error ? failure.message : String(failure)}`;
    return { outcome: "failed", evidence: said, said, wrong: [], rows: [] };
  }
  const answered = await tryIt(people(me), program, tried);
  const said = answered === undefined ? "done" : `${answered.codes.join(", ")} (${answered.said})`;
  if (tried.kind === "read" || tried.kind === "see") {
    const wrong = "refused" in outcome === (answered !== undefined) ? [] : [said];
    return { outcome: wrong.length === 0 ? "passed" : "failed", evidence: said, said, wrong, rows: [] };
  }
  const after = await readTables(ground.owner, program, shape);
  const differences = await differencesIn(world, { me, tried, answered, after });
  const wrong = [...differences, ...unsaid(scenario.clause, outcome, answered)];
  const rows = changedRows(tablesOf(world), after);
  return {
    outcome: wrong.length === 0 ? "passed" : "failed",
    evidence: [said, ...wrong].join("; "),
    said,
    wrong,
    rows,
  };
}

/** Other clauses may refuse beside the one that is tried, and never in its place. */
function unsaid(clause: string, outcome: Case["outcome"], answered: Answered | undefined): readonly string[] {
  if (!("refused" in outcome) || answered === undefined) return [];
  const own = outcome.refused.filter((one) => clause === one.clause || clause.startsWith(`${one.clause}/`));
  const isSaid = own.some(({ code }) => answered.codes.some((one) => one === code || one.startsWith(`${code} `)));
  return own.length === 0 || isSaid ? [] : [`${own.map(({ code }) => code).join(" or ")} of ${clause} is not among it`];
}

type Act = {
  readonly me: Case["situation"]["me"];
  readonly tried: Exclude<Case["situation"]["attempt"], { readonly kind: "read" | "see" }>;
  readonly answered: Answered | undefined;
  readonly after: ReadonlyMap<string, Table>;
};

/** The interpreter's outcome beside that of the product: the same codes and nothing changed, or the same rows afterwards. */
async function differencesIn(world: World, { me, tried, answered, after }: Act): Promise<readonly string[]> {
  const answer: Answer = answered ?? { rows: after };
  const none = async () => Promise.reject(new Error("only acts are compared"));
  const asking: Asking = { now: world.now, read: none, filled: none, narrowed: none, act: async () => answer };
  const unchanged = answered === undefined ? [] : compareRows("although it was refused", world, after, knownIds(world));
  return [...(await compareAct(world, me, tried, asking)), ...unchanged].map(
    ({ what, interpreter, database }) => `${what}: ${JSON.stringify(database)} and not ${JSON.stringify(interpreter)}`,
  );
}

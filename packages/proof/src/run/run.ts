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

export async function runCases(cases: readonly Case[], ground: Ground, onTried: Tried): Promise<void> {
  const [first] = cases;
  if (first === undefined) return;
  const { program } = first.situation.world;
  // What is laid for a case is forgotten after it.
  await ground.owner.query("SET synchronous_commit = off");
  const shape = await shapeOf(ground.owner, program);
  await prepareLaying(ground.owner, shape, "kept");
  const people = await signIn(first.situation.world, ground);
  for (const one of cases) onTried({ case: one, ...(await runCase(one, { ground, program, shape, people })) });
}

type Site = { readonly ground: Ground; readonly program: Program; readonly shape: Shape; readonly people: People };

async function runCase({ situation, outcome }: Case, site: Site): Promise<Omit<Result, "case">> {
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
  const wrong = await differencesIn(world, { me, tried, answered, after });
  const rows = changedRows(tablesOf(world), after);
  return {
    outcome: wrong.length === 0 ? "passed" : "failed",
    evidence: [said, ...wrong].join("; "),
    said,
    wrong,
    rows,
  };
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

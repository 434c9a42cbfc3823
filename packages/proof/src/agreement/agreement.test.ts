// The interpreter against the real database: random documents, worlds and people, and no difference between the two.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compile } from "@writ/language";
import { databases } from "../../../language/src/testing/database.ts";
import { programOf } from "../interpreter/program.ts";
import { rowsOf, type Program } from "../interpreter/world/world.ts";
import { randomAct } from "../random/acts.ts";
import { documentOf } from "../random/documents.ts";
import { drawFrom, type Draw } from "../random/draw.ts";
import { randomWorld } from "../random/world.ts";
import type { Backend } from "./backend.ts";
import { compareAct, compareReading, type Difference, type Tally } from "./compare.ts";
import { databaseBackend } from "./testing/database-backend.ts";
import { firstSeed } from "../../../language/src/testing/seed.ts";

const long = process.env["WRIT_LONG"] === "1";
/** `WRIT_SEED=7 WRIT_COUNT=1` looks at one document again, `WRIT_ACTS` says how much is tried in each world. */
const first = firstSeed();
const count = Number(process.env["WRIT_COUNT"] ?? (long ? 60 : 5));
const acts = Number(process.env["WRIT_ACTS"] ?? (long ? 200 : 100));
const moment = Date.UTC(2026, 2, 17, 10);

const { open } = databases();

/** Everybody reads everything, and a user tries one thing after the other, in one world. */
async function compareWorld(
  draw: Draw,
  program: Program,
  backend: Backend,
  tally: Tally,
): Promise<readonly Difference[]> {
  const world = randomWorld(draw, program, moment);
  await backend.lay(world);
  const callers = [null, ...rowsOf(world, "user").map(({ id }) => id)];
  return backend.ask(async (asking) => {
    const differences: Difference[] = [];
    for (const me of callers)
      for (const entity of world.rows.keys()) differences.push(...(await compareReading(world, me, entity, asking)));
    for (let tried = 0; tried < acts; tried++) {
      const act = randomAct(draw, world);
      if (act !== undefined) differences.push(...(await compareAct(world, draw.pick(callers), act, asking, tally)));
    }
    return differences;
  });
}

function report(context: TestContext, tally: Tally): void {
  const endings = [...tally].toSorted((a, b) => b[1] - a[1]).map(([ending, number]) => `${number} ${ending}`);
  context.diagnostic(`documents from seed ${first}: ${endings.join(", ")}`);
}

test("random documents", async (context) => {
  const tally: Tally = new Map();
  const result: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const { source, compiled, seed: own } = documentOf(seed);
    const database = await open(source);
    const client = await database.connect();
    const laying = await database.connect();
    const program = programOf(compiled);
    const backend = await databaseBackend(client, laying, program);
    const draw = drawFrom(own);
    const differences: Difference[] = [];
    for (let round = 0; round < (long ? 5 : 2); round++)
      differences.push(...(await compareWorld(draw, program, backend, tally)));
    await laying.end();
    await client.end();
    await database.close();
    result.push(...differences.slice(0, 3).map((one) => `seed ${own}: ${JSON.stringify(one)}`));
  }
  report(context, tally);
  assert.equal(result.join("\n"), "");
  // What never happens is not compared; in a few documents some of it never does.
  if (count < 5) return;
  const happened = [...tally.keys()];
  for (const kind of ["create", "update", "delete", "transition"]) {
    assert.ok(happened.includes(`${kind} done`), `no ${kind} was done`);
    assert.ok(
      happened.some((ending) => ending.startsWith(`${kind} `) && ending !== `${kind} done`),
      `no ${kind} was refused`,
    );
  }
});

/** The document that the interpreter takes says something else than the one of the database. */
const changes: readonly (readonly [string, RegExp, string])[] = [
  ["a cell that says yes", /(\| \w+ \| read \|.*?) yes \|/, "$1 no |"],
  ["a cell that says no", /(\| \w+ \| create \|.*?) no \|/, "$1 yes |"],
  ["a set row", /^\| \w+ \| set .*\n/m, ""],
  ["a see row", /^\| \w+ \| see .*\n/m, ""],
  ["a rule", /^(\| [\w ]+ is right \| .*\|) `[^|]*` (\| \w+ \|)$/m, "$1 `true` $2"],
  ["what is required", /(\| Title \| [^|]* \|) yes/, "$1 no"],
  ["how long a text is", /text up to \d+/g, "text up to 100"],
];

test("a document with another meaning is detected", async (context) => {
  const missed: string[] = [];
  const tried = long ? changes : changes.slice(0, 3);
  for (const [what, from, to] of tried) {
    let isFound = false;
    for (let seed = 1; seed <= 12 && !isFound; seed++) {
      const { source } = documentOf(seed);
      const other = compile(source.replace(from, to));
      if (source.replace(from, to) === source || other.problems.some(({ severity }) => severity === "error")) continue;
      const database = await open(source);
      const client = await database.connect();
      const laying = await database.connect();
      const program = programOf(other);
      const backend = await databaseBackend(client, laying, program);
      isFound = await compareWorld(drawFrom(seed), program, backend, new Map()).then(
        (differences) => differences.length > 0,
        // A world that the database's own document does not allow cannot even be laid.
        (failure: unknown) => {
          if (failure instanceof Error && "code" in failure && failure.code === "PGRST") return true;
          throw failure;
        },
      );
      await laying.end();
      await client.end();
      await database.close();
    }
    if (!isFound) missed.push(what);
  }
  context.diagnostic(`${tried.length - missed.length} of ${tried.length} found`);
  assert.deepEqual(missed, []);
});

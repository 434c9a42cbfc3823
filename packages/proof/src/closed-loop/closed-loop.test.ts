// No error from `check` means that the document applies, that nothing is left to apply, that its types compile, that its
// product's modules load, and that `writ test` runs to its end and fails nothing. Documents that no one has tuned it to.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { compile, formatDocument } from "@writ/language";
import { documentBlocks, explainRights } from "@writ/language/explain";
import { mutantsOf } from "@writ/language/mutants";

import { productModule } from "@writ/language/product";
import { clientTypes, codeTypes, screenTypes } from "@writ/language/types";
import { firstSeed } from "../../../language/src/testing/seed.ts";
import { applyDocument, isPending, planNow } from "../../../server/src/applying/index.ts";
import { openMade } from "../../../server/src/postgres/testing/copied.ts";
import { emptyFolder } from "../../../server/src/postgres/testing/surroundings.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { runPlan } from "../testing/run-plan.ts";
import { documentOf, isAccepted, type Accepted } from "./documents.ts";

const project = join(import.meta.dirname, "../../../..");
const isLong = process.env["WRIT_LONG"] === "1";
const first = firstSeed(1000);
const tried = {
  read: isLong ? 5000 : 40,
  applied: isLong ? 5000 : 20,
  typed: isLong ? 5000 : 24,
  /** Of every so many of those the types of screens: a compiler's run for each. */
  screensOf: isLong ? 10 : 8,
  proven: isLong ? 1000 : 4,
};

/** The same documents go through all of it. Those of long runs would fill the memory. */
const known = new Map<number, Accepted>();

function madeFrom(seed: number): Accepted {
  const source = documentOf(seed);
  const made = known.get(seed) ?? { seed, source, compiled: compile(source) };
  if (!isLong) known.set(seed, made);
  return made;
}

function* acceptedOf(count: number): Generator<Accepted> {
  for (let seed = first; seed < first + count; seed++) {
    const made = madeFrom(seed);
    if (isAccepted(made)) yield made;
  }
}

test(`${tried.read} documents are read, explained and formatted whatever is wrong with them; what is right becomes types and modules`, async () => {
  let accepted = 0;
  const folder = emptyFolder({ after });
  for (let seed = first; seed < first + tried.read; seed++) {
    const made = madeFrom(seed);
    const { source, compiled } = made;
    documentBlocks(source, compiled);
    formatDocument(source);
    if (!isAccepted(made)) continue;
    accepted++;
    explainRights(compiled);
    mutantsOf(compiled);
    const file = join(folder, `${seed}.mjs`);
    writeFileSync(file, productModule(compiled));
    await import(pathToFileURL(file).href);
  }
  assert.ok(accepted > tried.read / 5, String(accepted));
});

test(`each of ${tried.applied} that is right is applied after the one before it, and then nothing is left to do`, async () => {
  const database = await openMade(emptyFolder({ after }));
  after(async () => database.stop());
  const client = await database.connect();
  const previous = (source: string) => compile(source);
  let applied = 0;
  for (const { seed, source, compiled } of acceptedOf(tried.applied)) {
    let outcome = await applyDocument(client, source, compiled, previous);
    // Rows of Seeds are there: what another document would lose of them is meant to go.
    if (outcome.is === "stopped" && outcome.stops.every(({ kind }) => kind === "names"))
      outcome = await applyDocument(client, source, compiled, previous, {
        drop: new Set(outcome.stops.map(({ step }) => step.address)),
      });
    if (outcome.is === "stopped") {
      assert.ok(
        outcome.stops.some(({ kind }) => kind === "breaks"),
        `${seed}`,
      );
      continue;
    }
    applied++;
    const plan = await planNow(client, compiled, previous);
    assert.deepEqual([seed, plan.steps.map(({ what }) => what), isPending(plan)], [seed, [], false]);
  }
  assert.ok(applied > tried.applied / 5, String(applied));
});

test(`the types of ${tried.typed} compile`, () => {
  // Within the project, where the types are found that its own code stands on.
  const above = mkdtempSync(join(project, "node_modules/.closed-loop-"));
  after(() => rmSync(above, { recursive: true, force: true }));
  const compiler = join(project, "node_modules/typescript/bin/tsc");
  const options = {
    extends: join(project, "packages/web/tsconfig.json"),
    compilerOptions: { paths: { "writ/screen": [join(project, "packages/web/src/component/index.ts")] } },
    include: ["*.ts"],
    exclude: [],
  };
  /** Texts by the names of their files. */
  const compileAll = (name: string, files: Readonly<Record<string, string>>) => {
    const folder = join(above, name);
    mkdirSync(folder);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, `${file}.ts`), text);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    const { status, stdout } = spawnSync(process.execPath, [compiler, "--noEmit", "-p", folder], { encoding: "utf8" });
    assert.equal(status, 0, stdout);
    rmSync(folder, { recursive: true });
  };
  let count = 0;
  let together: Record<string, string> = {};
  for (const { seed, compiled } of acceptedOf(tried.typed)) {
    together[`clients-${seed}`] = clientTypes(compiled);
    together[`calls-${seed}`] = codeTypes(compiled);
    // Those of screens say what one module exports, so each product has them for itself.
    if (count % tried.screensOf === 0) compileAll(`screens-${seed}`, { screens: screenTypes(compiled) });
    if (++count % 100 !== 0) continue;
    compileAll(`until-${seed}`, together);
    together = {};
  }
  compileAll("the-last", { ...together, none: "export {};" });
  assert.ok(count > tried.typed / 6, String(count));
});

const start = products();
let proven = 0;

/** Whole products are tried in long runs: the plan of one has hundreds of cases. */
const isTried = ({ seed }: Accepted): boolean => isLong || seed % 4 === 0;

for (const { seed, source, compiled } of [...acceptedOf(tried.proven)].filter(isTried))
  test(`writ test comes to its end with document ${seed}, and nothing fails`, async () => {
    proven++;
    const plan = planOf(compiled);
    assert.deepEqual(plan.broken, []);
    const { passed, failed } = await runPlan(start, source, { plan });
    assert.deepEqual(failed, []);
    assert.ok(passed.length > 0 || plan.cases.length === 0);
  });

test("some of them were there to be proven", () => assert.ok(proven >= tried.proven / 6, String(proven)));

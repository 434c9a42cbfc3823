// A fresh copy of a product for one run of something, on this machine and gone afterwards.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { compile, type Compiled } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { copyDatabase, openDatabase, type Database } from "@writ/server/postgres";
import { serveProduct, type Edition } from "@writ/server/serve";
import { handOn, trialSecret, type Case, type Ground, type Hand, type Workshop } from "@writ/proof";
import { tryInProcess, type ProcessHand } from "./try-in-process.ts";
import { MissingResource } from "./missing-resource.ts";
import { reasonOf } from "../document/read-file.ts";

export type ScratchOptions = {
  /** What is seen in a browser; without it only the wire answers. */
  readonly pages?: NonNullable<Parameters<typeof serveProduct>[1]["pages"]>;
  /** What is to be tried there: where it is much, others help. */
  readonly cases?: readonly Case[];
  /** An empty one for the copy, which goes with it; without it there is a new one. */
  readonly folder?: string;
};

/** Where cases are tried on two products in turn, the second one is there sooner than some dozens of them are tried. */
const isMuch = (cases: number): boolean => cases >= 80;

/** A process of its own, with a copy of its own, takes the time of some hundreds of cases, two cores, and its memory. */
const handsFor = (cases: number): number =>
  Math.max(0, Math.min(3, Math.floor(availableParallelism() / 2) - 1, Math.floor(cases / 400)));

export async function onScratch<Result>(
  source: string,
  compiled: Compiled,
  use: (workshop: Workshop, hands: readonly Hand[]) => Promise<Result>,
  options: ScratchOptions = {},
): Promise<Result> {
  const { cases = [] } = options;
  const undo: Undo[] = [];
  const gone: Error[] = [];
  const apart: ProcessHand[] = [];
  const isPutBack = watchedClock();
  try {
    while (apart.length < handsFor(cases.length)) apart.push(tryInProcess(source, emptyFolder(), cases));
    const opening = openCopy(source, compiled, options, { undo, gone });
    // Whichever of them fails, the others are to be taken back as a whole.
    await Promise.allSettled([opening, ...apart.map(({ ready }) => ready)]);
    await Promise.all(apart.map(({ ready }) => ready));
    const { workshop, besides } = await opening;
    const result = await use(workshop, [...besides.map(handOn), ...apart.map(({ tryCase }) => tryCase)]);
    if (isPutBack()) throw new MissingResource(putBack);
    return result;
  } catch (failure) {
    // Where a database is gone, that caused the failure.
    throw gone[0] ?? (isPutBack() ? new MissingResource(putBack) : failure);
  } finally {
    await Promise.all([takeBack(undo), ...apart.map(async ({ end }) => end())]);
  }
}

const putBack = "the clock of this machine was set back during the test. Run the test again";

/** Tokens come from the future then, and are refused whatever the document says. Slower or faster clocks do no harm. */
function watchedClock(): () => boolean {
  const begun = () => Date.now() - performance.now();
  const began = begun();
  return () => begun() < began - 1000;
}

/** Taken back in turn, the last one first. */
type Undo = () => Promise<void> | void;

async function takeBack(undo: readonly Undo[]): Promise<void> {
  for (const step of undo.toReversed()) await step();
}

type Copy = {
  readonly workshop: Workshop;
  /** The same product once more, each with rows and people of its own. */
  readonly besides: readonly Ground[];
};

async function openCopy(
  source: string,
  compiled: Compiled,
  { pages, cases = [], folder = emptyFolder() }: ScratchOptions,
  { undo, gone }: { readonly undo: Undo[]; readonly gone: Error[] },
): Promise<Copy> {
  // The database may work as another account than this process.
  chmodSync(folder, 0o755);
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const database = await openDatabase({ folder, isScratch: true });
  undo.push(database.stop);
  const maker = await database.connect();
  await applyDocument(maker, source, compiled, (before) => compile(before));
  // Only what no one is connected to can be copied.
  await maker.end();
  const others = isMuch(cases.length) ? [await copyDatabase(database, "beside")] : [];
  const owner = await database.connect();
  owner.on("error", (failure) => gone.push(failure));
  undo.push(async () => owner.end());
  let edition: Edition = { file: "", source, compiled };
  const served = {
    port: 0,
    log: "silent",
    // Only cases advance the time.
    jobs: "asked",
    callsJudgedBy: { edition: () => edition, secretOf: trialSecret },
    // Nothing leaves this machine.
    development: true,
    ...(pages === undefined ? {} : { pages }),
  } as const;
  const opening = openGround(database, { ...served, files: join(folder, "files") }, undo);
  const besides = others.map(async (other) =>
    openGround(other, { ...served, files: join(folder, "files-beside") }, undo),
  );
  // Whichever of them fails, the other one is to be taken back as well.
  await Promise.allSettled([opening, ...besides]);
  const running = await opening;
  const become: Workshop["become"] = async (text, next) => {
    const { compiled: last } = edition;
    const outcome = await applyDocument(owner, text, next, () => last);
    if (outcome.is === "stopped") throw new Error(outcome.stops.map(({ step }) => step.what).join("; "));
    edition = { file: "", source: text, compiled: next };
    await running.reload();
  };
  return { workshop: { ...running, become }, besides: await Promise.all(besides) };
}

/** Its connections end with the database. */
async function openGround(database: Database, options: Parameters<typeof serveProduct>[1], undo: Undo[]) {
  const running = await serveProduct(database, options);
  undo.push(running.stop);
  const [owner, laying] = await Promise.all([
    database.connect({ as: "superuser" }),
    database.connect({ as: "superuser" }),
  ]);
  return { ...running, owner, laying };
}

function emptyFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "writ-"));
  } catch (failure) {
    throw new MissingResource(
      `no folder can be created in ${tmpdir()}: ${reasonOf(failure)}. Set TMPDIR to another folder`,
    );
  }
}

// A fresh copy of a product for one run of something, on this machine and gone afterwards.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { compile, type Compiled } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";
import type { Case, Hand, Workshop } from "@writ/proof";
import { tryApart, type HandApart } from "./try-apart.ts";
import { Lacking } from "./lacking.ts";
import { reasonOf } from "./read-file.ts";

export type ScratchOptions = {
  /** What is seen in a browser; without it only the wire answers. */
  readonly pages?: NonNullable<Parameters<typeof serveProduct>[1]["pages"]>;
  /** What is to be tried there: where it is much, others help. */
  readonly cases?: readonly Case[];
  /** An empty one for the copy, which goes with it; without it there is a new one. */
  readonly folder?: string;
};

/** Making a copy takes longer than to try some dozens of cases, and each one takes a core and its memory. */
const handsFor = (cases: number): number => Math.min(3, availableParallelism() - 1, Math.floor(cases / 80));

export async function onScratch<Result>(
  source: string,
  compiled: Compiled,
  use: (workshop: Workshop, hands: readonly Hand[]) => Promise<Result>,
  options: ScratchOptions = {},
): Promise<Result> {
  const { cases = [] } = options;
  const undo: Undo[] = [];
  const gone: Error[] = [];
  const hands: HandApart[] = [];
  try {
    while (hands.length < handsFor(cases.length)) hands.push(tryApart(source, emptyFolder(), cases));
    const opening = openCopy(source, compiled, options, { undo, gone });
    // Whichever of them fails, the others are to be taken back as a whole.
    await Promise.allSettled([opening, ...hands.map(({ ready }) => ready)]);
    await Promise.all(hands.map(({ ready }) => ready));
    return await use(
      await opening,
      hands.map(({ tryCase }) => tryCase),
    );
  } catch (failure) {
    // Whatever could not be done then: its database had gone.
    throw gone[0] ?? failure;
  } finally {
    await Promise.all([takeBack(undo), ...hands.map(async ({ end }) => end())]);
  }
}

/** Taken back in turn, the last one first. */
type Undo = () => Promise<void> | void;

async function takeBack(undo: readonly Undo[]): Promise<void> {
  for (const step of undo.toReversed()) await step();
}

async function openCopy(
  source: string,
  compiled: Compiled,
  { pages, folder = emptyFolder() }: ScratchOptions,
  { undo, gone }: { readonly undo: Undo[]; readonly gone: Error[] },
): Promise<Workshop> {
  // The database may work as another account than this process.
  chmodSync(folder, 0o755);
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const database = await openDatabase({ folder, isScratch: true });
  undo.push(database.stop);
  const owner = await database.connect();
  owner.on("error", (failure) => gone.push(failure));
  await applyDocument(owner, source, compiled, (before) => compile(before));
  undo.push(async () => owner.end());
  const running = await serveProduct(database, {
    port: 0,
    log: "silent",
    files: join(folder, "files"),
    // Time goes on when a case says so.
    jobs: "asked",
    callsJudgedBy: { file: "", source, compiled },
    // Nothing leaves this machine.
    development: true,
    ...(pages === undefined ? {} : { pages }),
  });
  undo.push(running.stop);
  const [superuser, laying] = await Promise.all([
    database.connect({ as: "superuser" }),
    database.connect({ as: "superuser" }),
  ]);
  let last = compiled;
  const become: Workshop["become"] = async (text, next) => {
    const outcome = await applyDocument(owner, text, next, () => last);
    if (outcome.is === "stopped") throw new Error(outcome.stops.map(({ step }) => step.what).join("; "));
    last = next;
    await running.reload();
  };
  return { ...running, owner: superuser, laying, become };
}

function emptyFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "writ-"));
  } catch (failure) {
    throw new Lacking(`no folder can be made in ${tmpdir()}: ${reasonOf(failure)}. TMPDIR names another place`);
  }
}

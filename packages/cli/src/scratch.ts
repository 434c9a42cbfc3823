// A fresh copy of a product for one run of something, on this machine and gone afterwards.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, type Compiled } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";
import type { Workshop } from "@writ/proof";
import { Lacking } from "./lacking.ts";
import { reasonOf } from "./read-file.ts";

export type ScratchOptions = {
  /** What is seen in a browser; without it only the wire answers. */
  readonly pages?: NonNullable<Parameters<typeof serveProduct>[1]["pages"]>;
  /** Each with a database of its own, so that they are worked on side by side. */
  readonly copies?: number;
};

/** Making another one takes longer than to try some dozens of cases. */
export const copiesFor = (cases: number): number => (cases > 80 ? 2 : 1);

export async function onScratch<Result>(
  source: string,
  compiled: Compiled,
  use: (workshop: Workshop, others: readonly Workshop[]) => Promise<Result>,
  { pages, copies = 1 }: ScratchOptions = {},
): Promise<Result> {
  const undo: Undo[] = [];
  const opened = await Promise.allSettled(
    Array.from({ length: copies }, async () => openCopy(source, compiled, pages, undo)),
  );
  try {
    const [first, ...others] = opened.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
    if (first === undefined) throw new Error("there is no copy");
    return await use(first, others);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Taken back in turn, the last one first. */
type Undo = () => Promise<void> | void;

async function openCopy(
  source: string,
  compiled: Compiled,
  pages: ScratchOptions["pages"],
  undo: Undo[],
): Promise<Workshop> {
  const folder = emptyFolder();
  // The database may work as another account than this process.
  chmodSync(folder, 0o755);
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const database = await openDatabase({ folder: join(folder, "data"), isScratch: true });
  undo.push(database.stop);
  const owner = await database.connect();
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

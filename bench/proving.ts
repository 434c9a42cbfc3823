// Measures what a case of `writ test` takes of the processors, of Node, which serves a copy and asks it, and of PostgreSQL.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { compile } from "@writ/language";
import { planOf, runCases, type Ground, type Hand } from "@writ/proof";
import { largeDocument } from "./large-document.ts";
import { onScratch } from "../packages/cli/src/proving/scratch.ts";

/** What starts as a command does. */
const beside = `${import.meta.dirname}/../packages/cli/bin/beside.mjs`;

type Taken = { readonly node: number; readonly postgres: number };

const none: Taken = { node: 0, postgres: 0 };
const sum = (one: Taken, other: Taken): Taken => ({
  node: one.node + other.node,
  postgres: one.postgres + other.postgres,
});

/** Milliseconds, as Linux tells it in hundredths of a second: of a process and all that it started. */
function takenBy(root: number): Taken {
  const all = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    return stat === undefined ? [] : [{ id: Number(name), ...stat }];
  });
  const of = (id: number): Taken => {
    const own = all.find((one) => one.id === id)?.taken ?? none;
    return all.filter(({ parent }) => parent === id).reduce((total, one) => sum(total, of(one.id)), own);
  };
  return of(root);
}

function statOf(id: string) {
  try {
    const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ").map(Number);
    const [own, waitedFor] = [fields.slice(11, 13), fields.slice(13, 15)].map((some) =>
      some.reduce((one, other) => one + 10 * other, 0),
    );
    const isPostgres = name.startsWith("postgres");
    const [mine = 0, theirs = 0] = [own, waitedFor];
    return {
      parent: fields[1],
      // What Node has waited for is PostgreSQL's, but for processes of Node that have ended.
      taken: isPostgres ? { node: 0, postgres: mine + theirs } : { node: mine, postgres: theirs },
    };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** `together`: with all that helps where a plan is long. */
type Way = "alone" | "together";

/** In a process that has done nothing yet, as that of a command. */
async function prove(file: string, way: Way): Promise<void> {
  const source = /^\d+$/.test(file) ? largeDocument(Number(file)) : readFileSync(file, "utf8");
  const compiled = compile(source);
  const { cases } = planOf(compiled);
  const planned = performance.now();
  const each = (milliseconds: number) => `${(milliseconds / cases.length).toFixed(1)} ms`;
  const tryThem = async (ground: Ground, hands: readonly Hand[]) => {
    const [began, before] = [performance.now(), takenBy(process.pid)];
    let failed = 0;
    await runCases(cases, ground, ({ outcome }) => void (failed += outcome === "failed" ? 1 : 0), hands);
    const [wall, after] = [performance.now() - began, takenBy(process.pid)];
    const [node, postgres] = [after.node - before.node, after.postgres - before.postgres];
    console.log(
      `${file.split("/").at(-2) ?? `${file} entities`}, ${way}: ${cases.length} cases, ${failed} failed; ${each(node + postgres)} of processors a case, ${each(node)} Node, ${each(postgres)} PostgreSQL; ${((1000 * cases.length) / wall).toFixed(0)} a second on ${((node + postgres) / wall).toFixed(2)} cores; planned after ${planned.toFixed(0)} ms, begun after ${began.toFixed(0)} ms, with ${before.node + before.postgres} ms of processors`,
    );
  };
  await onScratch(source, compiled, tryThem, way === "alone" ? {} : { cases });
  const { node, postgres } = takenBy(process.pid);
  console.log(`  as a whole ${performance.now().toFixed(0)} ms, ${node + postgres} ms of processors`);
}

const examples = ["help-desk", "equipment-lending", "project-tracker"].map(
  (name) => `${import.meta.dirname}/../examples/${name}/SPEC.md`,
);
/** A file, or of how many entities a document is to be. */
const [given, way] = process.argv.slice(process.connected ? 3 : 2);
if (process.connected) {
  await prove(given ?? "", way === "alone" ? "alone" : "together");
  process.disconnect?.();
} else
  for (const file of given === undefined ? examples : [given])
    for (const one of way === undefined ? ["alone", "together"] : [way])
      await once(fork(beside, [import.meta.url, file, one]), "exit");

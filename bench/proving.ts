// Measures what a case of `writ test` takes of the processors, of Node, which serves a copy and asks it, and of PostgreSQL.
import { readdirSync, readFileSync } from "node:fs";
import { compile } from "@writ/language";
import { planOf, runCases, type Ground, type Hand } from "@writ/proof";
import { onScratch } from "../packages/cli/src/scratch.ts";

type Stat = { readonly parent: number; readonly milliseconds: number };

/** As Linux tells it, in hundredths of a second: of a process, and of those that it has waited for. */
function statOf(id: number): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
    const [parent = 0] = fields.slice(1);
    return { parent, milliseconds: 10 * fields.slice(11, 15).reduce((one, other) => one + other, 0) };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Of a process and all that it started. */
function takenBy(root: number): number {
  const all = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    return stat === undefined ? [] : [{ id: Number(name), ...stat }];
  });
  const own = (id: number): number =>
    all.filter(({ parent }) => parent === id).reduce((sum, one) => sum + own(one.id), statOf(id)?.milliseconds ?? 0);
  return own(root);
}

const nodeTaken = () => Object.values(process.cpuUsage()).reduce((one, other) => one + other, 0) / 1000;

/** `together`: with the processes that help where a plan is long. */
async function prove(example: string, way: "alone" | "together"): Promise<void> {
  const source = readFileSync(`${import.meta.dirname}/../examples/${example}/SPEC.md`, "utf8");
  const compiled = compile(source);
  const { cases } = planOf(compiled);
  const tryThem = async (ground: Ground, hands: readonly Hand[]) => {
    const began = performance.now();
    const [all, node] = [takenBy(process.pid), nodeTaken()];
    let failed = 0;
    await runCases(cases, ground, ({ outcome }) => void (failed += outcome === "failed" ? 1 : 0), hands);
    const wall = performance.now() - began;
    const [taken, own] = [takenBy(process.pid) - all, nodeTaken() - node];
    const each = (milliseconds: number) => `${(milliseconds / cases.length).toFixed(1)} ms`;
    const parts = way === "alone" ? `, ${each(own)} of it of Node` : "";
    console.log(
      `${example}, ${hands.length + 1} copies: ${cases.length} cases, ${failed} failed; ${each(taken)} of processors a case${parts}; ${((1000 * cases.length) / wall).toFixed(0)} a second on ${(taken / wall).toFixed(2)} cores`,
    );
  };
  await onScratch(source, compiled, tryThem, way === "alone" ? {} : { cases });
}

// What it takes says more than how long it lasts: other work may have the cores.
for (const example of ["help-desk", "equipment-lending", "project-tracker"]) {
  await prove(example, "alone");
  await prove(example, "together");
}

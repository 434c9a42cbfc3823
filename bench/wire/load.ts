// Asks with wrk, a program of its own, so that what asks and what answers are not the same process.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Measured, Sent, Target } from "./target.ts";

const lua = (sent: Sent): string => `
local paths = {${sent.paths.map((path) => JSON.stringify(path)).join(",")}}
local bodies = {${(sent.bodies ?? [""]).map((body) => JSON.stringify(body)).join(",")}}
math.randomseed(os.time())
wrk.method = ${JSON.stringify(sent.method)}
${Object.entries(sent.headers)
  .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join("\n")}
request = function()
  return wrk.format(nil, paths[math.random(#paths)], nil, ${sent.bodies ? "bodies[math.random(#bodies)]" : "nil"})
end
done = function(summary, latency, requests)
  io.write(string.format("measured %f %f %f %d\\n", summary.requests / (summary.duration / 1000000),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, summary.errors.status + summary.errors.timeout + summary.errors.connect + summary.errors.read))
end
`;

export function measure(target: Target, sent: Sent, connections: number, seconds: number): Measured {
  const folder = mkdtempSync(join(tmpdir(), "writ-bench-"));
  try {
    const script = join(folder, "script.lua");
    writeFileSync(script, lua(sent));
    const before = processorSeconds(target.processes);
    const began = performance.now();
    const { stdout, stderr } = spawnSync(
      "wrk",
      ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", script, target.url],
      { encoding: "utf8" },
    );
    const passed = (performance.now() - began) / 1000;
    const [, perSecond, p50, p99, failed] = /^measured (\S+) (\S+) (\S+) (\S+)$/m.exec(stdout) ?? [];
    if (perSecond === undefined) throw new Error(`wrk, from the system's packages: ${stderr}${stdout}`);
    return {
      perSecond: Number(perSecond),
      p50: Number(p50),
      p99: Number(p99),
      failed: Number(failed),
      processors: (processorSeconds(target.processes) - before) / passed,
      megabytes: target.processes.reduce((sum, pid) => sum + privateMegabytes(pid), 0),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of processes and of all that they started, also of what has ended meanwhile and was waited for. */
export function processorSeconds(processes: readonly number[]): number {
  // One of them may have started another.
  return [...new Set(family(processes))].reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) / 100;
    } catch {
      return sum;
    }
  }, 0);
}

function family(processes: readonly number[]): readonly number[] {
  return processes.flatMap((pid) => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
      return [pid, ...family(children.map(Number))];
    } catch {
      return [];
    }
  });
}

/** What the process alone holds: not what it shares with others, such as the database's page cache. */
function privateMegabytes(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
    return (of("Private_Clean") + of("Private_Dirty")) / 1024;
  } catch {
    return 0;
  }
}

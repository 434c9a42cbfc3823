// The limit: pgbench sends the statements of Writ's data API in a pipeline, with nothing in front of the database.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { processorSeconds } from "./load.ts";
import { beginAs, statementsOn } from "./statements.ts";
import type { Measured, Target, Work } from "./target.ts";
import type { WritTarget } from "./writ.ts";

/** Of the database: as many as the others have. Each waits for its answer before it sends again. */
const most = 8;
/** As many different rows and bodies. */
const variants = 50;

/** Undefined where the system has no pgbench. */
export async function startPgbench(writ: WritTarget): Promise<Target | undefined> {
  if (spawnSync("pgbench", ["--version"]).status !== 0) return undefined;
  const client = new Client({ connectionString: writ.databaseUrl });
  await client.connect();
  const statementOf = await statementsOn(client);
  await client.end();
  const asked: readonly Work[] = [
    "point read",
    "list of 20",
    "two embeddings",
    "filtered count",
    "insert",
    "update",
    "transition",
  ];
  const works = Object.fromEntries(asked.map((work) => [work, writ.works[work]])) as Target["works"];
  const load = (work: Work, connections: number, seconds: number): Measured => {
    const sent = writ.works[work];
    if (sent === undefined) throw new Error(`there is no ${work}`);
    const folder = mkdtempSync(join(tmpdir(), "writ-pgbench-"));
    try {
      const given: string[] = [];
      const scripts = Array.from({ length: variants }, (_, number) => {
        const { text, values } = statementOf(sent, number);
        values.forEach((value, place) => given.push("-D", `v${number}_${place + 1}=${String(value)}`));
        const statement = text.replace(/\$(\d+)/g, `:v${number}_$1`);
        const file = join(folder, `${number}.sql`);
        writeFileSync(file, `\\startpipeline\n${beginAs(writ.owner)};\n${statement};\nCOMMIT;\n\\endpipeline\n`);
        return ["-f", file];
      });
      const before = processorSeconds([writ.postmaster]);
      const began = performance.now();
      const options = [
        "-n",
        "-M",
        "prepared",
        "-c",
        String(Math.min(most, connections)),
        "-j",
        "1",
        "-T",
        String(seconds),
        "-l",
      ];
      const { stdout, stderr } = spawnSync(
        "pgbench",
        [...options, `--log-prefix=${join(folder, "log")}`, ...given, ...scripts.flat(), writ.databaseUrl],
        { encoding: "utf8", maxBuffer: 2 ** 26 },
      );
      const passed = (performance.now() - began) / 1000;
      const [, perSecond] = /^tps = (\S+)/m.exec(stdout) ?? [];
      if (perSecond === undefined) throw new Error(`pgbench: ${stderr}${stdout}`);
      const times = readdirSync(folder)
        .filter((name) => name.startsWith("log"))
        .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
        .map((line) => Number(line.split(" ")[2]) / 1000)
        .toSorted((a, b) => a - b);
      return {
        perSecond: Number(perSecond),
        p50: times[Math.floor(times.length / 2)] ?? 0,
        p99: times[Math.floor(times.length * 0.99)] ?? 0,
        failed: 0,
        processors: (processorSeconds([writ.postmaster]) - before) / passed,
        megabytes: 0,
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return {
    name: "pgbench, the same statements",
    url: "",
    works,
    processes: [writ.postmaster],
    load,
    stop: async () => {},
  };
}

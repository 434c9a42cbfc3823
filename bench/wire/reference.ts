// Starts the reference server on Writ's own database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Sent, Target, Work } from "./target.ts";
import type { WritTarget } from "./writ.ts";

export async function startReference(writ: WritTarget): Promise<Target> {
  const shared = Object.entries(writ.works).filter(([name]) => name !== "sign-in");
  // Only the first of each tells which statement it is.
  const works = Object.fromEntries(
    shared.map(([name, sent]) => [
      name,
      { ...sent, paths: sent.paths.slice(0, 1), ...(sent.bodies ? { bodies: sent.bodies.slice(0, 1) } : {}) },
    ]),
  );
  const child = spawn(process.execPath, [`${import.meta.dirname}/reference-server.ts`, writ.databaseUrl, writ.owner], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, WORKS: JSON.stringify(works) },
  });
  const [said] = await once(child.stdout, "data");
  const { port } = JSON.parse(String(said)) as { readonly port: number };
  const sentTo = (work: string, sent: Sent): Sent => ({
    ...sent,
    method: sent.method === "HEAD" ? "GET" : sent.method,
    headers: {},
    paths: sent.paths.map((path) => `/${work.replaceAll(" ", "-")}?id=${/[0-9a-f-]{36}/.exec(path)?.[0] ?? ""}`),
  });
  return {
    name: "a short server, the same statements",
    url: `http://127.0.0.1:${port}`,
    processes: [child.pid ?? 0, writ.postmaster],
    works: Object.fromEntries(shared.map(([name, sent]) => [name, sentTo(name, sent)])) as Partial<Record<Work, Sent>>,
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

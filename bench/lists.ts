// Measures lists over the wire as they grow: the same requests at a hundred thousand tickets and at as many as are named.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";
import { readKeyRing, signingKey } from "../packages/server/src/keys/key-ring.ts";
import { idOf, layTickets } from "./rights.ts";

const sizes = [100_000, Number(process.argv[2] ?? 1_000_000)];
const rounds = 30;
/** The first person has a tenth of all tickets, most have some twenty at a million, and the last is an agent. */
const who = { "whoever has a tenth": idOf(1, 1), "whoever has a few": idOf(1, 7), "an agent": idOf(1, 50_000) };
const asked = {
  "one by key": "",
  "first 20, newest first": "select=number,subject,state&order=created_at.desc,id&limit=20",
  "first 20 of a state": "select=number,subject,state&state=eq.new&order=created_at.desc,id&limit=20",
  "first 20 with two embeddings": "select=number,category(name),assignee(name)&order=created_at.desc,id&limit=20",
  "page after the 1000th": "select=number&order=created_at.desc,id&limit=20&created_at=lt.2025-12-31T07:20:00Z",
};

const results = new Map<string, number[]>();
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), "writ-lists-"));
  const database = await openDatabase({ folder });
  try {
    const source = readFileSync(`${import.meta.dirname}/../examples/help-desk/SPEC.md`, "utf8");
    const client = await database.connect();
    await applyDocument(client, source, compile(source), (before) => compile(before));
    const tables = ["user", "category", "ticket", "comment"];
    for (const table of tables) await client.query(`ALTER TABLE public."${table}" DISABLE TRIGGER USER`);
    await layTickets(client, size);
    for (const table of tables) await client.query(`ALTER TABLE public."${table}" ENABLE TRIGGER USER`);
    const running = await serveProduct(database, { port: 0, log: "silent" });
    const ring = await readKeyRing(client);
    for (const [name, sub] of Object.entries(who)) {
      const token = await new SignJWT({ role: "authenticated", sub, iss: `${running.url}/auth/v1` })
        .setProtectedHeader({ alg: "ES256", kid: signingKey(ring).kid })
        .setExpirationTime("1h")
        .sign(signingKey(ring).privateKey);
      const headers = { authorization: `Bearer ${token}` };
      const own = await client.query("SELECT id FROM ticket WHERE requester = $1 LIMIT 1", [
        name === "an agent" ? idOf(1, 1) : sub,
      ]);
      for (const [what, query] of Object.entries(asked)) {
        const path = query === "" ? `id=eq.${own.rows[0]?.id}` : query;
        const taken: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const began = performance.now();
          const response = await fetch(`${running.url}/rest/v1/ticket?${path}`, { headers });
          if (!response.ok) throw new Error(await response.text());
          await response.text();
          taken.push(performance.now() - began);
        }
        const median = taken.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
        const key = `${name}: ${what}`;
        results.set(key, [...(results.get(key) ?? []), median]);
      }
    }
    await running.stop();
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

console.log(`${"".padEnd(60)}${sizes.map((size) => size.toLocaleString("en").padStart(14)).join("")}         ratio`);
for (const [key, [small = 0, large = 0]] of results)
  console.log(
    `${key.padEnd(60)}${[small, large].map((one) => `${one.toFixed(2)} ms`.padStart(14)).join("")}${(large / small).toFixed(2).padStart(14)}`,
  );

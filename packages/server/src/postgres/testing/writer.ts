// A process of its own for the tests that kill: opens the database of a folder and writes rows until it is ended.
import { writeSync } from "node:fs";
import { openDatabase } from "../index.ts";
import { pause } from "../../../../language/src/testing/eventually.ts";

const [, , folder = ""] = process.argv;
// What stands on the output was said before the process was killed: nothing is kept back.
const say = (line: string) => void writeSync(1, `${line}\n`);

const database = await openDatabase({ folder });
const first = await database.connect();
await first.query("create table if not exists line (number bigint primary key, text text not null)");
await first.end();
say("ready");

// The keys of one run are not those of another.
// By the clock: numbers that no earlier writer has used.
const base = Date.now() * 1000;
for (let number = 0; ; number++) {
  try {
    const client = await database.connect();
    for (; ; number++) {
      await client.query("insert into line values ($1, repeat('x', 2000))", [base + number]);
      say(String(base + number));
    }
  } catch {
    // The server was killed: it is started again meanwhile.
    await pause(20, "the database is away");
  }
}

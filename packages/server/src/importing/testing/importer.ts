// A process of its own for the tests that kill: imports the good rows of a file.
import { writeSync } from "node:fs";
import { openDatabase } from "../../postgres/index.ts";
import { importRows } from "../index.ts";

const [, , url = "", path = "", entity = "", how = ""] = process.argv;
const database = await openDatabase({ url });
const { created, refused } = await importRows({
  database,
  path,
  entity,
  map: [],
  ignore: [],
  as: undefined,
  updateBy: undefined,
  mode: "only good",
  how: how === "continue" ? "continue" : "new",
  progress: (rows) => void writeSync(1, `${rows}\n`),
});
writeSync(1, `created ${created}, refused ${refused}\n`);
await database.stop();

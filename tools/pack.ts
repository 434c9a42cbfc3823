// `npm run pack -- --out DIR`: the packages as they are published, each as a tarball; with `--all-platforms` those of
// PostgreSQL for all of them.
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { buildTelling } from "./build-telling.ts";
import { pack } from "./pack/index.ts";

const { values } = parseArgs({ options: { out: { type: "string" }, "all-platforms": { type: "boolean" } } });

if (values.out === undefined || values.out === "") {
  console.error("npm run pack -- --out DIR: the folder for the tarballs is missing");
  process.exitCode = 2;
} else {
  await buildTelling();
  const options = { out: values.out, allPlatforms: values["all-platforms"] === true };
  for (const file of await pack(fileURLToPath(new URL("..", import.meta.url)), options)) console.log(file);
}

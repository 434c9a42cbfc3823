// Files of every type that a field may ask for are brought as what they are called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();

const fields = ["mp3", "ogg", "wav", "mp4", "mov", "tif", "bmp", "docx", "ics", "m4a", "rtf", "svg"].map(
  (ending) => `| ${ending} | file up to 1 KB (${ending}) | yes | |`,
);

const songs = completeDocument(`
## 3. Entities and their fields

### Song

| Field | Type | Required | Default |
| --- | --- | --- | --- |
${fields.join("\n")}

${everything("Song | create, read, update, delete")}
${settings}`).source;

test("files of many types are brought as what they are called", async () => {
  const { passed, failed } = await runPlan(start, songs, { only: "6/Song/create/Person" });
  assert.deepEqual(failed, []);
  assert.deepEqual(passed, ["6/Song/create/Person#may"]);
});

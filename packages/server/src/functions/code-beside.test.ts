// Code in a file beside the document, as a function that editors check: what it is given, and where its mistakes are told.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { products } from "../testing/product.ts";
import { codeOf, serveFragment } from "./testing/served.ts";

const fragment = `
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Greet | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Greet | function | button | \`calls/greet.ts\` | RUDE |

### Greet
- In: Name (text)
- Out: Told (text)

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| RUDE | No name | 422 | Say a name. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;
const typed = `import type { Code } from "./types.ts";

type Told = { told: string };
const greeting = (name: string): Told => ({ told: name });

export const call: Code<"greet"> = async ({ input, me, now, problem }) => {
  if (input.name === "rude") throw problem("RUDE");
  if (me === null || !(now instanceof Date)) return { told: "odd" };
  return greeting(input.name);
};
`;
const start = products();

test("code in a file may be a typed function, and is read again when it has changed", async () => {
  const product = await serveFragment(start, fragment);
  const ann = await product.person("ann");
  const file = join(dirname(product.file), "calls/greet.ts");
  mkdirSync(dirname(file));
  const greet = async (text: string, name = "ann") => {
    writeFileSync(file, text);
    return product.call("greet", { name }, ann);
  };
  assert.deepEqual((await greet(typed)).body, { told: "ann" }, product.printed.join("\n"));
  assert.deepEqual(codeOf(await greet(typed, "rude")), [422, "RUDE"]);
  const plain =
    "export async function call({ input }: { input: { name: string } }) {\n  return { told: `to ${input.name}` };\n}\n";
  assert.deepEqual((await greet(plain)).body, { told: "to ann" });
  assert.deepEqual((await greet("return { told: input.name };\n")).body, { told: "ann" });
  assert.deepEqual(codeOf(await greet(typed.replace("greeting(input.name)", "missing.name"))), [500, "UNEXPECTED"]);
  assert.ok(
    product.printed.some((line) => line.includes("greet.ts:9:") && line.includes("missing")),
    product.printed.join("\n"),
  );
  // Types are all that may be imported.
  for (const line of ['import { readFile } from "node:fs/promises";', 'import other from "https://example.com/x.ts";'])
    assert.deepEqual(codeOf(await greet(`${line}\n${typed}`)), [500, "UNEXPECTED"]);
  for (const line of [
    '(await import("node:fs")).readFileSync("/etc/hosts");',
    'await import("https://example.com/x.ts");',
  ])
    assert.deepEqual(codeOf(await greet(typed.replace("  return greeting", `  ${line}\n  return greeting`))), [
      500,
      "UNEXPECTED",
    ]);
});

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

| Constant | Value |
| --- | --- |
| Held for | low: 3 days, high: 90 minutes |
| Share | 12.5 % |
| Fee | 7 |
| Room | 2 MB |
| Loud | yes |
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
const warnings: string[] = [];
process.on("warning", ({ message }) => void warnings.push(message));

test("code speaks of constants of section 9 as they are now, and changes none", async () => {
  const product = await serveFragment(start, fragment);
  const ann = await product.person("ann");
  const file = join(dirname(product.file), "calls/greet.ts");
  mkdirSync(dirname(file));
  const told = async (code: string) => {
    writeFileSync(file, code);
    return (await product.call("greet", { name: "ann" }, ann)).body["told"];
  };
  const all =
    "[constants.held_for.low, constants.held_for.high, constants.share, constants.fee, constants.room, constants.loud]";
  assert.equal(await told(`return { told: ${all}.join() };`), "259200000,5400000,0.125,7,2097152,true");
  assert.equal(
    await told(`export const call = async ({ constants }) => ({ told: ${all}.join() + typeof constants.other });`),
    "259200000,5400000,0.125,7,2097152,trueundefined",
  );
  // A process is used again: what one run changes is nobody else's.
  for (const change of ["constants.fee = 1;", "constants.held_for.low = 1;", "delete constants.loud;"])
    await told(`try { ${change} } catch {} return { told: "" };`);
  assert.equal(await told(`return { told: ${all}.join() };`), "259200000,5400000,0.125,7,2097152,true");
});

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

test("the log has no warnings about stripped types", () => assert.deepEqual(warnings, []));

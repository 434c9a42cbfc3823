// A product with rows of two people and an operator, for tests of what SQL sees and does.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { completeDocument } from "../../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../testing/product.ts";
import type { SqlView } from "../../operator-response-types.ts";
import { asked, inProduction, operator } from "../../testing/production.ts";

export const { source } = completeDocument(`## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Cost | number | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read, update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

type Answer = SqlView & { readonly code?: string; readonly message?: string; readonly position?: number };

export type SqlDesk = {
  readonly desk: TestProduct;
  /** Of the operator. */
  readonly cookie: string;
  readonly run: (text: string) => Promise<{ readonly status: number; readonly told: Answer }>;
  /** Of a statement that is answered. */
  readonly rows: (text: string) => Promise<SqlView["rows"]>;
};

/** For a file of tests; what it returns is called before them. */
export function sqlDesk(): () => Promise<SqlDesk> {
  const folder = mkdtempSync(join(tmpdir(), "writ-sql-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "console.html"), "<head><!-- writ --></head>");
  const start = products();
  return async () => {
    const desk = await inProduction(start, source, folder);
    const cookie = await operator(desk, "ann@example.test");
    const [eve, bob] = [await desk.person("Eve"), await desk.person("Bob")];
    for (const [about, bearer] of [
      ["roof", eve],
      ["cellar", bob],
      ["=1+1", bob],
    ] as const)
      await fetch(`${desk.url}/rest/v1/claim`, {
        method: "POST",
        headers: { apikey: desk.anonKey, authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify({ about, cost: 1.5 }),
      });
    const run: SqlDesk["run"] = async (text) => {
      const { status, told } = await asked(desk, cookie, "sql", { text });
      return { status, told: told as Answer };
    };
    const rows: SqlDesk["rows"] = async (text) => {
      const { status, told } = await run(text);
      assert.equal(status, 200, JSON.stringify(told));
      return told.rows;
    };
    return { desk, cookie, run, rows };
  };
}

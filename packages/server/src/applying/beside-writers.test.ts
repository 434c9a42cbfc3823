// Documents that are applied while people work: nobody is refused for it, and nobody reads more than one of them allows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { applyDocument, planNow } from "./index.ts";

const start = products();
const applies = process.env["WRIT_LONG"] === "1" ? 200 : 12;

/** \`first\`: who reads what in one of two ways; \`extra\`: an optional field more. */
const documentOf = (first: boolean, extra: boolean) =>
  completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Left | yes/no | yes | no |
| Right | yes/no | yes | no |
${extra ? "| Aside | text up to 40 | no | |\n" : ""}| Items | list of Item | | |
| Weight | computed integer \`box.items.map(i, i.weight).sum()\` | | |
| Filled | integer | auto | 0 |
| State | state | | |

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | belongs to Box | yes | |
| Weight | integer | yes | |

## 4. States and transitions

### Box

| State | Kind |
| --- | --- |
| Open | start |
| Closed | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Close | Open | Closed | button | \`box.items.size() > 0\` | EMPTY |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Box | Close | | set | \`filled = box.weight\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- |
| Light | Box | | \`box.items.map(i, i.weight).sum() < 1000000\` | TOO_HEAVY | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| shown | Box | \`${first ? "box.left" : "box.right"} or box.created_by == me\` |
| in it | Item | \`item.box.created_by == me\` |

| For | May | Person |
| --- | --- | --- |
| Box | create, update, delete | yes |
| Box | read | shown |
| Box | Close | yes |
| Item | create, update, delete | yes |
| Item | read | in it |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| EMPTY | A box without items is closed | 409 | There is nothing in it. |
| TOO_HEAVY | A box weighs too much | 422 | That is too heavy. |
`).source;

type Answered = { readonly status: number; readonly body: string };

/** Requests of one client, one after the other. */
const clientOf =
  ({ url, anonKey }: TestProduct, token: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const headers = {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "return=representation",
    };
    const response = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.text() };
  };

test(`${applies} documents are applied beside eight clients, and neither is refused`, async () => {
  const product = await start(documentOf(true, false));
  const sub = JSON.parse(atob((await product.person("keeper")).split(".")[1] ?? "")).sub;
  const keeper = clientOf(product, await product.token({ sub }));
  for (const [name, left, right] of [
    ["a", true, false],
    ["b", false, true],
    ["c", true, false],
    ["d", false, true],
  ])
    assert.equal((await keeper("POST", "box", { name, left, right })).status, 201);
  const over = new AbortController();
  const wrong: string[] = [];
  const seen = new Set<string>();
  const note = (what: string, { status, body }: Answered, ...expected: readonly number[]) => {
    if (!expected.includes(status)) wrong.push(`${what}: ${status} ${body}`);
  };
  const people: string[] = [];
  for (const name of ["ann", "ben", "cleo", "dan", "eve", "fay", "gus", "hal"]) people.push(await product.person(name));
  const write = async (token: string, number: number) => {
    const ask = clientOf(product, token);
    while (!over.signal.aborted) {
      const made = await ask("POST", "box", { name: `of ${number}` });
      note("create", made, 201);
      const id = made.status === 201 ? JSON.parse(made.body)[0].id : undefined;
      note(
        "add",
        await ask("POST", "item", [
          { box: id, weight: 1 },
          { box: id, weight: 2 },
        ]),
        201,
      );
      note("change", await ask("PATCH", `box?id=eq.${id}`, { name: "changed" }), 200);
      const closed = await ask("POST", "rpc/box_close", { id });
      note("close", closed, 200);
      if (closed.status === 200) {
        const [row] = JSON.parse((await ask("GET", `box?id=eq.${id}&select=weight,filled,state,name`)).body);
        if (JSON.stringify(row) !== '{"weight":3,"filled":3,"state":"closed","name":"changed"}')
          wrong.push(`what was written: ${JSON.stringify(row)}`);
      }
    }
  };
  const read = async (token: string) => {
    const ask = clientOf(product, token);
    while (!over.signal.aborted) {
      const found = await ask("GET", "box?name=in.(a,b,c,d)&select=name&order=name");
      note("read", found, 200);
      seen.add(
        JSON.parse(found.body)
          .map((row: { readonly name: string }) => row.name)
          .join(),
      );
    }
  };
  const working = Promise.all([...people.slice(0, 6).map(write), ...people.slice(6).map(read)]);
  const applier = await product.database.connect();
  const outcomes: string[] = [];
  try {
    for (let index = 1; index <= applies; index++) {
      const source = documentOf(index % 2 === 0, index % 4 > 1);
      const outcome = await applyDocument(applier, source, compile(source), (before) => compile(before), {
        drop: new Set(["3/Box/Aside"]),
      });
      outcomes.push(outcome.is);
    }
  } finally {
    over.abort();
    await working;
    await applier.end();
  }
  assert.deepEqual(
    outcomes,
    outcomes.map(() => "applied"),
  );
  assert.deepEqual(wrong, []);
  assert.deepEqual([...seen].toSorted(), ["a,c", "b,d"]);
});

test("a transaction ends under the document that it began under, also if only functions change", async () => {
  const product = await start(documentOf(true, false));
  const sub = JSON.parse(atob((await product.person("ann")).split(".")[1] ?? "")).sub;
  const reader = await product.database.connect({ as: "authenticator" });
  const applier = await product.database.connect();
  await reader.query("BEGIN; SET LOCAL ROLE authenticated");
  await reader.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub })]);
  await reader.query("SELECT FROM public.box");
  const source = documentOf(true, false).replace("< 1000000", "< 2000000");
  const plan = await planNow(applier, compile(source), (before) => compile(before));
  assert.deepEqual(
    new Set(plan.steps.flatMap(({ what, sql }) => (sql.length > 0 ? [what.split(" ")[0]] : []))),
    new Set(["function"]),
  );
  const done = new AbortController();
  const applied = applyDocument(applier, source, compile(source), (before) => compile(before)).finally(() =>
    done.abort(),
  );
  const waits = async () =>
    (await product.owner("SELECT FROM pg_locks WHERE relation = 'public.box'::regclass AND NOT granted")).length > 0;
  while (!done.signal.aborted && !(await waits()));
  assert.equal(done.signal.aborted, false);
  await reader.query("COMMIT");
  assert.equal((await applied).is, "applied");
  await Promise.all([reader.end(), applier.end()]);
});

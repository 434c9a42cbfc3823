// Writing what one may not read: it is written, and nothing of it comes back.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";

const startProduct = products();
const source = `<!-- writ 1 -->
# Box

## 1. What the product does and for whom

Letters to the editor.

## 2. Screens and routes

none.

## 3. Entities and their fields

### Letter

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 60, unique | yes | |
| Hidden | yes/no | no | no |

## 4. States and transitions

none.

## 5. Validation rules

none.

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Editor | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| shown | Letter | \`not letter.hidden\` |

| For | May | Visitor | Editor |
| --- | --- | --- | --- |
| Letter | create | yes | yes |
| Letter | read | no | shown |
| Letter | update | no | yes |
| Letter | delete | no | no |

## 7. The calls it makes

none.

## 8. The error catalogue

none.

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

let box: TestProduct;
let editor = "";
before(async () => {
  box = await startProduct(source);
  editor = await box.person("Eve", "editor");
});

const write = async (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${box.url}/rest/v1${path}`, {
    method,
    headers: { "content-type": "application/json", prefer: "return=representation", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.text() };
};

test("a user who may create but not read gets a success without the row", async () => {
  assert.deepEqual(await write("POST", "/letter", { text: "one" }), { status: 201, body: "[]" });
  assert.deepEqual(await write("POST", "/letter", [{ text: "two" }, { text: "three" }]), { status: 201, body: "[]" });
  const single = await write("POST", "/letter", { text: "four" }, { accept: "application/vnd.pgrst.object+json" });
  assert.deepEqual(single, { status: 201, body: "" });
  assert.equal((await write("POST", "/letter", { text: "five" }, { prefer: "return=minimal" })).status, 201);
  const [row] = await box.owner("SELECT count(*)::int AS n FROM letter");
  assert.equal(row?.["n"], 5);
});

test("what is refused is refused all the same, and once", async () => {
  const again = await write("POST", "/letter", { text: "one" });
  assert.equal(again.status, 409, again.body);
  assert.equal((await write("POST", "/letter", { text: "x".repeat(61) })).status, 422);
});

test("a change that hides a row from its writer succeeds and does not return the row", async () => {
  const { status, body } = await write(
    "PATCH",
    "/letter?text=eq.two",
    { hidden: true },
    { authorization: `Bearer ${editor}` },
  );
  assert.equal(status, 200, body);
  const [row] = await box.owner("SELECT hidden FROM letter WHERE text = 'two'");
  assert.equal(row?.["hidden"], true);
});

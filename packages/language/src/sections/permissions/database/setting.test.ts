// What clients may give at creation beside what the system would set, in every spelling of it, and what they are told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();
const document = (fragment: string) => open(completeDocument(fragment).source);

/** `ok`, or the code with its field and clause. */
function told(answer: Answer): unknown {
  if ("rows" in answer) return "ok";
  const [problem] = answer.problems;
  return [answer.code, problem?.field, problem?.clause].filter((part) => part !== undefined).join(" ");
}

const bills = `## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Weight | number | no | 2.5 |
| Share | percent | yes | 20 % |
| Price | money | no | 1.50 EUR |
| Note | text | no | Grüße |
| Paid | yes/no | auto | no |
| Tags | several of: red, blue | auto | |
| Rank | integer | no | 3 |
| Twice | integer | auto | \`bill.rank != null ? bill.rank * 2 : 0\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Head | named at installation |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| cheap | Bill | \`bill.price == null or bill.price < money(2)\` | DEAR |

| For | May | Visitor | Head |
| --- | --- | --- | --- |
| Bill | create | cheap | no |
| Bill | read, update | yes | yes |
| Bill | delete | no | no |
| Bill | set Weight, set Share, set Note, set Rank, set Price | no | no |
| Bill | set Twice | no | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| DEAR | | 409 | It is dear. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
`;

test("the value that would be set passes, whatever its type, and however it is spelled", async () => {
  const database = await document(bills);
  const create = async (column: string, value: string) =>
    told(await database.as(null, `INSERT INTO bill (title, ${column}) VALUES ('B', ${value})`));
  for (const [column, same, other] of [
    ["weight", "2.50", "2.51"],
    ["share", "0.2000", "0.20001"],
    ["price", "1.5", "1.51"],
    // Composed here, and of two characters there.
    ["note", "U&'Gru\\0308\\00DFe'", "'Grusse'"],
    // Another value follows from it.
    ["rank", "3", "4"],
    ["twice", "6", "7"],
  ] as const) {
    assert.equal(await create(column, same), "ok", column);
    assert.match(String(await create(column, other)), new RegExp(`^NOT_SIGNED_IN ${column} `), column);
  }
  const rows = await database.owner(
    "SELECT DISTINCT weight, trim_scale(share) AS share, price, note, rank, twice FROM bill",
  );
  assert.deepEqual(rows, [{ weight: "2.5", share: "0.2", price: "1.50", note: "Grüße", rank: "3", twice: "6" }]);
});

test("setting a yes/no or a list to NULL counts as setting it to no or to empty", async () => {
  const database = await document(bills);
  const [bill] = await database.owner("INSERT INTO bill (title) VALUES ('B') RETURNING id");
  const set = async (change: string) =>
    told(await database.as(null, `UPDATE bill SET ${change} WHERE id = '${String(bill?.["id"])}'`));
  assert.equal(await set("paid = NULL, tags = NULL, title = 'C'"), "ok");
  assert.equal(await set("paid = true"), "FORBIDDEN paid 3/Bill/Paid");
  await database.owner("UPDATE bill SET paid = true, tags = '{red}'");
  assert.equal(await set("paid = NULL"), "FORBIDDEN paid 3/Bill/Paid");
  assert.equal(await set("tags = NULL"), "FORBIDDEN tags 3/Bill/Tags");
});

test("a creator gets the problems of the row as given, before the fields that they may not give", async () => {
  const database = await document(bills);
  const head = await database.account("Hanna", "head");
  const create = async (columns: string, values: string) =>
    told(await database.as(head, `INSERT INTO bill (title, ${columns}) VALUES ('B', ${values})`));
  assert.equal(await create("price", "1.5"), "ok");
  assert.equal(await create("price", "3"), "DEAR 6/Bill/create");
  assert.equal(await create("rank, price", "4, 3"), "DEAR 6/Bill/create");
  assert.equal(await create("rank", "4"), "FORBIDDEN rank 6/Bill/set Rank");
});

test("a field that is set once is never changed, and that is reported once", async () => {
  const database = await document(bills.replace("| Note | text | no |", "| Note | text, set once | no |"));
  const [bill] = await database.owner("INSERT INTO bill (title) VALUES ('B') RETURNING id");
  const change = await database.as(null, "UPDATE bill SET note = 'other' WHERE id = $1", [bill?.["id"]]);
  assert.deepEqual("problems" in change && change.problems, [
    { code: "FORBIDDEN", field: "note", clause: "3/Bill/Note" },
  ]);
});

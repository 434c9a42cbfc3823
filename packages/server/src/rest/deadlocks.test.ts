// Sixteen clients who stand in each other's way at the wire: nobody is told of a deadlock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../testing/product.ts";

const startProduct = products();
const source = `<!-- writ 1 -->
# Teams

## 1. What the product does and for whom

Teams.

## 2. Screens and routes

none.

## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Members | list of Member | | |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Load | integer | yes | 0 |
| Partner | reference to Member, cleared on delete | no | |

## 4. States and transitions

none.

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not too much | Team | \`team.members.map(m, m.load).sum() <= 1000\` | TOO_MUCH |
| Not both | Member | \`member.partner == null or member.partner.load + member.load <= 1000\` | TOO_MUCH |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |

| For | May | Visitor |
| --- | --- | --- |
| Team | create, read, update, delete | yes |
| Member | create, read, update, delete | yes |

## 7. The calls it makes

none.

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_MUCH | | 422 | Too much. |

## 9. Business constants and limits

none.
`;

const team = "11111111-0000-4000-8000-000000000000";
const member = (index: number) => `22222222-0000-4000-8000-00000000000${index}`;

test("deleting a row with all that belongs to it while others write there", async (context) => {
  const { url, owner, anonKey } = await startProduct(source);
  const send = async (method: string, path: string, body?: unknown): Promise<string> => {
    const response = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers: { apikey: anonKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return response.ok ? "done" : String(JSON.parse(text).code);
  };
  const told = new Map<string, number>();
  for (let round = 0; round < (process.env["WRIT_LONG"] === "1" ? 100 : 8); round++) {
    await owner(`INSERT INTO public.team (id) VALUES ('${team}')`);
    await owner(
      `INSERT INTO public.member (id, team) SELECT ('22222222-0000-4000-8000-00000000000' || n)::uuid, '${team}' FROM generate_series(0, 7) AS n`,
    );
    await owner(
      "UPDATE public.member SET partner = ('22222222-0000-4000-8000-00000000000' || (7 - right(id::text, 1)::int))::uuid",
    );
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        if (index === 8) return send("DELETE", `team?id=eq.${team}`);
        if (index % 4 === 3) return send("PATCH", `member?team=eq.${team}`, { load: index });
        return send("PATCH", `member?id=eq.${member(index % 8)}`, { load: index });
      }),
    );
    for (const answer of answers) told.set(answer, (told.get(answer) ?? 0) + 1);
    await owner("DELETE FROM public.team");
  }
  context.diagnostic(JSON.stringify(Object.fromEntries(told)));
  assert.deepEqual(
    [...told.keys()].filter((code) => code !== "done" && code !== "TOO_MUCH"),
    [],
  );
});

// People to try a product as: who is made for which role, what their links do, and that production knows none of them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { applyDocument, writeSamples } from "../applying/index.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { serveProduct } from "../serve.ts";
import { writePeople } from "./preview/write-people.ts";

const fragment = `## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Badge | text up to 20 | yes | |

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |

### Membership
- Owner: Person

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Person | reference to User | yes | |
| Kind | one of: player, guest | yes | player |

### Sample: User

| Key | Name | Email | Badge |
| --- | --- | --- | --- |
| ann | Ann | ann@example.test | 7 |
| ben | Ben | ben@example.test | 8 |

### Sample: Team

| Key | Name |
| --- | --- |
| red | Red |

### Sample: Membership

| Key | Team | Person |
| --- | --- | --- |
| one | red | ann |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Visitor | anyone | |
| Reader | signed in | |
| Lead | named at installation | |
| Helper | assigned by Lead | |
| Player | Membership where \`membership.kind == 'player'\` | Team |

| For | May | Visitor | Reader | Lead | Helper | Player |
| --- | --- | --- | --- | --- | --- | --- |
| Team | read | no | no | yes | yes | yes |
| Team | create, update, delete | no | no | yes | no | no |
| Membership | create, read, update, delete | no | no | yes | no | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

async function start(document: string) {
  const { source } = completeDocument(document);
  const compiled = compile(source);
  assert.deepEqual(
    compiled.problems.flatMap(({ severity, message }) => (severity === "error" ? [message] : [])),
    [],
  );
  const database = await openDatabase({ folder: emptyFolder({ after }) });
  after(async () => database.stop());
  const owner = await database.connect();
  await applyDocument(owner, source, compiled, (before) => compile(before));
  await writeSamples(owner, compiled);
  const missing = await writePeople(owner, compiled);
  const serve = async (options: { readonly development: boolean; readonly host?: string }) => {
    const running = await serveProduct(database, { port: 0, log: "error", ...options });
    after(async () => running.stop());
    return running;
  };
  return { compiled, owner, missing, serve };
}

const preview = await start(fragment);

const follow = async (link: string) => {
  const response = await fetch(link, { redirect: "manual" });
  return new URLSearchParams(new URL(response.headers.get("location") ?? "").hash.slice(1));
};

test("there is one person for each named role, with the required fields, and the people of the samples with their roles", async () => {
  assert.deepEqual(preview.missing, []);
  const running = await preview.serve({ development: true });
  const people = await running.people(preview.compiled);
  assert.deepEqual(Object.fromEntries(people.map(({ email, roles }) => [email, roles])), {
    "ann@example.test": ["Reader", "Player"],
    "ben@example.test": ["Reader"],
    "reader@example.test": ["Reader"],
    "lead@example.test": ["Reader", "Lead"],
    "helper@example.test": ["Reader", "Helper"],
  });
  const { rows } = await preview.owner.query(`SELECT badge FROM public."user" WHERE email = 'lead@example.test'`);
  assert.deepEqual(rows, [{ badge: "7" }]);
});

test("a preview link signs in any number of times, stays the same, and does nothing else", async () => {
  const running = await preview.serve({ development: true });
  const lead = async () => (await running.people(preview.compiled)).find(({ email }) => email === "lead@example.test");
  const link = (await lead())?.link ?? "";
  for (let turn = 0; turn < 2; turn++) {
    const fragmentOf = await follow(link);
    const user = await fetch(`${running.url}/rest/v1/team`, {
      headers: { apikey: running.anonKey, authorization: `Bearer ${fragmentOf.get("access_token")}` },
    });
    assert.equal(((await user.json()) as readonly unknown[]).length, 1);
  }
  assert.equal((await lead())?.link, link);
  const asked = new URL(link);
  asked.searchParams.set("type", "recovery");
  assert.equal((await follow(asked.href)).get("error_code"), "otp_expired");
  await preview.owner.query("UPDATE auth.one_time_tokens SET expires_at = now() WHERE kind = 'preview'");
  assert.equal((await follow(link)).get("error_code"), "otp_expired");
});

test("production, and a server that others can reach, has no preview people and refuses their links", async () => {
  const developing = await preview.serve({ development: true });
  const link = new URL((await developing.people(preview.compiled))[0]?.link ?? "");
  const production = await preview.serve({ development: false });
  assert.deepEqual(await production.people(preview.compiled), []);
  assert.equal((await follow(`${production.url}${link.pathname}${link.search}`)).get("error_code"), "otp_expired");
  const body = JSON.stringify({ token_hash: link.searchParams.get("token"), type: "magiclink" });
  const posted = await fetch(`${production.url}/auth/v1/verify`, { method: "POST", body });
  assert.equal(posted.status, 403);
  assert.deepEqual(await (await preview.serve({ development: true, host: "0.0.0.0" })).people(preview.compiled), []);
});

test("preview people are written once: lost roles and deleted accounts stay so, and registered users are not listed", async () => {
  const { owner, compiled } = preview;
  await owner.query("DELETE FROM writ.assigned_role WHERE role = 'helper'");
  await owner.query("DELETE FROM auth.users WHERE email = 'reader@example.test'");
  await owner.query(
    `INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ('own@example.org', now(), '{"badge": "9"}')`,
  );
  assert.deepEqual(await writePeople(owner, compiled), []);
  const people = await (await preview.serve({ development: true })).people(compiled);
  const roles = new Map(people.map(({ email, roles: held }) => [email, held]));
  assert.deepEqual(roles.get("helper@example.test"), ["Reader"]);
  assert.equal(roles.has("reader@example.test") || roles.has("own@example.org"), false);
});

test("without a way to sign in there are no preview people; those that the document refuses are reported", async () => {
  const none = await start(fragment.replace(/## 9[\s\S]*/, ""));
  assert.deepEqual(none.missing, []);
  const { rows } = await none.owner.query("SELECT count(*)::integer AS count FROM auth.users");
  assert.deepEqual(rows, [{ count: 2 }]);
  const refused = await start(fragment.replace("text up to 20 |", "text up to 20, unique |"));
  assert.deepEqual(
    refused.missing.map(({ role }) => role),
    ["Reader", "Lead", "Helper"],
  );
});

// People to try a product as: who is made for which role, what their links do, and that production knows none of them.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { productModules } from "@writ/language/product";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { applyDocument, writeSamples } from "../applying/index.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { serveProduct } from "../serve.ts";
import type { Running, ServeOptions } from "../serve-options.ts";
import type { SamplePerson } from "./preview/response-types.ts";
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
  const serve = async (options: Partial<ServeOptions>) => {
    const running = await serveProduct(database, { port: 0, log: "error", ...options });
    after(async () => running.stop());
    return running;
  };
  return { source, compiled, owner, missing, serve };
}

const preview = await start(fragment);

const follow = async (link: string) => {
  const response = await fetch(link, { redirect: "manual" });
  return new URLSearchParams(new URL(response.headers.get("location") ?? "").hash.slice(1));
};

test("there is one person for each role that no sample person has, with the required fields, and the people of the samples with their roles", async () => {
  assert.deepEqual(preview.missing, []);
  const running = await preview.serve({ development: true });
  const people = await running.people(preview.compiled);
  assert.deepEqual(Object.fromEntries(people.map(({ email, roles }) => [email, roles])), {
    "ann@example.test": ["Reader", "Player"],
    "ben@example.test": ["Reader"],
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
  await owner.query("DELETE FROM auth.users WHERE email = 'lead@example.test'");
  await owner.query(
    `INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ('own@example.org', now(), '{"badge": "9"}')`,
  );
  assert.deepEqual(await writePeople(owner, compiled), []);
  const people = await (await preview.serve({ development: true })).people(compiled);
  const roles = new Map(people.map(({ email, roles: held }) => [email, held]));
  assert.deepEqual(roles.get("helper@example.test"), ["Reader"]);
  assert.equal(roles.has("lead@example.test") || roles.has("own@example.org"), false);
});

test("without a way to sign in there are no preview people; those that the document refuses are reported", async () => {
  const none = await start(fragment.replace(/## 9[\s\S]*/, ""));
  assert.deepEqual(none.missing, []);
  const { rows } = await none.owner.query("SELECT count(*)::integer AS count FROM auth.users");
  assert.deepEqual(rows, [{ count: 2 }]);
  const refused = await start(fragment.replace("text up to 20 |", "text up to 20, unique |"));
  assert.deepEqual(
    refused.missing.map(({ role }) => role),
    ["Lead", "Helper"],
  );
  const named = await start(
    fragment
      .replace("| Key | Name | Email | Badge |\n| --- |", "| Key | Name | Email | Badge | Roles |\n| --- | --- |")
      .replace("| ann@example.test | 7 |", "| ann@example.test | 7 | Lead |")
      .replace("| ben@example.test | 8 |", "| ben@example.test | 8 | |"),
  );
  const listed = await (await named.serve({ development: true })).people(named.compiled);
  assert.deepEqual(Object.fromEntries(listed.map(({ email, roles }) => [email, roles])), {
    "ann@example.test": ["Reader", "Lead", "Player"],
    "ben@example.test": ["Reader"],
    "helper@example.test": ["Reader", "Helper"],
  });
});

test("the sign-in page is told of sample people in development with samples alone, and no page of another address is", async () => {
  const { source, compiled } = preview;
  const document = { file: "SPEC.md", source, compiled };
  const folder = emptyFolder({ after });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><head><!-- writ --></head>");
  const pages = { folder, modules: productModules(compiled) };
  const serve = async (options: Partial<ServeOptions>) =>
    preview.serve({ document, pages, development: true, ...options });
  const ask = async ({ port }: Running, headers: Readonly<Record<string, string>> = {}) => {
    const [list, page] = [
      await fetch(`http://127.0.0.1:${port}/_/sample-people`, { headers }),
      await (await fetch(`http://127.0.0.1:${port}/`)).text(),
    ];
    const type = list.headers.get("content-type")?.split(";")[0];
    return { status: list.status, type, text: await list.text(), isNamed: page.includes("sample-people") };
  };
  const tried = await serve({ samplePeople: true });
  const { status, text, isNamed } = await ask(tried);
  const people = JSON.parse(text) as readonly SamplePerson[];
  assert.deepEqual([status, isNamed], [200, true]);
  assert.deepEqual(
    people.map(({ name, roles }) => [name, roles]).filter(([name]) => name === "Ann" || name === "Ben"),
    [
      ["Ann", ["Player"]],
      ["Ben", ["Reader"]],
    ],
  );
  const signedIn = await follow(`${tried.url}${people[0]?.link}`);
  assert.ok(signedIn.has("access_token"));
  for (const headers of [
    { origin: "http://example.org" },
    { "x-forwarded-for": "10.0.0.1" },
    { "sec-fetch-site": "cross-site" },
  ])
    assert.equal((await ask(tried, headers)).status, 403, JSON.stringify(headers));

  // What `writ start` serves, also by mistake with the option, also from a database with samples; and where others can reach it.
  for (const options of [
    { development: false, samplePeople: true },
    { development: false },
    { samplePeople: false },
    { samplePeople: true, host: "0.0.0.0" },
  ]) {
    const running = await serve(options);
    const answer = await ask(running);
    // As any other address that is none: the empty page of the product for a browser, nothing for a program.
    assert.equal(answer.type, "text/html", JSON.stringify(options));
    assert.equal(answer.isNamed, false, JSON.stringify(options));
    assert.doesNotMatch(answer.text, /Ann|Ben|magiclink/);
    assert.equal((await ask(running, { accept: "application/json" })).status, 404, JSON.stringify(options));
  }
});

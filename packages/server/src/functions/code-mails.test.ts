// Mails from code: in the language of whoever gets them, only with the run's commit, and only those of the document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../testing/product.ts";
import { codeOf, serveFragment } from "./testing/served.ts";

const start = products();

/** By name, the code of a call that is given an address. */
const calls: Readonly<Record<string, string>> = {
  Invite: `const row = await system.invitation.create({ email: input.address, days: 2 });
await mail("invited", { to: [me, input.address, null, input.address], row });`,
  Change: `const [row] = await system.invitation.find({ email: input.address });
await mail("invited", { to: me.id, row });
await system.invitation.set(row, { days: 1 });`,
  Halfway: `const row = await system.invitation.create({ email: input.address, days: 3 });
await mail("invited", { to: input.address, row });
throw problem("NOT_NOW");`,
  Refused: `const row = await system.invitation.create({ email: input.address, days: -1 });
await mail("invited", { to: input.address, row });`,
  Nobody: 'await mail("invited", { to: "a@example.test, b@example.test", row: crypto.randomUUID() });',
  Gone: 'await mail("invited", { to: input.address, row: crypto.randomUUID() });',
  Missing: 'const name = "invi" + "tations"; await mail(name, { to: input.address, row: crypto.randomUUID() });',
  Inherited: 'const name = "const" + "ructor"; await mail(name, { to: input.address, row: crypto.randomUUID() });',
};
const fragment = `
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Language | one of: en, fr | no | |

### Invitation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | email | yes | |
| Days | integer | yes | 1 |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Some days | Invitation | \`invitation.days > 0\` | NO_DAYS |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Invitation | create | no |
| Invitation | read | no |
| Invitation | update | no |
| Invitation | delete | no |
${Object.keys(calls)
  .map((name) => `| ${name} | call | yes |`)
  .join("\n")}

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
${Object.keys(calls)
  .map((name) => `| ${name} | function | button | below | ${name === "Halfway" ? "NOT_NOW" : ""} |`)
  .join("\n")}

${Object.entries(calls)
  .map(([name, code]) => `### ${name}\n- In: Address (text)\n\n\`\`\`ts\n${code}\n\`\`\`\n`)
  .join("\n")}

| Mail | For | Subject | Text | Subject (fr) | Text (fr) |
| --- | --- | --- | --- | --- | --- |
| invited | Invitation | Welcome | {invitation.days, plural, one {# day} other {# days}} for {invitation.email} | Bienvenue | {invitation.days, plural, one {# jour} other {# jours}} pour {invitation.email} |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_NOW | Never | 409 | Not now. |
| NO_DAYS | No days | 422 | It needs days. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en, fr |
`;

test("code sends mails of the document to people and addresses, in the language of each", async () => {
  const product = await serveFragment(start, fragment, { development: true });
  const ann = await product.person("ann");
  await product.owner("UPDATE public.user SET language = 'fr'");
  assert.deepEqual(codeOf(await product.call("invite", { address: "ben@example.test" }, ann)), [204, undefined]);
  await product.rowOf("SELECT 1 FROM writ.outbox HAVING count(*) FILTER (WHERE done_at IS NOT NULL) = 2");
  const said = async () =>
    (await product.mailbox()).map(({ to, subject, text }) => `${to}: ${subject}: ${text.trim()}`).sort();
  assert.deepEqual(await said(), [
    "ann@example.test: Bienvenue: 2 jours pour ben@example.test",
    "ben@example.test: Welcome: 2 days for ben@example.test",
  ]);
  // It says what the run leaves, and not what the run began with.
  assert.equal((await product.call("change", { address: "ben@example.test" }, ann)).status, 204);
  await product.rowOf("SELECT 1 FROM writ.outbox HAVING count(*) FILTER (WHERE done_at IS NOT NULL) = 3");
  assert.ok((await said()).includes("ann@example.test: Bienvenue: 1 jour pour ben@example.test"));

  const [before] = await product.owner("SELECT count(*)::integer AS n FROM writ.outbox");
  const address = "eve@example.test";
  assert.deepEqual(codeOf(await product.call("halfway", { address }, ann)), [409, "NOT_NOW"]);
  assert.deepEqual(codeOf(await product.call("refused", { address }, ann)), [422, "NO_DAYS"]);
  assert.deepEqual(codeOf(await product.call("gone", { address }, ann)), [404, "NOT_FOUND"]);
  for (const name of ["nobody", "missing", "inherited"])
    assert.deepEqual(codeOf(await product.call(name, { address }, ann)), [500, "UNEXPECTED"]);
  assert.ok(
    product.printed.some((line) => line.includes('there is no mail "invitations" in section 7')),
    product.printed.join("\n"),
  );
  assert.deepEqual(await product.owner("SELECT count(*)::integer AS n FROM writ.outbox"), [before]);
  const [row] = await product.owner("SELECT count(*)::integer AS n FROM public.invitation");
  assert.deepEqual(row, { n: 1 });
});

test("clients can send mails only through a call", async () => {
  const product = await serveFragment(start, fragment);
  const ann = await product.person("ann");
  for (const [profile, name] of [
    ["public", "code_mail_invited"],
    ["writ", "code_mail_invited"],
  ] as const) {
    const refused = await product.ask(`/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${ann}`, "Content-Type": "application/json", "Content-Profile": profile },
      body: JSON.stringify({ about: crypto.randomUUID() }),
    });
    assert.ok([404, 406].includes(refused.status), JSON.stringify(refused.body));
  }
});

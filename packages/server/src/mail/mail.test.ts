// Mails over a real SMTP server: of accounts and of the document, once they fail, and what must not get into them.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer } from "smtp-server";
import { newAddress, newPerson, startProduct } from "../auth/testing/product.ts";
import { oneLine } from "./mail.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

type Received = { readonly to: readonly string[]; readonly mail: ParsedMail };
const received: Received[] = [];
/** What the server answers to the next ones, before it takes them. */
const refusals: number[] = [];

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: (address, _client, done) => {
    const code = address.address.startsWith("gone") ? 550 : refusals.shift();
    if (code === undefined) return done();
    return done(Object.assign(new Error("not now"), { responseCode: code }));
  },
  onData: (stream, { envelope }, done) => {
    void (async () => {
      const mail = await simpleParser(stream);
      received.push({ to: envelope.rcptTo.map(({ address }) => address), mail });
      done();
    })();
  },
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
after(async () => new Promise<void>((resolve) => server.close(() => resolve())));
const { port } = server.server.address() as AddressInfo;

const document = `## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Language | one of: en, fr | no | |

### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Author | reference to User | auto | \`me\` |
| Text | text up to 200 | yes | |
| Copies | number 0 to 100 | yes | 1 |
| Shelf | reference to Shelf | no | |
| State | state | | |

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Secret | text up to 20 | no | |
| Label | text up to 20 | no | |

## 4. States and transitions

### Note
| State | Kind |
| --- | --- |
| Open | start |
| Shut | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Shut | Open | Shut | button |
| File | Open | Shut | button |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Note | Shut | | mail shut | to \`note.author\` |
| Note | File | | mail filed | to \`note.author\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update, delete | own |
| Note | Shut, File | own |
| Shelf | create, read | yes |
| Shelf | update, delete | no |
| Shelf | see Secret | no |

## 7. The calls it makes

| Mail | For | Subject | Subject (fr) | Text | Text (fr) |
| --- | --- | --- | --- | --- | --- |
| shut | Note | {note.text} is shut | {note.text} est fermé | There {note.copies, plural, one {is one copy} other {are # copies}}.<br>Good bye. | {note.copies, plural, one {Une copie} other {# copies}}. |
| filed | Note | Filed | Classé | On {note.shelf}. | Dans {note.shelf}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password, magic link |
| Languages | en, fr |
`;

const product = await startProduct({ after }, document, {
  environment: { WRIT_SMTP_URL: `smtp://127.0.0.1:${port}`, WRIT_MAIL_FROM: "Desk <desk@example.test>" },
});

async function mailTo(address: string, which: (mail: ParsedMail) => boolean = () => true): Promise<ParsedMail> {
  return eventually(
    () => received.find(({ to, mail }) => to.includes(address) && which(mail))?.mail,
    `a mail to ${address}`,
  );
}

test("a link goes out, from the operator's address, in words and in HTML, and signs in", async () => {
  const email = newAddress();
  await product.client().auth.signInWithOtp({ email });
  const mail = await mailTo(email);
  assert.equal(mail.from?.value[0]?.address, "desk@example.test");
  assert.match(mail.subject ?? "", /^Sign in to /);
  assert.equal(mail.headers.get("auto-submitted"), "auto-generated");
  const link = /http\S+/.exec(mail.text ?? "")?.[0] ?? "";
  assert.ok(String(mail.html).includes(link.replaceAll("&", "&amp;")));
  const response = await fetch(link, { redirect: "manual" });
  assert.match(response.headers.get("location") ?? "", /access_token/);
  // Nothing that signs somebody in is kept after it is sent.
  const done = "SELECT payload FROM writ.outbox WHERE payload ->> 'to' = $1 AND done_at IS NOT NULL";
  const { payload } = await eventually(async () => (await product.owner(done, [email]))[0], "that it is done");
  assert.equal(JSON.stringify(payload).includes("link"), false);
});

/** Somebody with a confirmed address; mails of the document go to nobody else. */
async function confirmed(language: "en" | "fr") {
  const person = await newPerson(product);
  await product.owner("UPDATE auth.users SET email_confirmed_at = now() WHERE id = $1", [person.user.id]);
  await product.owner('UPDATE "user" SET language = $2 WHERE id = $1', [person.user.id, language]);
  return person;
}

async function shut(person: Awaited<ReturnType<typeof newPerson>>, text: string, copies: number): Promise<void> {
  const { data, error } = await person.client.from("note").insert({ text, copies }).select("id").single();
  assert.equal(error, null);
  assert.equal((await person.client.rpc("note_shut", { id: data?.id })).error, null);
}

test("mails of the document speak the reader's language, with the values as they were", async () => {
  const [ann, anne] = [await confirmed("en"), await confirmed("fr")];
  await shut(ann, "First & <b>last</b>", 1);
  await shut(anne, "Deux", 2);
  const english = await mailTo(ann.email, ({ subject }) => subject?.includes("is shut") === true);
  assert.equal(english.subject, "First & <b>last</b> is shut");
  assert.equal(english.text?.trim(), "There is one copy.\nGood bye.");
  const french = await mailTo(anne.email, ({ subject }) => subject?.includes("fermé") === true);
  assert.equal(french.text?.trim(), "2 copies.");
});

test("no mail goes to an address that is not confirmed", async () => {
  const person = await newPerson(product);
  await shut(person, "Quiet", 1);
  const done =
    "SELECT FROM writ.outbox WHERE kind = 'mail' AND payload -> 'to' ->> 'person' = $1 AND done_at IS NOT NULL";
  await eventually(async () => (await product.owner(done, [person.user.id])).length > 0, "that it is done");
  assert.equal(
    received.some(({ to, mail }) => to.includes(person.email) && mail.subject?.includes("shut") === true),
    false,
  );
});

test("what rows hold is no header", async () => {
  const person = await confirmed("en");
  const evil = "Hello\r\nBcc: eve@example.test\r\n\r\nBuy this";
  await shut(person, evil, 1);
  const mail = await mailTo(person.email, ({ subject }) => subject?.startsWith("Hello") === true);
  assert.equal(mail.bcc, undefined);
  assert.equal(mail.subject, "Hello Bcc: eve@example.test Buy this is shut");
  assert.equal(
    received.some(({ to }) => to.includes("eve@example.test")),
    false,
  );
  assert.equal(oneLine("a\u2028b\0c\u0085d"), "a b c d");
});

test("what fails for now comes later, what fails for good is kept aside", async () => {
  const person = await newPerson(product, newAddress("later"));
  await mailTo(person.email);
  refusals.push(421);
  await product.client().auth.resetPasswordForEmail(person.email);
  const waiting = async (to: string) =>
    (
      await product.owner(
        "SELECT tries, failure, due_at, done_at, due_at = 'infinity' AS dead, payload FROM writ.outbox WHERE payload ->> 'to' = $1 AND done_at IS NULL",
        [to],
      )
    )[0];
  await eventually(async () => (await waiting(person.email))?.["failure"], "that it failed");
  const failed = await waiting(person.email);
  assert.deepEqual([failed?.["tries"], failed?.["dead"]], [1, false]);
  await product.owner("UPDATE writ.outbox SET due_at = now() WHERE payload ->> 'to' = $1 AND done_at IS NULL", [
    person.email,
  ]);
  await mailTo(person.email, ({ subject }) => subject?.includes("new password") === true);
  const gone = newAddress("gone");
  await newPerson(product, gone);
  await eventually(async () => (await waiting(gone))?.["dead"] === true, "that it is given up");
  const dead = await waiting(gone);
  assert.deepEqual([dead?.["dead"], dead?.["failure"]], [true, "the mail server answers 550: not now"]);
  assert.equal(JSON.stringify(dead?.["payload"]).includes("token"), false);
});

test("a row without Shown as is called by the first text that all its readers may see, and else by its entity", async () => {
  const { client, email, user } = await newPerson(product);
  await product.owner("UPDATE auth.users SET email_confirmed_at = now() WHERE id = $1", [user.id]);
  const told = async (shelf: { readonly label?: string; readonly secret?: string }, words: string) => {
    const made = await client.from("shelf").insert(shelf).select("id").single();
    assert.equal(made.error, null);
    const note = await client.from("note").insert({ text: "Kept", shelf: made.data?.["id"] }).select("id").single();
    assert.equal(note.error, null);
    assert.equal((await client.rpc("note_file", { id: note.data?.["id"] })).error, null);
    await mailTo(email, ({ text }) => text?.split("\n")[0] === words);
  };
  await told({ label: "Attic", secret: "Under the stairs" }, "On Attic.");
  await told({ secret: "Under the stairs" }, "On Shelf.");
});

// The catalogue on a real PostgreSQL: codes, statuses and words, in the language of whoever asks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { databases, refusalIn, type Answer, type TestDatabase } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { builtInWords } from "./database/built-in-words.ts";
import { builtInErrors } from "../../model/built-in-errors.ts";

const { open } = databases();

/** A catalogue alone, with what it needs. */
const catalogue = (errors: string, settings: string, constants: string, user = "") =>
  completeDocument(`## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Nick | text up to 20 | no | |
${user}
## 8. The error catalogue

${errors}

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
| Time zone | Europe/Paris |
| Sign-in | email and password |
${settings}

| Constant | Value | Meaning |
| --- | --- | --- |
${constants}
`).source.replace("\n\n\n## 8", "\n\n## 8");

/** What a refusal with this code says. */
async function told({ connect }: TestDatabase, code: string, settings: Readonly<Record<string, string>> = {}) {
  const client = await connect();
  await client.query("BEGIN");
  for (const [name, value] of Object.entries(settings))
    await client.query("SELECT set_config($1, $2, true)", [name, value]);
  const failure = await client
    .query("SELECT writ.refuse(writ.problem($1, NULL, 'c'))", [code])
    .catch((error: Error) => error);
  await client.query("ROLLBACK");
  await client.end();
  assert.ok(failure instanceof Error);
  return refusalIn(failure);
}
/** Blanks that do not break a line are blanks here. */
const words = async (...given: Parameters<typeof told>) => (await told(...given)).message.replaceAll(/\s/g, " ");

test("values as people of a language read them", async () => {
  const database = await open(
    catalogue(
      `| Code | When | Status | Message | Message (fr) |
| --- | --- | --- | --- | --- |
| TIMES | | 422 | {week} or {shift} or {blink}, {never}. | {week} ou {shift} ou {blink}, {never}. |
| AMOUNTS | | 402 | {fee}, {part}, {big} and {fine}. | {fee}, {part}, {big} et {fine}. |
| SIZES | | 413 | {file}: {open} {{x}} | {file} |
| ITEMS | | 422 | {most, plural, =3 {just three} one {# item} other {# items}}. | {one, plural, one {# objet} other {# objets}} |
| SUM | | 422 | {most + 1} and {week * 2} | {most} |
| TODAY | | 422 | Not on {today}, {days_between(date('2026-01-01'), today) * 0, plural, =0 {none} one {# day} other {# days}}. | Pas le {today}. |`,
      "| Languages | en, fr |",
      `| Week | 7 days | |
| Shift | 90 minutes | |
| Blink | 1 second | |
| Never | 0 days | |
| Fee | 1.50 EUR | |
| Part | 12.5 % | |
| Big | 1234567.25 | |
| Fine | 30 EUR | |
| File | 10 MB | |
| Open | yes | |
| Most | 3 | |
| One | 1 | |

| Word | fr |
| --- | --- |
| Nick | Surnom |`,
    ),
  );
  const french = { "writ.language": "fr" };
  assert.equal(await words(database, "TIMES"), "7 days or 1 hour 30 minutes or 1 second, 0 seconds.");
  assert.equal(await words(database, "TIMES", french), "7 jours ou 1 heure 30 minutes ou 1 seconde, 0 seconde.");
  assert.equal(await words(database, "AMOUNTS"), "€1.50, 12.5%, 1,234,567.25 and €30.00.");
  assert.equal(await words(database, "AMOUNTS", french), "1,50 €, 12,5 %, 1 234 567,25 et 30,00 €.");
  assert.equal(await words(database, "SIZES"), "10 MB: yes {x}");
  assert.equal(await words(database, "ITEMS"), "just three.");
  assert.equal(await words(database, "ITEMS", french), "1 objet");
  assert.equal(await words(database, "SUM"), "4 and 14 days");
  // The day is that of the document's time zone, at the moment of the refusal.
  const [now] = await database.owner("SELECT writ.today()::text AS day");
  const day = new Date(`${String(now?.["day"])}T00:00:00Z`);
  const date = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(day);
  assert.equal(await words(database, "TODAY"), `Not on ${date("en")}, none.`);
  assert.equal(await words(database, "TODAY", french), `Pas le ${date("fr")}.`);
  assert.deepEqual(await database.owner("SELECT * FROM writ.word"), [{ word: "Nick", language: "fr", said: "Surnom" }]);
  assert.equal((await told(database, "AMOUNTS")).status, 402);
});

test("plurals of a language with more than two, counted while it is told", async () => {
  const plural = "plural, one {# день} few {# дня} many {# дней} other {# дня}}";
  const database = await open(
    catalogue(
      `| Code | When | Status | Message |
| --- | --- | --- | --- |
${[1, 2, 5, 11, 21, 22, 111, 121, 1002].map((number) => `| A${number} | | 422 | {days_between(today, today) + ${number}, ${plural} |`).join("\n")}`,
      "| Languages | ru |",
      "| Most | 3 | |",
    ),
  );
  const expected = {
    1: "день",
    2: "дня",
    5: "дней",
    11: "дней",
    21: "день",
    22: "дня",
    111: "дней",
    121: "день",
    1002: "дня",
  };
  for (const [number, word] of Object.entries(expected))
    assert.equal(await words(database, `A${number}`), `${number} ${word}`);
});

test("the person's own language, then the client's, then the document's", async () => {
  const database = await open(
    catalogue(
      `| Code | When | Status | Message | Message (fr) | Message (pt-BR) |
| --- | --- | --- | --- | --- | --- |
| HI | | 422 | Hello | Salut | Oi |`,
      "| Languages | en, fr, pt-BR |",
      "| Most | 3 | |",
      "| Language | one of: English (`en`), French (`fr`) | no | |\n",
    ),
  );
  const asks = (language: string) => ({ "request.headers": JSON.stringify({ "accept-language": language }) });
  assert.equal(await words(database, "HI"), "Hello");
  assert.equal(await words(database, "HI", asks("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5")), "Salut");
  assert.equal(await words(database, "HI", asks("de, en;q=0.5, fr;q=0.7")), "Salut");
  assert.equal(await words(database, "HI", asks("pt")), "Oi");
  assert.equal(await words(database, "HI", asks("fr;q=0, en")), "Hello");
  assert.equal(await words(database, "HI", asks("; , ;;q=x,'")), "Hello");
  assert.equal(await words(database, "HI", { "writ.language": "fr", ...asks("pt") }), "Salut");
  const ann = await database.account("Ann");
  const claims = { "request.jwt.claims": JSON.stringify({ sub: ann }) };
  assert.equal(await words(database, "HI", { ...claims, ...asks("fr") }), "Salut");
  await database.owner(`UPDATE public."user" SET language = 'en'`);
  assert.equal(await words(database, "HI", { ...claims, ...asks("fr") }), "Hello");
  // Built-in codes speak without being stated.
  const built = await told(database, "CONFLICT", asks("fr"));
  assert.equal(built.status, 409);
  assert.equal(built.message, "Cet élément a changé entre-temps. Veuillez vérifier et réessayer.");
  // English where they do not.
  const other = await told(database, "CONFLICT", asks("pt-BR"));
  assert.equal(other.message, "This has changed in the meantime. Please check it and try again.");
});

test("built-in codes speak a document's first language, where it is one of theirs", async () => {
  const rows = "| Code | When | Status | Message |\n| --- | --- | --- | --- |\n| HI | | 422 | Salut |";
  const database = await open(catalogue(rows, "| Languages | fr, en |", "| Most | 3 | |"));
  assert.equal((await told(database, "FORBIDDEN", {})).message, "Vous n’avez pas l’autorisation de faire cela.");
  const english = { "request.headers": JSON.stringify({ "accept-language": "en" }) };
  assert.equal((await told(database, "FORBIDDEN", english)).message, "You do not have permission to do this.");
});

test("where the document has no field for it, the language is kept with the account", async () => {
  const database = await open(
    catalogue(
      `| Code | When | Status | Message | Message (fr) |
| --- | --- | --- | --- | --- |
| HI | | 422 | Hello | Salut |`,
      "| Languages | en, fr |",
      "| Most | 3 | |",
    ),
  );
  const ann = await database.account("Ann");
  const asked = { "request.jwt.claims": JSON.stringify({ sub: ann }) };
  assert.equal(await words(database, "HI", asked), "Hello");
  const keep = async (language: unknown) =>
    database.owner("UPDATE auth.users SET raw_user_meta_data = raw_user_meta_data || $1 WHERE id = $2", [
      { language },
      ann,
    ]);
  await keep("fr");
  assert.equal(await words(database, "HI", asked), "Salut");
  // It is theirs to write, whatever it is.
  for (const odd of ["xx", 7, null, { en: 1 }, "'; drop"]) {
    await keep(odd);
    assert.equal(await words(database, "HI", asked), "Hello");
  }
});

test("what is not shown answers NOT_SHOWN when it is used", async () => {
  const database = await open(
    completeDocument(`## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 20 | yes | |
| Days | integer | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 20 | yes | |

### Wish

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 20 | yes | |

### Page

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 20 | yes | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Known | Ticket | update | | \`ticket.subject != 'x'\` | NO_WORDS | Subject |
| Open | Ticket | create | \`ticket.subject == 'open'\` | not shown | NO_WORDS | |
| No error | Ticket | update | | \`ticket.subject != 'y'\` | not shown | |
| Open constant | Ticket | update | \`ticket.days != null\` | \`ticket.days < most_days\` | NO_WORDS | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | anyone |

| For | May | Guest |
| --- | --- | --- |
${["Ticket", "Note", "Wish", "Page"].flatMap((entity) => ["create", "read", "update", "delete"].map((may) => `| ${entity} | ${may} | yes |`)).join("\n")}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NO_WORDS | | 422 | not shown |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value | Meaning |
| --- | --- | --- |
| Most days | not shown | |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Notes | not shown | create Note | RATE_LIMITED |
| Wishes | \`most_days\` per hour per user | create Wish | RATE_LIMITED |
| Pages | 1 per hour per user | create Page | not shown |
`).source,
  );
  const clauses = (answer: Answer) =>
    "rows" in answer
      ? "done"
      : answer.problems.map((one) => `${one.code} ${one.clause}${one.field ? ` ${one.field}` : ""}`).join(", ") ||
        answer.code;
  const write = async (sql: string) => clauses(await database.as(null, sql));
  assert.equal(await write("INSERT INTO ticket (subject) VALUES ('a')"), "NOT_SHOWN 5/Ticket/Open/Must hold");
  await database.owner(
    `ALTER TABLE ticket DISABLE TRIGGER USER;
     INSERT INTO ticket (id, subject, days, created_at, updated_at) VALUES (gen_random_uuid(), 'a', 1, now(), now());
     ALTER TABLE ticket ENABLE TRIGGER USER`,
  );
  const update = (subject: string) => write(`UPDATE ticket SET subject = '${subject}'`);
  assert.equal(await update("x"), "NOT_SHOWN 8/NO_WORDS/Message subject, NOT_SHOWN 5/Ticket/Open constant/Must hold");
  assert.equal(await update("y"), "NOT_SHOWN 5/Ticket/No error/Otherwise, NOT_SHOWN 5/Ticket/Open constant/Must hold");
  assert.equal(await write("INSERT INTO note (words) VALUES ('a')"), "NOT_SHOWN 9/Notes/Value");
  assert.equal(await write("INSERT INTO wish (words) VALUES ('a')"), "NOT_SHOWN 9/Wishes/Value");
  assert.equal(await write("INSERT INTO page (words) VALUES ('a')"), "done");
  assert.equal(await write("INSERT INTO page (words) VALUES ('a')"), "NOT_SHOWN 9/Pages/Otherwise");
});

test("built-in errors have words, and their page says which", () => {
  const page = readFileSync(`${import.meta.dirname}/README.md`, "utf8");
  for (const [code, status] of builtInErrors) {
    assert.match(page, new RegExp(`^\\| ${code} \\| ${status} \\|`, "m"));
    assert.ok(page.includes(` | ${builtInWords[code]} |`), code);
  }
});

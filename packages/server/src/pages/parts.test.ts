// Which part of the document a browser is given, over the wire, and nothing of what others are told; long because it is all of one document.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compile } from "@writ/language";
import { productModules } from "@writ/language/product";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { serveProduct } from "../serve.ts";
import { products, type TestProduct } from "../testing/product.ts";

const { source } = completeDocument(`# Clinic

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Welcome | \`/\` | page | anyone | |
| My visits | \`/visits\` | list of Visit | Patient | yes |
| Long visits | \`/long\` | list of Visit | Patient | |
| Ward round | \`/round\` | list of Visit | Nurse | yes |
| Accusations | \`/accusations\` | list of Accusation | Director | yes |
| New accusation | \`/accusations/new\` | new Accusation | Director | |
| New visit | \`/visits/new\` | new Visit | Patient | |

### Welcome
\`\`\`markdown
Be well.
\`\`\`

### My visits
- Show: Reason, Secret diagnosis, State
- Import: Reason, Secret diagnosis, Sort
- Buttons: New visit, Put to sleep

### Long visits
- Show: Reason, Weight, Sort
- Where: \`visit.weight > 3 and visit.sort == 'dull'\`
- Filter by: Sort

### Ward round
- Show: Reason, Secret diagnosis
- Where: \`visit.danger > 3\`
- Import: Reason

### New visit
- Ask: Reason

## 3. Entities and their fields

### Visit
- Shown as: \`visit.reason\`
- Owner: Patient

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Reason | text up to 60 | yes | Cough | |
| Secret diagnosis | text up to 60 | no | | |
| Danger | integer | yes | 0 | |
| Weight | integer 0 to 3210 | yes | \`usual_weight\` | In stones |
| Sort | one of: dull, awkward | yes | dull | |
| Patient | reference to User | auto | \`me\` | |
| State | state | | | |

### Accusation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 60 | yes | |

## 4. States and transitions

### Visit
| State | Kind | Meaning |
| --- | --- | --- |
| Open | start | |
| Sedated | | |
| Ended | end | |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Finish | Open | Ended | button | | |
| Send home | Open | Ended | button | \`visit.weight < 2345\` | TOO_HEAVY |
| Wake | Sedated | Open | button | not shown | |
| Put to sleep | Open | Sedated | button | \`visit.danger > 7\` | NOT_DANGEROUS |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- |
| No lead | Visit | | \`visit.weight != 1234\` | LEAD | |
| Reserved | Visit | | not shown | LEAD | |
| Plausible | Accusation | | \`size(accusation.words) > 3\` | NO_ACCUSATION | Words |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Patient | signed in |
| Nurse | named at installation |
| Director | assigned by Nurse |

| For | May | Patient | Nurse | Director |
| --- | --- | --- | --- | --- |
| Visit | create | yes | no | no |
| Visit | read | own | yes | no |
| Visit | update, delete | no | no | no |
| Visit | see Secret diagnosis | no | yes | no |
| Visit | see Danger | no | yes | no |
| Visit | set Danger | no | no | no |
| Visit | see Weight | no | yes | no |
| Visit | see Sort | no | yes | no |
| Visit | set Weight | no | no | no |
| Visit | set Sort | no | no | no |
| Visit | Send home | own | yes | no |
| Visit | set Secret diagnosis | no | no | no |
| Visit | Finish | own | yes | no |
| Visit | Put to sleep | no | yes | no |
| Visit | Wake | no | yes | not shown |
| Accusation | create, read | no | no | yes |
| Accusation | update, delete | no | no | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_DANGEROUS | calm | 409 | Nobody needs to sleep. |
| LEAD | heavy | 422 | Nobody is that heavy. |
| TOO_HEAVY | heavy | 409 | Somebody has to carry this. |
| NO_ACCUSATION | empty | 422 | Accuse properly. |

## 9. Business constants and limits

| Constant | Value |
| --- | --- |
| Usual weight | 54321 |

| Setting | Value |
| --- | --- |
| Languages | en, fr |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Word | fr |
| --- | --- |
| Ward round | Tournée |
| My visits | Mes visites |
`);

const startProduct = products();
const folder = mkdtempSync(join(tmpdir(), "pages-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let clinic: TestProduct;

before(async () => {
  writeFileSync(join(folder, "index.html"), "<!doctype html><head><!-- writ --></head>");
  clinic = await startProduct(source, { pages: { folder, modules: productModules(compile(source)) } });
});

type Told = { readonly module: string; readonly edition: string; readonly roles: readonly { readonly role: string }[] };

const ask = async (token?: string) =>
  fetch(`${clinic.url}/_/product`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
const told = async (token?: string) => (await (await ask(token)).json()) as Told;
const read = async (address: string) => (await fetch(`${clinic.url}${address}`)).text();
const part = async (token?: string) => read((await told(token)).module);

const holds = (module: string, there: readonly string[], absent: readonly string[]) => {
  for (const word of there) assert.ok(module.includes(word), `${word} is missing`);
  for (const word of absent) assert.ok(!module.includes(word), `${word} is told`);
};

const ofNurses = [
  "Ward round",
  "ward_round",
  "Tourn",
  "Danger",
  "danger",
  "iagnosis",
  "Put to sleep",
  "NOT_DANGEROUS",
  "Nobody needs",
];
const ofDirectors = ["ccusation", "NO_ACCUSATION", "Accuse properly", "irector"];

test("a visitor's part has the ways to sign in and what is for anyone, and no other names", async () => {
  const page = await (await fetch(clinic.url, { headers: { accept: "text/html" } })).text();
  const [, address = ""] = /modulepreload" href="([^"]+)"/.exec(page) ?? [];
  const module = await read(address);
  holds(
    module,
    ["Welcome", "Be well.", "email and password", "Clinic"],
    [...ofNurses, ...ofDirectors, "visits", "Visit", "Patient"],
  );
  assert.equal((await told()).module, address);
  // The keys of the project are nobody's.
  assert.equal((await told(clinic.anonKey)).module, address);
  assert.equal((await told(clinic.serviceKey)).module, address);
  holds(page, [], [...ofNurses, ...ofDirectors]);
});

test("the part of each role has its screens, fields, cells of the matrix and possible errors", async () => {
  const [patient, nurse] = [await clinic.person("Pia"), await clinic.person("Nils", "nurse")];
  holds(
    await part(patient),
    ["My visits", "Mes visites", "Reason", "Finish", "New visit"],
    [...ofNurses, ...ofDirectors],
  );
  holds(await part(nurse), [...ofNurses, "My visits", "Director"], ["ccusation", "NO_ACCUSATION"]);
  holds(await part(await clinic.person("Dora", "director")), [...ofDirectors, "My visits"], ofNurses);
  const both = await part(await clinic.person("Bo", "nurse", "director"));
  holds(both, [...ofNurses, ...ofDirectors], []);
});

test("what a file may be imported by is told to those who may create rows, and of it what they may set", async () => {
  const [patient, nurse] = [await clinic.person("Ivo"), await clinic.person("Nora", "nurse")];
  const imports = async (token: string) =>
    [...(await part(token)).matchAll(/"import":(\[[^\]]*\])/g)].flatMap(([, fields = ""]) =>
      fields === "[]" ? [] : [fields],
    );
  assert.deepEqual(await imports(patient), ['["reason"]']);
  // Nurses are patients too, and may create what patients may.
  assert.deepEqual(await imports(nurse), ['["reason"]', '["reason"]']);
  assert.doesNotMatch(await part(), /reason/);
});

test("a screen that goes by what its reader is not shown tells how it is asked for, and nothing of what that may hold", async () => {
  const [patient, nurse] = [await clinic.person("Una"), await clinic.person("Ned", "nurse")];
  const ofWeight = ["3210", "54321", "In stones", "awkward", "1234", "LEAD", "2345", "that heavy"];
  const their = await part(patient);
  // What they may not know is for the database to say: a visit that is too heavy may be theirs.
  holds(their, ["Long visits", '"weight"', '"dull"', "Send home", '"onlyIf":"unknown"', "TOO_HEAVY"], ofWeight);
  holds(their, ['"show":[["reason"]],"filter"'], ['[["sort"]]']);
  // What a form begins with is for whoever has the form.
  holds(their, ["Cough"], []);
  holds(await part(nurse), ["3210", "In stones", "awkward", "2345", '"onlyIf":{'], ["54321"]);
});

test("a clause that is not shown is a gap in parts that have all the names in it", async () => {
  const ofRoles = ["4/Visit/Wake/Only if", "6/Visit/Wake/Director"];
  holds(await part(await clinic.person("Ute")), [], [...ofRoles, "Reserved"]);
  holds(await part(await clinic.person("Norbert", "nurse")), ofRoles, ["Reserved"]);
});

test("a role that is given or taken is another part; the same roles are one part for all who have them", async () => {
  const token = await clinic.person("Greta");
  const first = await told(token);
  assert.deepEqual(
    first.roles.map(({ role }) => role),
    ["patient"],
  );
  assert.equal((await told(await clinic.person("Paul"))).module, first.module);
  await clinic.owner(
    "INSERT INTO writ.assigned_role (person, role) SELECT id, 'nurse' FROM auth.users WHERE email = 'greta@example.test'",
  );
  const second = await told(token);
  assert.notEqual(second.module, first.module);
  assert.equal(second.edition, first.edition);
  await clinic.owner(
    "DELETE FROM writ.assigned_role WHERE role = 'nurse' AND person IN (SELECT id FROM auth.users WHERE email = 'greta@example.test')",
  );
  assert.equal((await told(token)).module, first.module);
});

test("the address of a part cannot be guessed", async () => {
  const { module, edition } = await told(await clinic.person("Eve"));
  const [, set = "", signature = ""] = /product-(\w+)-([\w-]{22})\.js$/.exec(module) ?? [];
  const status = async (name: string) => (await fetch(`${clinic.url}/_/app/${name}`)).status;
  assert.equal(await status(`product-${set}-${signature}.js`), 200);
  for (let other = 0; other < 40; other++)
    if (other.toString(36) !== set) assert.equal(await status(`product-${other.toString(36)}-${signature}.js`), 404);
  // What everybody is told signs nothing else.
  for (const name of [
    `product-edition-${edition}.js`,
    `product-${edition}.js`,
    `product-${set}-.js`,
    `product-0${set}-${signature}.js`,
    "product-.js",
  ])
    assert.equal(await status(name), 404, name);
});

test("only the signed-in user gets the part, and no cache keeps it for others", async () => {
  const genuine = await clinic.token({ sub: "00000000-0000-4000-8000-000000000000" });
  for (const token of ["nonsense", `${genuine.slice(0, -8)}AAAAAAAA`]) assert.equal((await ask(token)).status, 401);
  const token = await clinic.person("Kim", "nurse");
  const answer = await ask(token);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const { module } = (await answer.json()) as Told;
  assert.equal(
    (await fetch(`${clinic.url}${module}`)).headers.get("cache-control"),
    "private, max-age=31536000, immutable",
  );
  const { module: everybody } = await told();
  assert.match((await fetch(`${clinic.url}${everybody}`)).headers.get("cache-control") ?? "", /^public/);
  // A second factor that is missing is nobody.
  const [person] = await clinic.owner("SELECT id FROM auth.users WHERE email = 'kim@example.test'");
  assert.equal((await ask(await clinic.token({ sub: person?.["id"], second_factor: "missing" }))).status, 401);
});

test("another server of the same product serves the same part addresses; another product does not", async () => {
  const { module } = await told(await clinic.person("Lea", "nurse"));
  const options = { port: 0, log: "silent", pages: { folder, modules: productModules(compile(source)) } } as const;
  const twin = await serveProduct(clinic.database, options);
  try {
    assert.equal(await (await fetch(`${twin.url}${module}`)).text(), await read(module));
  } finally {
    await twin.stop();
  }
  const stranger = await startProduct(source, options);
  assert.equal((await fetch(`${stranger.url}${module}`)).status, 404);
});

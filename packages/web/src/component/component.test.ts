// Screens that a user wrote themselves, in a browser: what they show, change and are refused, and what goes wrong in them.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { componentFiles, productModules } from "@writ/language/product";
import { applicationFolder } from "../building/application-files.ts";
import { buildComponents, type BuiltComponents } from "../building/build-components.ts";
import { pages, stories } from "../testing/browser.ts";
import { writings } from "../testing/writing-story.ts";

const tell = stories();
const openPages = pages();
const write = writings();
const folder = mkdtempSync(join(tmpdir(), "writ-components-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** `components`: by the names of their screens, what the document says of them. */
const document = (components: Readonly<Record<string, string>>) => `# Notes

## 1. What the product does and for whom

Notes.

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Notes | \`/\` | list of Note | Person | yes |
| New note | \`/new\` | new Note | Person | yes |
${Object.keys(components)
  .map((name) => `| ${name} | \`/${name.toLowerCase()}\` | component | Person | yes |\n`)
  .join("")}
${Object.entries(components)
  .map(([name, said]) => `### ${name}\n${said}\n`)
  .join("\n")}
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |

## 4. States and transitions

none.

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| No shouting | Note | \`note.title != "LOUD"\` | SHOUTING |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Note | create, read, update | yes |
| Note | delete | no |

## 7. The calls it makes

none.

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| SHOUTING | somebody shouts | 422 | Please do not shout. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

const wall = `import { useState } from "react";
import { Head, Loading, screen, TextInput, useMe } from "writ/screen";
import "./wall.css";
const { useRows, useChange } = screen("wall");
export default function Wall() {
  const me = useMe();
  const [title, setTitle] = useState("");
  const { rows } = useRows("note", (notes) => notes.select("id, title").order("title"));
  const { change } = useChange();
  if (title === "broken") throw new Error("it fell off the wall");
  return <>
    <Head />
    <p>{me?.name} looks at {rows === undefined ? <Loading /> : rows.length} notes</p>
    <ul className="wall">{rows?.map((row) => <li key={row.id}>{row.title}</li>)}</ul>
    <form onSubmit={(event) => { event.preventDefault(); void change((db) => db.from("note").insert({ title }).select()); }}>
      <TextInput label="Words" value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
    </form>
  </>;
}
`;

const shown = (source: string, { screens, files }: BuiltComponents) => ({
  pages: { folder: applicationFolder, modules: productModules(compile(source), screens), files },
});

async function madeOf(source: string, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return buildComponents(componentFiles(compile(source)), { folder, development: true });
}

test("a component reads and changes rows under its reader's rights; refusals are in the document's words", async () => {
  const source = document({ Wall: "- Code: `screens/wall.tsx`\n- Takes: Note" });
  const made = await madeOf(source, { "screens/wall.tsx": wall, "screens/wall.css": ".wall { color: rgb(1, 2, 3) }" });
  const story = await tell(source, shown(source, made));
  const page = await story.person("Ann");
  await page.getByRole("link", { name: "Wall" }).first().click();
  await page.getByText("Ann looks at 0 notes").waitFor();
  await page.getByRole("heading", { level: 1, name: "Wall" }).waitFor();
  const words = page.getByLabel("Words");
  await words.fill("hello");
  await words.press("Enter");
  await page.locator(".wall li", { hasText: "hello" }).waitFor();
  assert.equal(await page.locator(".wall").evaluate((list) => getComputedStyle(list).color), "rgb(1, 2, 3)");
  await words.fill("LOUD");
  await words.press("Enter");
  await page.getByText("Please do not shout.").waitFor();
  assert.deepEqual(await story.product.owner("SELECT title FROM note"), [{ title: "hello" }]);
  // What goes wrong in it is said in its place; the way out of it is still there.
  await words.fill("broken");
  await page.getByText("it fell off the wall").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Ann looks at 1 notes").waitFor();
  await words.fill("broken");
  await page.getByText("it fell off the wall").waitFor();
  await page.getByRole("link", { name: "Notes", exact: true }).first().click();
  await page.getByRole("link", { name: "hello" }).or(page.getByText("hello")).first().waitFor();
  assert.deepEqual(
    story.mistakes.filter((said) => !said.includes("it fell off the wall")),
    [],
  );
});

test("a component learns that the document does not say who reads its rows", async () => {
  const source = document({ Wall: "- Code: `screens/wall.tsx`\n- Takes: Note" }).replace(
    "| Note | create, read, update | yes |",
    "| Note | create, update | yes |\n| Note | read | not shown |",
  );
  const board = `import { Empty, Head, NotShown, screen } from "writ/screen";
const { useRows } = screen("wall");
export default function Wall() {
  const { rows, notShown } = useRows("note", (notes) => notes.select("id, title"));
  return <><Head />{notShown ? <NotShown /> : rows?.length === 0 && <Empty>The wall is empty.</Empty>}</>;
}
`;
  const made = await madeOf(source, { "screens/wall.tsx": board });
  const story = await tell(source, shown(source, made));
  const page = await story.person("Cat");
  await page.getByRole("link", { name: "Wall" }).first().click();
  await page.locator("main .not-shown").getByText("The specification does not say what is here.").waitFor();
  assert.equal(await page.getByText("The wall is empty.").count(), 0);
  assert.deepEqual(story.mistakes, []);
});

test("a component whose file does not come is asked for again", async () => {
  const source = document({ Wall: "- Code: `screens/wall.tsx`\n- Takes: Note" });
  const made = await madeOf(source, { "screens/wall.tsx": wall, "screens/wall.css": ".wall { color: rgb(1, 2, 3) }" });
  const story = await tell(source, shown(source, made));
  const page = await story.person("Bea");
  let isAway = true;
  await page.route("**/*wall*.js*", async (route) => (isAway ? route.abort() : route.continue()));
  await page.getByRole("link", { name: "Wall" }).first().click();
  await page.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Bea looks at 0 notes").waitFor();
});

test("a component that cannot be built or loaded is reported in its place, and the others work", async () => {
  const wrong = {
    Absent: ["", "There is no file screens/absent.tsx."],
    Bad: ["export default function Bad() { return <p>; }", "screens/bad.tsx"],
    Far: ['import "far-away"; export default () => null;', "far-away"],
    Plain: ["export const plain = 1;", "exports no component"],
    Good: ["export default () => <p role='alert'>all is well</p>;", "all is well"],
  } as const;
  const names = Object.keys(wrong);
  const codes = names.map((name) => [name, `- Code: \`screens/${name.toLowerCase()}.tsx\``] as const);
  const files = Object.entries(wrong).filter(([, [text]]) => text !== "");
  const source = document(Object.fromEntries(codes));
  const made = await madeOf(
    source,
    Object.fromEntries(files.map(([name, [text]]) => [`screens/${name.toLowerCase()}.tsx`, text])),
  );
  const story = await tell(source, shown(source, made));
  const page = await story.person("Ann");
  for (const [name, [, said]] of Object.entries(wrong)) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("alert").filter({ hasText: said }).waitFor();
  }
  assert.deepEqual(story.mistakes, []);
});

test("an edit of a component's file is seen in the open page, also after one with a mistake", async () => {
  const source = document({ Wall: "- Code: `screens/live.tsx`" });
  const file = join(folder, "screens/live.tsx");
  const saying = (said: string) => `export default () => <p className="said">${said}</p>;`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, saying("first"));
  const written = await write(source, ["--sample"], { file: join(folder, "SPEC.md") });
  const mistakes: string[] = [];
  const page = await openPages(mistakes)();
  await page.goto(written.people[0]?.link ?? "");
  await page.getByRole("link", { name: "Wall" }).first().click();
  await page.locator("p.said", { hasText: "first" }).waitFor();
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  const edit = (text: string) => {
    writeFileSync(file, text);
    written.touch(file);
  };
  edit(saying("second"));
  await page.locator("p.said", { hasText: "second" }).waitFor();
  edit("export default () => <p>;");
  await page.getByRole("alert").filter({ hasText: "live.tsx" }).waitFor();
  assert.match(written.said(), /live\.tsx/);
  edit(saying("third"));
  await page.locator("p.said", { hasText: "third" }).waitFor();
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, "here")), true);
  assert.deepEqual(mistakes, []);
});

test("the example's screen knows its document as the document is", async () => {
  const { screenTypes } = await import("@writ/language/types");
  const example = `${import.meta.dirname}/../../../../examples/project-tracker`;
  assert.equal(
    readFileSync(`${example}/screens/writ.d.ts`, "utf8"),
    screenTypes(compile(readFileSync(`${example}/SPEC.md`, "utf8"))),
    "writ types --screens",
  );
});

test("the roadmap of the project tracker shows what is due when, and moves it", async () => {
  const example = `${import.meta.dirname}/../../../../examples/project-tracker`;
  const source = readFileSync(`${example}/SPEC.md`, "utf8");
  const compiled = compile(source);
  const story = await tell(
    source,
    shown(source, await buildComponents(componentFiles(compiled), { folder: example, development: false })),
  );
  const { url, owner } = story.product;
  const ann = { email: "ann@example.test", password: "correct horse battery" };
  const signedUp = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...ann, data: { name: "Ann" } }),
  });
  assert.equal(signedUp.status, 200);
  await owner("UPDATE auth.users SET email_confirmed_at = now()");
  const page = await story.page();
  await page.goto(`${url}/_/sign-in`);
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill(ann.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "New organisation" }).first().click();
  await page.getByLabel("Name").fill("Acme");
  await page.getByLabel("Slug").fill("acme");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByText("Acme").first().waitFor();
  await owner("INSERT INTO project (organisation, key, name) SELECT id, 'WEB', 'Site' FROM organisation");
  await owner(
    "INSERT INTO issue (project, title, due_on, reporter) SELECT p.id, 'Paint it', CURRENT_DATE - 40, u.id FROM project p, auth.users u",
  );
  await page.goto(`${url}/o/acme/roadmap`);
  const late = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Late/ }) });
  await late.getByRole("link", { name: "WEB-1 Paint it" }).waitFor();
  await page.getByRole("button", { name: "Move Paint it" }).click();
  await page.getByRole("menuitem").nth(1).click();
  await late.waitFor({ state: "detached" });
  const [moved] = await owner("SELECT due_on > CURRENT_DATE AS ahead FROM issue");
  assert.deepEqual(moved, { ahead: true });
  await page.getByRole("link", { name: "WEB-1 Paint it" }).click();
  await page.waitForURL(/\/o\/acme\/p\/WEB\/1$/);
  assert.deepEqual(story.mistakes, []);
});

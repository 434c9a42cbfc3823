// The commands as a user types them: what is printed where, and the exit code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { allProblemClasses } from "./commands/explain.ts";
import { startingDocument } from "./document/starting-document.ts";
import { parse } from "./arguments.ts";
import { optionsOf, type CommandName } from "./options.ts";
import { usages } from "./terminal/usage.ts";
import { runWith, waitFor } from "./testing/fake-console.ts";
import { widthOf } from "./terminal/width.ts";

const good = startingDocument("Tasks");
const wrong = good.replace("- Search: Title", "- Search: Titel");
const open = good.replace(
  "## 7. The calls it makes\n\nnone.",
  "## 7. The calls it makes\n\nnot shown. Nobody has asked yet.",
);

test("the document of `writ new` has neither errors nor warnings nor gaps", () => {
  const { exit, files } = runWith({}, ["new", "Tool", "shed"]);
  assert.equal(exit, 0);
  const document = files.get("tool-shed/SPEC.md") ?? "";
  const checked = runWith({ "tool-shed/SPEC.md": document }, ["check", "tool-shed/SPEC.md"]);
  assert.match(checked.out, /^Tool shed \(tool-shed\/SPEC\.md\): no errors, no warnings, no gaps\n/);
  assert.equal(checked.exit, 0);
  assert.equal(runWith({ x: document }, ["fmt", "--check", "x"]).exit, 0, "it is formatted already");
  assert.match(document, /This is a small task list to start from, whatever its name\. Rewrite it/);
});

test("`writ new` overwrites nothing and refuses what cannot name a product", () => {
  assert.equal(runWith({ "tasks/SPEC.md": "mine" }, ["new", "Tasks"]).exit, 2);
  for (const name of ["***", "a|b", "a\nb", "\u001b[31mred", "a\u202eb", "*a*", "x #", "a <!-- b -->"]) {
    const { exit, files, error } = runWith({}, ["new", name]);
    assert.deepEqual([exit, files.size], [2, 0]);
    assert.match(error, /cannot name a product/);
  }
  const { exit, files } = runWith({}, ["new", "Not shown. At all"]);
  assert.equal(exit, 0);
  assert.match(runWith(Object.fromEntries(files), ["check", "not-shown-at-all/SPEC.md"]).out, /no errors, .* no gaps/);
  const behindLink = runWith({ "tasks/SPEC.md": "" }, ["new", "Tasks"], { exists: () => false });
  assert.deepEqual([behindLink.exit, behindLink.files.size], [2, 0]);
  assert.match(behindLink.error, /something with this name already exists/);
});

test("what would steer a terminal is shown and not obeyed, wherever it comes from", () => {
  const steering = "\u001b[31m\u009b2J\u202e\u200b";
  const spec = good.replace("# Tasks", `# Tasks${steering}`).replace("- Search: Title", `- Search: Ti${steering}tle`);
  const name = `a${steering}\nb.md`;
  const said = [
    runWith({ [name]: spec }, ["check", name, `none${steering}`]),
    runWith({ [name]: spec }, ["check", "--format", "github", name]),
    runWith({ [name]: `${spec}\n\n` }, ["fmt", "--check", name, `none${steering}`]),
    runWith({ [name]: spec.replace("| Rule | For |", "|Rule|For|") }, ["fmt", name]),
    runWith({}, [`check${steering}`]),
    runWith({}, ["explain", `N301${steering}`]),
    runWith({}, ["check", `--${steering}`]),
    runWith({}, ["new", steering]),
  ].map(({ out, error }) => out + error);
  // The name of a file stays as it is where a program reads it; GitHub's own signs for line ends are `%0A` and `%0D`.
  const ofPeople = said.map((text, index) => (index === 1 ? text.replaceAll(name.replace("\n", "%0A"), "") : text));
  for (const text of ofPeople) assert.doesNotMatch(text, /(?!\n)\p{Cc}|\u202e|\u200b/u);
  assert.match(said[0] ?? "", /no field "Ti\\u\{1b\}\[31m\\u\{9b\}2J\\u\{202e\}\\u\{200b\}tle"/);
  assert.equal(said[0]?.includes("\nb.md"), false, "a name stays on its line");
});

test("the folder of a new product is its name in plain letters", () => {
  assert.deepEqual([...runWith({}, ["new", "Größe & Gewicht"]).files.keys()], ["grosse-gewicht/SPEC.md"]);
  assert.deepEqual([...runWith({}, ["new", "2nd hand"]).files.keys()], ["2nd-hand/SPEC.md"]);
});

test("what is wrong with the document as a whole has no address", () => {
  const untitled = { a: good.replace("# Tasks\n", "") };
  assert.match(runWith(untitled, ["check", "a"]).out, /^a:1:1 error N006: the title is missing\. /m);
  assert.match(runWith(untitled, ["check", "--format", "github", "a"]).out, /title=N006::the title is missing\./);
});

test("a problem is shown with its place, code, address and words, and the line with carets under the word", () => {
  const { exit, out } = runWith({ "SPEC.md": wrong }, ["check", "SPEC.md"]);
  assert.equal(exit, 1);
  const [first, source, carets] = out.split("\n");
  assert.match(
    first ?? "",
    /^SPEC\.md:22:11 error N208 2\/Tasks\/Search: Task has no field "Titel"\. Did you mean "Title"\?$/,
  );
  assert.equal(source, "   22 | - Search: Titel");
  assert.equal(carets, `${" ".repeat(8)}${" ".repeat("- Search: ".length)}^^^^^`);
  assert.match(out, /1 error, no warnings, no gaps/);
});

test("gaps are counted and do not fail", () => {
  const { exit, out } = runWith({ "SPEC.md": open }, ["check", "SPEC.md"]);
  assert.equal(exit, 0);
  assert.match(out, /gap G001 7: section 7 "The calls it makes": not shown\. Nobody has asked yet\./);
  assert.match(out, /no errors, no warnings, 1 gap/);
});

test("--json holds every problem of every file with places from 1", () => {
  const { exit, out } = runWith({ a: wrong, b: open }, ["check", "--json", "a", "b"]);
  assert.equal(exit, 1);
  const { problems } = JSON.parse(out) as { problems: Record<string, unknown>[] };
  assert.deepEqual(
    problems.map(({ file, code }) => [file, code]),
    [
      ["a", "N208"],
      ["b", "G001"],
    ],
  );
  const { line, column, endLine, endColumn, severity, address, message, hint } = problems[0] ?? {};
  assert.deepEqual(
    { line, column, endLine, endColumn, severity, address, message, hint },
    {
      line: 22,
      column: 11,
      endLine: 22,
      endColumn: 16,
      severity: "error",
      address: "2/Tasks/Search",
      message: 'Task has no field "Titel".',
      hint: 'Did you mean "Title"?',
    },
  );
});

test("--format github writes annotations and escapes what would break them", () => {
  const { out } = runWith({ "a,b.md": wrong }, ["check", "--format", "github", "a,b.md"]);
  assert.equal(
    out,
    '::error file=a%2Cb.md,line=22,endLine=22,col=11,endColumn=16,title=N208 2/Tasks/Search::Task has no field "Titel". Did you mean "Title"?\n',
  );
});

test("unreadable files are reported, the others are still checked, and the exit code is 2", () => {
  const latin = new Uint8Array([0x23, 0x20, 0x47, 0xf6, 0xdf, 0x65]);
  const { exit, out } = runWith({ latin, good }, ["check", "none.md", "latin", "good"]);
  assert.equal(exit, 2);
  assert.match(out, /^none\.md:1:1 error F001 file: the file cannot be read: there is no such file$/m);
  assert.match(out, /^latin:1:1 error F002 file: the file is not UTF-8: byte 4 cannot be read\. Save it as UTF-8\.$/m);
  assert.match(out, /^Tasks \(good\): no errors/m);
  const json = JSON.parse(runWith({}, ["check", "--json", "none.md"]).out) as { problems: { code: string }[] };
  assert.equal(json.problems[0]?.code, "F001");
  assert.equal(runWith({ big: new Uint8Array(16 * 1024 * 1024 + 1).fill(32) }, ["check", "big"]).exit, 2);
});

test("fmt writes only what changes, --check writes nothing, - goes through", () => {
  const loose = good.replace("| Rule | For |", "|Rule|   For  |");
  const formatted = runWith({ a: loose, b: good }, ["fmt", "a", "b"]);
  assert.deepEqual([...formatted.files], [["a", good]]);
  const checked = runWith({ a: loose }, ["fmt", "--check", "a"]);
  assert.deepEqual([checked.exit, checked.files.size, checked.out], [1, 0, "a is not formatted\n"]);
  assert.equal(runWith({ "-": loose }, ["fmt", "-"]).out, good);
  assert.equal(runWith({}, ["fmt", "none.md"]).exit, 2);
});

test("fmt --fix mends what says itself how, prints each fix, and then what remains", () => {
  const { exit, files, out } = runWith({ a: wrong }, ["fmt", "--fix", "a"]);
  assert.deepEqual([exit, [...files]], [0, [["a", good]]]);
  assert.match(out, /^a:\d+:\d+ fixed N208 2\/\S+ ?\S*: write Title\na fixed and formatted\nTasks \(a\): no errors, /);
  const both = wrong.replace("## 7. The calls it makes\n\nnone.", "## 7. The calls it makes");
  const left = runWith({ a: both, b: good }, ["fmt", "--fix", "a", "b"]);
  assert.deepEqual([left.exit, [...left.files.keys()]], [1, ["a"]]);
  assert.match(left.out, /fixed N208[^]*a fixed and formatted\n[^]*error N002[^]*Tasks \(a\): 1 error/);
  assert.match(left.out, /Tasks \(b\): no errors/);
});

test("fmt --fix --check writes nothing, and - prints the document alone", () => {
  const checked = runWith({ a: wrong }, ["fmt", "--fix", "--check", "a"]);
  assert.deepEqual([checked.exit, checked.files.size], [1, 0]);
  assert.match(checked.out, /^a:\d+:\d+ would fix N208 [^\n]*: write Title\na would be fixed\nTasks \(a\): no errors/);
  assert.equal(runWith({ a: good }, ["fmt", "--fix", "--check", "a"]).exit, 0);
  const through = runWith({ "-": wrong }, ["fmt", "--fix", "-"]);
  assert.deepEqual([through.exit, through.out], [0, good]);
  assert.match(through.error, /^-:\d+:\d+ fixed N208 /);
  assert.equal(runWith({}, ["fmt", "--fix", "none.md"]).exit, 2);
});

test("check --json gives the edits of a fix by line and column, and none where there is no fix", () => {
  const { problems } = JSON.parse(runWith({ a: wrong }, ["check", "--json", "a"]).out) as {
    problems: { line: number; column: number; code: string; fix?: unknown }[];
  };
  const [problem] = problems.filter(({ code }) => code === "N208");
  const { line = 0, column = 0 } = problem ?? {};
  const edits = [{ line, column, endLine: line, endColumn: column + 5, text: "Title" }];
  assert.deepEqual(problem?.fix, { title: "write Title", edits });
  const gap = JSON.parse(runWith({ a: open }, ["check", "--json", "a"]).out) as { problems: object[] };
  assert.ok(gap.problems.length > 0 && gap.problems.every((one) => !("fix" in one)));
});

test("explain knows every code, in upper and lower case, and suggests a similar one", () => {
  for (const { code, title } of allProblemClasses) {
    const { exit, out } = runWith({}, ["explain", code.toLowerCase()]);
    assert.equal(exit, 0);
    assert.ok(out.startsWith(`${code} (`) && out.includes(title));
  }
  assert.equal(runWith({}, ["explain"]).out.trim().split("\n").length, allProblemClasses.length);
  assert.match(runWith({}, ["explain", "d003"]).error, /docs\/database\.md/);
  const unknown = runWith({}, ["explain", "N3O1"]);
  assert.equal(unknown.exit, 2);
  assert.match(unknown.error, /Did you mean "N301"\?/);
});

test("an invalid call is refused with the correct form", () => {
  for (const [args, says] of [
    [["chekc", "x"], /unknown command "chekc"\. Did you mean "check"\?/],
    [["check"], /there is no SPEC\.md in this folder/],
    [["check", "--jason", "x"], /--jason/],
    [["check", "--format", "xml", "x"], /--format must be text, json or github/],
    [["constructor"], /unknown command "constructor"/],
    [["new"], /name of the product/],
    [["explain", "N301", "N302", "N303"], /a code, or a thing and a document/],
    [["check", "-", "-"], /- can be given only once/],
    [["check", "--json", "--format", "text", "x"], /use only one of them/],
    [["check", "--format", "-1", "x"], /'--format' argument is ambiguous\. Did you forget/],
    [["check", "--format", "", "x"], /--format has no value/],
  ] as const) {
    const { exit, error, out } = runWith({}, args);
    assert.equal(exit, 2);
    assert.match(error, says);
    assert.equal(out, "");
  }
  assert.match(runWith({}, ["--help"]).out, /writ check FILE/);
  assert.match(runWith({}, ["--help"]).out, /^Serve it in production\n {2}writ start FILE {2,}\w/m);
  assert.match(runWith({ "--help": good }, ["check", "--", "--help"]).out, /^Tasks \(--help\): no errors/);
  assert.equal(runWith({}, []).exit, 2);
});

test("the overview has a line for each command and fits a terminal; a command shows its options and an example", () => {
  const { out } = runWith({}, ["--help"]);
  assert.equal(out, runWith({}, ["help"]).out);
  assert.equal(out, runWith({}, []).out);
  for (const [name, options] of Object.entries(optionsOf)) {
    assert.equal(out.match(new RegExp(`^ {2}writ ${name}\\b`, "gm"))?.length, 1, name);
    const help = runWith({}, [name, "--help"]);
    assert.equal(help.exit, 0);
    assert.match(help.out, new RegExp(`^ {2}writ ${name}\\b`));
    assert.match(help.out, new RegExp(`^For example\n {2}.*writ ${name}\\b`, "m"));
    for (const option of Object.keys(options))
      assert.equal(
        help.out.includes(`\n  --${option}`),
        `${name} ${option}` !== "run processes",
        `${name} --${option}`,
      );
    for (const same of [
      [name, "x", "-h"],
      ["help", name],
      ["help", name, "add"],
    ])
      assert.equal(runWith({}, same).out, help.out);
  }
  assert.ok(out.split("\n").every((line) => line.length <= 80));
  const unknown = runWith({}, ["help", "chekc"]);
  assert.deepEqual([unknown.exit, unknown.out, /Did you mean "check"/.test(unknown.error)], [2, "", true]);
  assert.equal(runWith({}, ["chekc", "--help"]).exit, 2);
  assert.match(runWith({}, ["check", "--qqq", "x"]).error, /no option --qqq\. writ check --help lists its options/);
});

test("the examples of help can be typed as they stand", () => {
  for (const { examples } of Object.values(usages))
    for (const example of examples) {
      const [, words = ""] = /\bwrit (.*?)(?: >.*|\))?$/.exec(example) ?? [];
      const [name = "", ...rest] = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
      assert.ok(Object.hasOwn(optionsOf, name), example);
      assert.doesNotThrow(() => parse(name as CommandName, rest), example);
    }
});

test("wide and long lines keep their carets under the word", () => {
  // The second is a character of names that stands far behind the others.
  for (const wide of ["中文", "𠮷野"]) {
    const { out } = runWith({ a: good.replace("- Search: Title", `- Search: Title, ${wide}`) }, ["check", "a"]);
    assert.match(out, /\n {8} {17}\^{4}\n/);
  }
  const long = good.replace("- Search: Title", `- Search: ${"Title, ".repeat(60)}Titel`);
  const shown = runWith({ a: long }, ["check", "a"], { columns: 80 }).out.split("\n");
  const at = shown.findIndex((line) => line.startsWith("   22 | …"));
  const [source = "", carets = ""] = shown.slice(at, at + 2);
  assert.ok(at >= 0 && source.length <= 80);
  assert.equal(source.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1), "Titel");
});

test("a line of a megabyte with thousands of problems is shown at once, and never half a character", () => {
  const long = good.replace("- Search: Title", `- Search: ${"中文😀Titel, ".repeat(2000)}${"x".repeat(1_000_000)}`);
  const began = process.cpuUsage();
  const { out } = runWith({ a: long }, ["check", "a"], { columns: 80 });
  assert.ok((process.cpuUsage(began).user + process.cpuUsage(began).system) / 1e6 < 5);
  assert.equal(out.match(/no field/g)?.length, 2001);
  assert.ok(out.isWellFormed());
  for (const line of out.split("\n").filter((one) => one.includes(" | "))) assert.ok(widthOf(line) <= 80, line);
});

test("options that would be silently ignored are refused", async () => {
  const { exit, error } = await waitFor({}, ["test", "--only", "3/", "--only", "6/", "x"]);
  assert.equal(exit, 2);
  assert.match(error, /--only can be given only once/);
});

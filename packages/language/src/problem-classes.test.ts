// The list of all codes: each complete, each given by a test, and those of the notation with their severity.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { problemClasses } from "./problem-classes.ts";

/** The codes that documents and other programs rely on: none is renumbered or reused. */
const promised = {
  error:
    "N001 N002 N003 N010 N011 N012 N013 N014 N015 N016 N017 N201 N203 N204 N207 N208 N209 N301 N302 N303 N304 N306 N307 " +
    "N401 N403 N404 N405 N406 N407 N501 N502 N504 N601 N602 N603 N604 N605 N606 N701 N702 N703 N704 N801 N902 N904 " +
    "X001 X002 X003 X004 X005 X006 X007 X008",
  warning: "N004 N205 N206 N210 N305 N402 N503 N607 N802 N804 N901",
  gap: "G001 G002 G003",
};

test("every promised code is there, with its severity", () => {
  const known = new Map<string, string>(problemClasses.map(({ code, severity }) => [code, severity]));
  for (const [severity, codes] of Object.entries(promised)) {
    for (const code of codes.split(" ")) assert.equal(known.get(code), severity, code);
  }
});

test("every code says what it is, why, and what to write instead", () => {
  for (const { code, title, explanation, wrong, right } of problemClasses) {
    assert.match(code, /^[NXG]\d{3}$/);
    assert.ok(title.length > 5 && !title.endsWith("."), `${code}: ${title}`);
    assert.ok(explanation.length > 40 && explanation.endsWith("."), `${code}: ${explanation}`);
    assert.ok(wrong !== "" && right !== "" && wrong !== right, code);
  }
});

test("every code is given by a case, an example of the documentation, or a test", () => {
  const given = globSync("**/{*.test.ts,cases/*.txt,README.md}", { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith("problem-classes.test.ts"))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, "utf8"))
    .join("\n");
  assert.deepEqual(
    problemClasses.map(({ code }) => code).filter((code) => !given.includes(code)),
    [],
  );
});

test("every file of problems is in the list", () => {
  const list = readFileSync(`${import.meta.dirname}/problem-classes.ts`, "utf8");
  const files = globSync("**/problems.ts", { cwd: import.meta.dirname });
  assert.ok(files.length > 10);
  assert.deepEqual(
    files.filter((file) => !list.includes(`"./${file}"`)),
    [],
  );
});

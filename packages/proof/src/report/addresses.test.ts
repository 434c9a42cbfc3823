// Whatever a case, its story or the reason for none names, it names by an address that the document has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile, type Compiled } from "@writ/language";
import { documentBlocks } from "@writ/language/explain";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { planOf, type Plan } from "../plan/plan.ts";
import { everything, settings } from "../testing/clauses.ts";
import { note, roles } from "../testing/notes.ts";
import { storyOf } from "./story.ts";

const examples = ["help-desk", "equipment-lending", "project-tracker"].map((name) => ({
  name,
  source: readFileSync(new URL(`../../../../examples/${name}/SPEC.md`, import.meta.url), "utf8"),
}));

const small = {
  "what nobody reads": completeDocument(`${note}
## 6. Roles and permissions
${roles}
| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create, update, delete | no | own | yes | yes |
| Note | read | no | own | yes | no |
| Note | see Secret | no | no | yes | yes |
| Note | set Author | no | no | no | yes |
${settings}`).source,
  "an account that changes": completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Nick | text up to 9 | no | |

### Course

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Held by | reference to User | no | |
${everything("Course | create, read, update, delete")}
${settings}`).source,
};

/** Of all that the model holds, of what is not shown in it, and of what the console shows as clauses. */
function addressesOf(source: string, compiled: Compiled): ReadonlySet<string> {
  const { model, problems } = compiled;
  const shown = documentBlocks(source, compiled)
    .flatMap((one) => [one, ...("rows" in one ? one.rows : []), ...("items" in one ? one.items : [])])
    .flatMap(({ clauses }) => clauses);
  const sections = ["3", "4", "5", "6", "7", "8", "9"];
  const result = new Set([...sections, ...problems.map(({ address }) => address), ...shown]);
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if ("address" in value && typeof value.address === "string") result.add(value.address);
    for (const one of Object.values(value)) walk(one);
  };
  walk(model);
  return result;
}

/** With the words around them: `NOT_FOUND of 6/Note/read comes first`, `It is refused: INVALID (3/Note/Text).` */
function namedIn({ cases, notTried }: Plan): readonly string[] {
  const between = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address = ""]) => address);
  return [
    ...cases.flatMap(({ scenario, outcome }) => [
      scenario.clause,
      scenario.address.split("#")[0] ?? "",
      ...(scenario.shows ?? []),
      ...("refused" in outcome ? outcome.refused.map(({ clause }) => clause) : []),
    ]),
    ...cases.flatMap((one) =>
      storyOf(one).flatMap((line) =>
        line.startsWith("It is refused") ? between(line, /\(([3-9](?:\/[^()]*)?)\)/g) : [],
      ),
    ),
    ...notTried.flatMap(({ scenario, why }) => [
      scenario.clause,
      ...between(why, /[A-Z] of ([3-9](?:\/.*)?) comes first$/g),
    ]),
  ];
}

for (const { name, source } of [
  ...examples,
  ...Object.entries(small).map(([title, text]) => ({ name: title, source: text })),
])
  test(`every address that the plan of ${name} names is one of the document`, () => {
    const compiled = compile(source);
    const known = addressesOf(source, compiled);
    const named = namedIn(planOf(compiled));
    assert.ok(named.length > 20 && named.some((address) => address.startsWith("6/")));
    // A property of a list below a heading: `3/Ticket/History`.
    const isProperty = (address: string) =>
      known.has(address.slice(0, address.lastIndexOf("/"))) &&
      source.includes(`\n- ${address.slice(address.lastIndexOf("/") + 1)}: `);
    assert.deepEqual(
      [...new Set(named)].filter((address) => !known.has(address) && !isProperty(address)).toSorted(),
      [],
    );
  });

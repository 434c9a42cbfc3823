// A role of which it is not shown in what it is held, or whom the row that gives it names, lets nobody do more than before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databases } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Organisation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Organisation | belongs to Organisation | yes | |
| Person | reference to User | no | |
| Admin | yes/no | yes | |

### Project
- Owner: Lead

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Organisation | belongs to Organisation | yes | |
| Name | text up to 80 | yes | |
| Lead | reference to User | no | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Member | Membership where \`membership.admin == true\` | Organisation |

| Condition | For | Holds when |
| --- | --- | --- |
| led inside | Project | \`project.lead != null and project.lead.has_role('Member', project.organisation)\` |

| For | May | Person | Member |
| --- | --- | --- | --- |
| Project | read | led inside | yes |
| Project | update | own | no |
| Project | create, delete | no | no |
| Organisation | read | yes | yes |
| Organisation | create, update, delete | no | no |
| Membership | create, read | yes | yes |
| Membership | update, delete | no | no |
| Membership | set Person | no | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Confirmed address | yes |
`);

for (const { what, shown, unknown, without } of [
  { what: "all is shown", shown: "", unknown: "", without: "" },
  {
    what: "Within is not",
    shown: "membership.admin == true` | Organisation |",
    unknown: "membership.admin == true` | not shown |",
    without: "",
  },
  {
    what: "whom the row names is not",
    shown: "| Person | reference to User | no |",
    unknown: "| Person | not shown | no |",
    without: "person",
  },
  {
    what: "which of its two people the row names is not",
    shown: "| Person | reference to User | no |",
    unknown: "| Person | reference to User | no | |\n| Guest | reference to User | no | |\n| Host | not shown | no |",
    without: "",
  },
  {
    what: "what the row belongs to is not",
    shown: "| Organisation | belongs to Organisation | yes | |\n| Person",
    unknown: "| Organisation | not shown | yes | |\n| Person",
    without: "organisation",
  },
])
  test(`where ${what}, whoever has or makes a row that gives a role reads nothing of others`, async () => {
    assert.ok(source.includes(shown));
    const database = await open(source.replace(shown, unknown));
    const ann = await database.account("Ann");
    const member = (values: Readonly<Record<string, unknown>>) => {
      const given = Object.entries(values).filter(([name]) => name !== without);
      const places = given.map((_, index) => `$${index + 1}`).join(", ");
      const text = `INSERT INTO membership (${given.map(([name]) => name).join(", ")}) VALUES (${places})`;
      return [text, given.map(([, value]) => value)] as const;
    };
    await database.owner("BEGIN");
    const [own, other] = await database.owner("INSERT INTO organisation (name) VALUES ('A'), ('B') RETURNING id");
    const [a, b] = [own?.["id"], other?.["id"]];
    await database.owner("INSERT INTO project (organisation, name, lead) VALUES ($1, 'of A', $3), ($2, 'of B', $3)", [
      a,
      b,
      ann,
    ]);
    await database.owner(...member({ organisation: a, person: ann, admin: true }));
    await database.owner("COMMIT");
    await database.as(ann, ...member({ id: ann, organisation: b, admin: true }));
    const read = await database.as(ann, "SELECT name FROM project");
    assert.deepEqual("rows" in read && read.rows, shown === "" ? [{ name: "of A" }] : []);
    await database.close();
  });

test("whoever may have a right, were it shown who has it or where a row belongs, is told NOT_SHOWN at creation", async () => {
  const creating = source.replace("| Project | create, delete | no | no |", "| Project | create, delete | no | yes |");
  const belongs = "| Organisation | belongs to Organisation | yes | |";
  for (const [what, from, to, ann, ben] of [
    ["all is shown", "", "", "done", "FORBIDDEN"],
    [
      "where a project belongs is not",
      `${belongs}\n| Name`,
      "| Organisation | not shown | yes | |\n| Name",
      "NOT_SHOWN",
      "FORBIDDEN",
    ],
    ["in what one is a member is not", "true` | Organisation |", "true` | not shown |", "NOT_SHOWN", "NOT_SHOWN"],
    [
      "where a membership belongs is not",
      `${belongs}\n| Person`,
      "| Organisation | not shown | yes | |\n| Person",
      "NOT_SHOWN",
      "NOT_SHOWN",
    ],
    ["who is a member is not", "Membership where `membership.admin == true`", "not shown", "NOT_SHOWN", "NOT_SHOWN"],
  ] as const) {
    assert.ok(creating.includes(from), from);
    const database = await open(creating.replace(from, to));
    const [member, other] = [await database.account("Ann"), await database.account("Ben")];
    const [a] = await database.owner("INSERT INTO organisation (name) VALUES ('A') RETURNING id");
    const hasNo = (column: string) => what === `where a ${column} belongs is not`;
    await (hasNo("membership")
      ? database.owner("INSERT INTO membership (person, admin) VALUES ($1, true)", [member])
      : database.owner("INSERT INTO membership (organisation, person, admin) VALUES ($1, $2, true)", [
          a?.["id"],
          member,
        ]));
    const create = async (who: string | null) => {
      const answer = await (hasNo("project")
        ? database.as(who, "INSERT INTO project (name) VALUES ('P')")
        : database.as(who, "INSERT INTO project (name, organisation) VALUES ('P', $1)", [a?.["id"]]));
      return "rows" in answer ? "done" : answer.code;
    };
    assert.deepEqual(
      [await create(member), await create(other), await create(null)],
      [ann, ben, "NOT_SIGNED_IN"],
      what,
    );
    await database.close();
  }
});

test("a row whose owner is not shown has none: not its creator either", async () => {
  for (const owner of ["Lead", "not shown"]) {
    const database = await open(
      source
        .replace("- Owner: Lead", `- Owner: ${owner}`)
        .replace("| Project | read | led inside |", "| Project | read | yes |"),
    );
    const [ann, ben] = [await database.account("Ann"), await database.account("Ben")];
    await database.owner("BEGIN");
    const [a] = await database.owner("INSERT INTO organisation (name) VALUES ('A') RETURNING id");
    await database.owner("INSERT INTO project (organisation, name, lead, created_by) VALUES ($1, 'of A', $2, $3)", [
      a?.["id"],
      ben,
      ann,
    ]);
    await database.owner("COMMIT");
    const change = async (who: string) => database.as(who, "UPDATE project SET name = 'other'");
    const said = (answer: Awaited<ReturnType<typeof change>>) => ("rows" in answer ? "done" : answer.code);
    assert.equal(said(await change(ann)), owner === "Lead" ? "FORBIDDEN" : "NOT_SHOWN");
    assert.equal(said(await change(ben)), owner === "Lead" ? "done" : "NOT_SHOWN");
    await database.close();
  }
});

test("where it is not shown whether an address has to be confirmed, it has to", async () => {
  for (const cell of ["yes", "not shown"]) {
    const written = source.replace("| Confirmed address | yes |", `| Confirmed address | ${cell} |`);
    assert.deepEqual(
      compile(written).problems.filter(({ severity }) => severity === "error"),
      [],
    );
    const database = await open(written);
    const [product] = await database.owner("SELECT to_jsonb(p)::text AS said FROM writ.product AS p");
    assert.match(String(product?.["said"]), /confirmedAddress\W+true/);
    await database.close();
  }
});

// What an expression reads of other rows, place by place: whoever changes it waits for what is decided, and is waited for; long because each kind of place has an entity and a case of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "pg";
import { databases, refusalOf, type Answer } from "../../testing/database.ts";
import { eventually } from "../../testing/eventually.ts";
import { tally } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

/** Each place has an entity of its own, so that no lock of one stands in for that of another. */
const things = [
  "If",
  "With",
  "On",
  "First",
  "Guard",
  "Create",
  "Update",
  "Delete",
  "Step",
  "Set",
  "Own",
  "Fire",
  "At",
  "Start",
  "Default",
  "Among",
  "Chosen",
  "Asked",
];
const steps = ["Guard", "Step"];
const among: Readonly<Record<string, string>> = {
  Among: ", among `Gate.filter(g, g.open)`",
  Asked: ", among `Gate.filter(g, g.open)`, cleared on delete",
  Chosen: ", among `Gate.filter(g, g.chosen_ones.size() == 0)`",
};

const document = completeDocument(`## 3. Entities and their fields

### Gate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Open | yes/no | no | no |
| Closes at | datetime | no | |
| Bells | list of Bell | | |
| Chosen ones | list of Chosenthing | | |

### Bell

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Gate | belongs to Gate | yes | |
| Tone | integer | yes | |
| Rung | yes/no | no | no |

${things
  .map(
    (thing) => `### ${thing}thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Gate | reference to Gate${among[thing] ?? ""} | ${thing === "Asked" ? "no" : "yes"} | |
| Note | text up to 40 | no | ${thing === "Default" ? "`defaultthing.gate.name`" : ""} |
| Due on | datetime | no | |
${[...steps, "At", "Start", "Asked"].includes(thing) ? "| State | state | | |\n" : ""}`,
  )
  .join("\n")}
## 4. States and transitions

${steps
  .map(
    (thing) => `### ${thing}thing

| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Finish | New | Done | button | ${thing === "Guard" ? "`guardthing.gate.open` | SHUT" : "|"} |
`,
  )
  .join("\n")}
### Atthing

| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Finish | New | Done | at \`atthing.gate.closes_at\` | |

### Askedthing

| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Finish | New | Done | button | Gate (required) |

### Startthing

| State | Kind |
| --- | --- |
| Inside | start if \`startthing.gate.open\` |
| Outside | start |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Ifthing | create | | \`ifthing.gate.open\` | set | \`note = 'open'\` |
| Withthing | create | | | set | \`note = withthing.gate.name\` |
| Onthing | create | \`onthing.gate.bells\` | | set | \`rung = true\` |
| Firstthing | create | | | set | \`gate = Gate.filter(g, g.open).first(g, g.name) == null ? firstthing.gate : Gate.filter(g, g.open).first(g, g.name)\` |
| Firething | at \`firething.due_on\` | | \`firething.gate.open\` | set | \`note = 'open'\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | signed in |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
${["Create", "Update", "Delete", "Step", "Set"]
  .map((thing) => `| ${thing}d | ${thing}thing | \`${thing.toLowerCase()}thing.gate.open\` | SHUT |`)
  .join("\n")}
| Only one | Ownthing | \`not Ownthing.exists(o, o.gate == ownthing.gate)\` | SHUT |

| For | May | Anybody |
| --- | --- | --- |
| Gate | create, read, update, delete | yes |
| Bell | create, read, update, delete | yes |
${things
  .map((thing) => {
    const cell = (may: string) =>
      may === thing ? `${thing}d` : may === "Create" && thing === "Own" ? "Only one" : "yes";
    return ["Create", "Read", "Update", "Delete"]
      .map((may) => `| ${thing}thing | ${may.toLowerCase()} | ${cell(may)} |`)
      .join("\n");
  })
  .join("\n")}
| Setthing | set Note | Setd |
| Guardthing | Finish | yes |
| Askedthing | Finish | yes |
| Stepthing | Finish | Stepd |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| SHUT | | 409 | Shut. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const gate = id(1);

type Person = { readonly client: Client; readonly person: string; readonly number: number };

/** A transaction of somebody that stays open. */
async function begin({ client, person }: Person, sql: string): Promise<Answer> {
  const claims = JSON.stringify({ role: "authenticated", sub: person });
  await client.query("BEGIN; SET LOCAL ROLE authenticated");
  await client.query("SELECT set_config('request.jwt.claims', $1, true)", [claims]);
  return client.query(sql).then(({ rows }) => ({ rows }), refusalOf);
}

const end = async ({ client }: Person): Promise<unknown> => client.query("COMMIT");

async function start() {
  const database = await open(document);
  const somebody = async (name: string): Promise<Person> => {
    const client = await database.connect();
    const { number } = (await client.query("SELECT pg_backend_pid() AS number")).rows[0];
    await client.query("SET ROLE writ_owner");
    return { client, person: await database.account(name), number };
  };
  const [ann, bob] = [await somebody("Ann"), await somebody("Bob")];
  /** Whether it waits for a lock, or has come to its end. */
  const outcome = async ({ number }: Person, doing: Promise<unknown>): Promise<"waits" | "is done"> => {
    let done = false;
    doing.then(
      () => (done = true),
      () => (done = true),
    );
    const look = "SELECT FROM pg_locks WHERE pid = $1 AND NOT granted";
    return eventually(
      async () => (done ? "is done" : (await database.owner(look, [number])).length === 1 && "waits"),
      "that it waits or is done",
    );
  };
  const afresh = async (sql = ""): Promise<void> => {
    const rest = things.map((thing) => `DELETE FROM public.${thing.toLowerCase()}thing;`).join(" ");
    await database.owner(`BEGIN; ${rest} DELETE FROM public.gate; COMMIT`);
    await database.owner(`BEGIN; INSERT INTO public.gate (id, name) VALUES ('${gate}', 'a'); ${sql}; COMMIT`);
  };
  return { ...database, ann, bob, outcome, afresh };
}

type Place = {
  readonly place: string;
  /** What is there before. */
  readonly there?: string;
  /** What changes the rows that are read. */
  readonly writes: string;
  /** What is decided by them. */
  readonly decides: string;
  /** What becomes of it once the change is there, as an answer and in a query. */
  readonly then?: string;
  readonly look?: string;
};

const opens = `UPDATE gate SET open = true WHERE id = '${gate}'`;
const shuts = `UPDATE gate SET open = false WHERE id = '${gate}'`;
const isOpen = `UPDATE public.gate SET open = true`;
const row = (thing: string) => `INSERT INTO public.${thing}thing (id, gate) VALUES ('${id(2)}', '${gate}')`;
const create = (thing: string) => `INSERT INTO ${thing}thing (gate) VALUES ('${gate}')`;

const places: readonly Place[] = [
  {
    place: "If of an effect",
    writes: opens,
    decides: create("if"),
    look: "SELECT note = 'open' AS seen FROM public.ifthing",
  },
  {
    place: "With of an effect",
    writes: `UPDATE gate SET name = 'b' WHERE id = '${gate}'`,
    decides: create("with"),
    look: "SELECT note = 'b' AS seen FROM public.withthing",
  },
  {
    place: "On of an effect",
    writes: `INSERT INTO bell (gate, tone) VALUES ('${gate}', 1)`,
    decides: create("on"),
    look: "SELECT rung AS seen FROM public.bell",
  },
  {
    place: "first and filter in an effect",
    writes: `INSERT INTO gate (id, name, open) VALUES ('${id(3)}', 'c', true)`,
    decides: create("first"),
    look: `SELECT gate = '${id(3)}' AS seen FROM public.firstthing`,
  },
  {
    place: "a start state",
    writes: opens,
    decides: create("start"),
    look: "SELECT state = 'inside' AS seen FROM public.startthing",
  },
  {
    place: "a default",
    writes: `UPDATE gate SET name = 'b' WHERE id = '${gate}'`,
    decides: create("default"),
    look: "SELECT note = 'b' AS seen FROM public.defaultthing",
  },
  { place: "rows to choose from", there: isOpen, writes: shuts, decides: create("among"), then: "INVALID" },
  {
    place: "rows to choose from in a step",
    there: `${isOpen}; INSERT INTO public.askedthing (id) VALUES ('${id(2)}')`,
    writes: shuts,
    decides: `SELECT FROM askedthing_finish('${id(2)}', '${gate}')`,
    then: "INVALID",
  },
  {
    place: "rows that nobody has chosen",
    writes: create("chosen"),
    decides: create("chosen"),
    then: "INVALID",
  },
  {
    place: "Only if of a transition",
    there: `${isOpen}; ${row("guard")}`,
    writes: shuts,
    decides: `SELECT FROM guardthing_finish('${id(2)}')`,
    then: "SHUT",
  },
  { place: "a condition of create", there: isOpen, writes: shuts, decides: create("create"), then: "SHUT" },
  {
    place: "a condition of update",
    there: `${isOpen}; ${row("update")}`,
    writes: shuts,
    decides: "UPDATE updatething SET note = 'x'",
    then: "SHUT",
  },
  {
    place: "a condition of delete",
    there: `${isOpen}; ${row("delete")}`,
    writes: shuts,
    decides: "DELETE FROM deletething",
    then: "SHUT",
  },
  {
    place: "a condition of a step",
    there: `${isOpen}; ${row("step")}`,
    writes: shuts,
    decides: `SELECT FROM stepthing_finish('${id(2)}')`,
    then: "SHUT",
  },
  {
    place: "a condition of a field",
    there: `${isOpen}; ${row("set")}`,
    writes: shuts,
    decides: "UPDATE setthing SET note = 'x'",
    then: "SHUT",
  },
  {
    place: "a condition over rows of its own entity",
    writes: create("own"),
    decides: create("own"),
    then: "SHUT",
  },
  {
    place: "an effect of a moment",
    there: `INSERT INTO public.firething (gate, due_on) VALUES ('${gate}', '2001-01-01')`,
    writes: opens,
    decides: "sweep",
    look: "SELECT note = 'open' AS seen FROM public.firething",
  },
  {
    place: "the moment of a timer",
    there: `UPDATE public.gate SET closes_at = '2001-01-01'; INSERT INTO public.atthing (gate) VALUES ('${gate}')`,
    writes: "UPDATE gate SET closes_at = '2999-01-01'",
    decides: "sweep",
    look: "SELECT state = 'new' AS seen FROM public.atthing",
  },
];

test("what is read of other rows", async (t) => {
  const { ann, bob, owner, outcome, afresh } = await start();
  const decide = async (who: Person, sql: string): Promise<Answer> => {
    if (sql !== "sweep") return begin(who, sql);
    await who.client.query("BEGIN; SET LOCAL lock_timeout = '120s'");
    return who.client.query("SELECT writ.sweep(10)").then(({ rows }) => ({ rows }), refusalOf);
  };
  for (const { place, there, writes, decides, then = "done", look } of places) {
    await t.test(`${place}: whoever decides waits for whoever writes, and sees it`, async () => {
      await afresh(there);
      assert.deepEqual(tally([await begin(ann, writes)]), { done: 1 });
      const deciding = decide(bob, decides);
      const met = await outcome(bob, deciding);
      await end(ann);
      const answer = await deciding;
      await end(bob);
      assert.deepEqual([met, tally([answer])], ["waits", { [then]: 1 }]);
      if (look !== undefined) assert.deepEqual(await owner(look), [{ seen: true }]);
    });

    await t.test(`${place}: whoever writes waits for what is decided`, async () => {
      await afresh(there);
      assert.deepEqual(tally([await decide(ann, decides)]), { done: 1 });
      const writing = begin(bob, writes);
      const met = await outcome(bob, writing);
      await end(ann);
      await writing;
      await end(bob);
      assert.equal(met, "waits");
    });
  }
});

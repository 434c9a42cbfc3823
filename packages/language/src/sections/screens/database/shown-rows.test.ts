// Where that counts on the address, or is about rows with fields that not everybody sees: a function gives the rows as the reader has them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "../../../compile.ts";
import { applicationOf } from "../../../product/product-module.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Teams | \`/\` | list of Team | Member | yes |
| Team | \`/teams/:team\` | detail of Team | Member | |
| Rivals | \`/teams/:team/rivals\` | list of Player | Member | |
| Twins | \`/twins\` | list of Player | Member | yes |
| Counts | \`/counts\` | dashboard | Member | yes |
| Born | \`/born\` | list of Player | Member | yes |
| Elders | \`/elders\` | list of Player | Member | yes |

### Born
- Where: \`player.name != 'Kim' and player.born != null and player.born < today - duration('24h')\`
- Search: Name

### Elders
- Where: \`player.team.coach == me and player.born != null and player.born < today\`

### Rivals
- Where: \`player.team != route.team and route.team.players.exists(p, p.name == player.name) and (player.nick == null or route.team.cry == null or player.nick.lowerAscii() != route.team.cry.lowerAscii())\`
- Search: Name

### Twins
- Where: \`player.nick == player.name\`

### Counts
| Tile | Chart | Measure | Of | Where |
| --- | --- | --- | --- | --- |
| Same | number | count | Player | \`player.nick == player.name\` |

## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Cry | text up to 20 | no | |
| Coach | reference to User | auto | \`me\` |
| Open | yes/no | no | |
| Players | list of Player | | |

### Player

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Name | text up to 20 | yes | |
| Nick | text up to 20 | no | |
| Born | date | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| shown to all | Team | \`team.coach == me or team.open\` |
| coached | Team | \`team.coach == me\` |
| in sight | Player | \`player.team.coach == me or player.team.open\` |
| coaches it | Player | \`player.team.coach == me\` |

| For | May | Member |
| --- | --- | --- |
| Team | create | yes |
| Team | read | shown to all |
| Team | update, delete | no |
| Team | see Cry | coached |
| Player | create, update, delete | no |
| Player | read | in sight |
| Player | see Nick | coaches it |
`);

let desk: TestDatabase;
let ann: string;
let bob: string;
const teams: Record<string, string> = {};
before(async () => {
  desk = await open(source);
  ann = await desk.account("Ann");
  bob = await desk.account("Bob");
  for (const [name, coach, isOpen, cry, players] of [
    ["Reds", ann, true, "ho", { Kim: "Kim", Lou: "ho", Max: null, Ida: "Lou" }],
    ["Blues", bob, true, "Lou", { Kim: "ho", Lou: "Lou", Ida: null }],
    ["Hidden", bob, false, null, { Kim: "Kim", Lou: null, Max: "x" }],
  ] as const) {
    const [team] = await desk.owner(
      "INSERT INTO writ_data.team (name, coach, open, cry, created_by) VALUES ($1, $2, $3, $4, $2) RETURNING id",
      [name, coach, isOpen, cry],
    );
    teams[name] = String(team?.["id"]);
    for (const [player, nick] of Object.entries(players))
      await desk.owner("INSERT INTO writ_data.player (team, name, nick) VALUES ($1, $2, $3)", [
        teams[name],
        player,
        nick,
      ]);
  }
});

const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);
const names = async (person: string | null, sql: string, values: readonly unknown[] = []) => {
  const rows = said(
    await desk.as(
      person,
      `SELECT p.name || ' of ' || coalesce((SELECT t.name FROM team AS t WHERE t.id = p.team), 'nobody') AS name FROM ${sql} AS p ORDER BY 1`,
      values,
    ),
  );
  return typeof rows === "string" ? rows : rows.map(({ name }) => name);
};

test("the screen says which function gives its rows; what a filter says stays one", () => {
  const { screens } = applicationOf(compile(source));
  const rivals = screens.find(({ id }) => id === "rivals");
  assert.deepEqual([rivals?.notShown, rivals?.filter?.kind], [false, "not"]);
  assert.deepEqual(rivals?.rows, {
    shown: "_shown_rivals",
    found: "_found_rivals",
    parameters: [{ name: "route_team", route: "team" }],
  });
  const tile = screens.find(({ id }) => id === "counts")?.tiles[0];
  assert.deepEqual([tile?.notShown, tile?.filter, tile?.rows?.parameters], [false, undefined, []]);
});

test("rows are those of which the condition holds, for the row that the address names", async () => {
  const rivals = "public._shown_rivals($1)";
  // Of Ann's own team its cry is "ho", which only she sees: so is each nickname but those of the Blues.
  assert.deepEqual(await names(ann, rivals, [teams["Reds"]]), [
    "Ida of Blues",
    "Ida of Reds",
    "Kim of Blues",
    "Kim of Reds",
    "Lou of Blues",
    "Max of Reds",
  ]);
  // What they cry at the Blues she does not see, and so it leaves out nobody.
  assert.deepEqual((await names(ann, rivals, [teams["Blues"]])).includes("Ida of Reds"), true);
  assert.deepEqual(await names(ann, "public._found_rivals($1, 'Lo')", [teams["Reds"]]), ["Lou of Blues"]);
  assert.deepEqual(await names(ann, "public._shown_twins()"), ["Kim of Reds"]);
  assert.deepEqual(await names(bob, "public._shown_twins()"), ["Kim of Hidden", "Lou of Blues"]);
  assert.deepEqual(await names(bob, "public._shown_counts_same()"), ["Kim of Hidden", "Lou of Blues"]);
});

test("an address that the reader could not open shows nothing, nor does one of no row", async () => {
  for (const team of [teams["Hidden"], "00000000-0000-4000-8000-000000000000", null])
    assert.deepEqual(await names(ann, "public._shown_rivals($1)", [team]), []);
  assert.notDeepEqual(await names(bob, "public._shown_rivals($1)", [teams["Hidden"]]), []);
  assert.deepEqual(await names(null, "public._shown_rivals($1)", [teams["Reds"]]), []);
});

test("no reader gets a row or a value of it that the table does not give them", async () => {
  for (const person of [ann, bob, null])
    for (const [function_, values] of [
      ["public._shown_rivals($1)", [teams["Reds"]]],
      ["public._shown_rivals($1)", [teams["Hidden"]]],
      ["public._found_rivals($1, '')", [teams["Blues"]]],
      ["public._shown_twins()", []],
      ["public._shown_counts_same()", []],
    ] as const) {
      const more = `SELECT to_jsonb(p) FROM ${function_} AS p EXCEPT SELECT to_jsonb(p) FROM public.player AS p`;
      assert.deepEqual(said(await desk.as(person, more, values)), [], function_);
    }
  const seen = await desk.as(
    ann,
    "SELECT name, nick FROM public._shown_rivals($1) WHERE nick IS NOT NULL ORDER BY name",
    [teams["Reds"]],
  );
  assert.deepEqual(said(seen), [
    { name: "Ida", nick: "Lou" },
    { name: "Kim", nick: "Kim" },
  ]);
});

test("a function about a row reveals no rows that the caller cannot see, nor uses hidden values", async () => {
  const told = "SELECT writ.shown_twins(id) AS told FROM unnest($1::uuid[]) AS id";
  const ids = async (team: string) =>
    (await desk.owner("SELECT id FROM writ_data.player WHERE team = $1 ORDER BY name", [teams[team]])).map(
      ({ id }) => id,
    );
  const answers = async (person: string, team: string) => {
    const rows = said(await desk.as(person, told, [await ids(team)]));
    return typeof rows === "string" ? rows : rows.map((row) => row["told"]);
  };
  assert.deepEqual(await answers(bob, "Hidden"), [true, false, false]);
  assert.deepEqual(await answers(ann, "Hidden"), [null, null, null]);
  // Lou of the Blues is one by a nickname that Ann does not see.
  assert.deepEqual(await answers(bob, "Blues"), [false, false, true]);
  assert.deepEqual(await answers(ann, "Blues"), [false, false, false]);
});

test("an order and a limit go into it: not every row is asked", async () => {
  const plan = said(
    await desk.as(ann, "EXPLAIN (COSTS off) SELECT name FROM public._shown_rivals($1) ORDER BY id LIMIT 1", [
      teams["Reds"],
    ]),
  );
  assert.doesNotMatch(JSON.stringify(plan), /Function Scan/);
  assert.match(JSON.stringify(plan), /shown_rivals/);
});

test("the day is the database's: comparisons use it in look-ups, and no client is asked for its own", async () => {
  const { screens } = applicationOf(compile(source));
  const born = screens.find(({ id }) => id === "born");
  // Which names, and that there is a day, a filter says.
  assert.match(JSON.stringify(born?.filter), /"Kim/);
  assert.doesNotMatch(JSON.stringify(born?.filter), /today|"lt"/);
  assert.deepEqual(born?.rows, { shown: "_shown_born", found: "_found_born", parameters: [] });
  await desk.owner("UPDATE writ_data.player SET born = writ.today() - 2 WHERE name = 'Ida' AND team = $1", [
    teams["Reds"],
  ]);
  await desk.owner("UPDATE writ_data.player SET born = writ.today() - 1 WHERE name = 'Lou'");
  assert.deepEqual(await names(ann, "public._shown_born()"), ["Ida of Reds"]);
  assert.deepEqual(await names(ann, "public._found_born('Lo')"), []);
  // Whose they are a filter says.
  assert.deepEqual(await names(ann, "public._shown_elders()"), ["Ida of Reds", "Lou of Blues", "Lou of Reds"]);
  await desk.owner("INSERT INTO writ.clock (moves) VALUES ('1 day')");
  assert.deepEqual(await names(ann, "public._shown_born()"), ["Ida of Reds", "Lou of Blues", "Lou of Reds"]);
  assert.deepEqual(await names(ann, "public._found_born('Lo')"), ["Lou of Blues", "Lou of Reds"]);
  await desk.owner("UPDATE writ.clock SET moves = '-1 day'");
  assert.deepEqual(await names(ann, "public._shown_born()"), []);
  assert.deepEqual(await names(ann, "public._shown_elders()"), ["Ida of Reds"]);
  await desk.owner("DELETE FROM writ.clock");
});

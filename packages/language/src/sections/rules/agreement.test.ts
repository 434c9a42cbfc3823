// Random small documents with rules about numbers: what the database decides is what plain JavaScript works out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../../testing/database.ts";
import { drawFrom, type Draw } from "../../testing/draw.ts";
import { rounds } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

type Thing = { readonly id: number; readonly box: number | null; readonly n: number; readonly m: number | null };
type Box = { readonly id: number; readonly cap: number };
type World = { readonly boxes: ReadonlyMap<number, Box>; readonly things: ReadonlyMap<number, Thing> };

/** A rule in the document's words, and the same in JavaScript. */
type Rule = {
  readonly entity: "Thing" | "Box";
  readonly on: readonly string[];
  readonly when: string;
  readonly must: string;
  readonly thing?: (thing: Thing, old: Thing | undefined, world: World) => boolean;
  readonly box?: (box: Box, world: World) => boolean;
};

const operators: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  "!=": (a, b) => a !== b,
};

function randomRule(draw: Draw): Rule {
  const [sign, compare] = draw.pick(Object.entries(operators));
  const k = draw.number(-3, 12);
  const on = draw.pick([[], [], ["create"], ["update"], ["delete"], ["create", "delete"]]);
  const kept = (world: World, box: Box) => [...world.things.values()].filter((thing) => thing.box === box.id);
  const ofThing = (must: string, thing: NonNullable<Rule["thing"]>, when = ""): Rule => ({
    entity: "Thing",
    on,
    when,
    must,
    thing,
  });
  const ofBox = (must: string, box: NonNullable<Rule["box"]>): Rule => ({
    entity: "Box",
    on: on.includes("delete") ? [] : on,
    when: "",
    must,
    box,
  });
  return draw.pick([
    () => ofThing(`thing.n ${sign} ${k}`, ({ n }) => compare(n, k)),
    () => ofThing(`thing.n + thing.m ${sign} ${k}`, ({ n, m }) => m === null || compare(n + m, k), "thing.m != null"),
    () => ofThing(`thing.n * 2 - ${k} ${sign} 3`, ({ n }) => compare(n * 2 - k, 3)),
    () =>
      ofThing(
        "thing.box == null or thing.n <= thing.box.cap",
        ({ box, n }, _, world) => box === null || n <= (world.boxes.get(box)?.cap ?? 0),
      ),
    (): Rule => ({
      ...ofThing(`old.n ${sign} thing.n`, ({ n }, old) => old === undefined || compare(old.n, n)),
      on: ["update"],
    }),
    () =>
      ofThing(
        `Thing.filter(t, t.n == thing.n).size() <= 2`,
        ({ n }, _, { things }) => [...things.values()].filter((one) => one.n === n).length <= 2,
      ),
    () =>
      ofBox(`box.things.map(t, t.n).sum() ${sign} ${k}`, (box, world) =>
        compare(
          kept(world, box).reduce((sum, { n }) => sum + n, 0),
          k,
        ),
      ),
    () => ofBox(`box.things.size() <= ${Math.abs(k) % 4}`, (box, world) => kept(world, box).length <= Math.abs(k) % 4),
    () =>
      ofBox(
        `not box.things.exists(t, t.n ${sign} box.cap)`,
        (box, world) => !kept(world, box).some(({ n }) => compare(n, box.cap)),
      ),
    () => ofBox(`box.cap ${sign} ${k}`, ({ cap }) => compare(cap, k)),
  ])();
}

const documentOf = (rules: readonly Rule[]) =>
  completeDocument(`## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer | yes | |
| Cap | integer | yes | |
| Things | list of Thing | | |

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer | yes | |
| Box | reference to Box, cleared on delete | no | |
| N | integer | yes | |
| M | integer | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
${rules.map((rule, index) => `| R${index} | ${rule.entity} | ${rule.on.join(", ")} | ${rule.when && `\`${rule.when}\``} | \`${rule.must}\` | R${index} |`).join("\n")}

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | anyone |

| For | May | Guest |
| --- | --- | --- |
${["Box", "Thing"].flatMap((entity) => ["create", "read", "update", "delete"].map((may) => `| ${entity} | ${may} | yes |`)).join("\n")}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
${rules.map((_, index) => `| R${index} | | 422 | ${index}. |`).join("\n")}
`).source;

/** What somebody does to one row: before it, after it. */
type Act = {
  readonly sql: string;
  readonly after: World;
  readonly broken: (rules: readonly Rule[]) => readonly string[];
};

function randomAct(world: World, next: number, draw: Draw): Act {
  const boxId = (id: number | null) => (id === null ? "NULL" : `(SELECT id FROM box WHERE number = ${id})`);
  const anyBox = () => (draw.once(4) ? null : draw.pick([...world.boxes.keys()]));
  const m = draw.once(2) ? null : draw.number(-5, 9);
  const n = draw.number(-4, 9);
  if (draw.once(5)) {
    const old = draw.pick([...world.boxes.values()]);
    const box = { ...old, cap: draw.number(-4, 9) };
    const after = { ...world, boxes: new Map(world.boxes).set(box.id, box) };
    return {
      sql: `UPDATE box SET cap = ${box.cap} WHERE number = ${box.id}`,
      after,
      broken: (rules) => broken(rules, after, "update", { box }),
    };
  }
  const old = world.things.size === 0 || draw.once(2) ? undefined : draw.pick([...world.things.values()]);
  const things = new Map(world.things);
  if (old !== undefined && draw.once(3)) {
    things.delete(old.id);
    const after = { ...world, things };
    return {
      sql: `DELETE FROM thing WHERE number = ${old.id}`,
      after,
      broken: (rules) => broken(rules, after, "delete", { thing: old, old }),
    };
  }
  const thing = { id: old?.id ?? next, box: anyBox(), n, m };
  const after = { ...world, things: things.set(thing.id, thing) };
  const sql =
    old === undefined
      ? `INSERT INTO thing (number, box, n, m) VALUES (${thing.id}, ${boxId(thing.box)}, ${n}, ${m})`
      : `UPDATE thing SET box = ${boxId(thing.box)}, n = ${n}, m = ${m} WHERE number = ${thing.id}`;
  return {
    sql,
    after,
    broken: (rules) => broken(rules, after, old === undefined ? "create" : "update", { thing, old }),
  };
}

function broken(
  rules: readonly Rule[],
  world: World,
  event: string,
  { thing, old, box }: { readonly thing?: Thing; readonly old?: Thing | undefined; readonly box?: Box },
): readonly string[] {
  const asked = ({ on }: Rule, moment: string) => (on.length === 0 ? ["create", "update"] : on).includes(moment);
  const holders = new Set([thing?.box, old?.box].flatMap((id) => (id === null || id === undefined ? [] : [id])));
  const boxes = box === undefined ? [...holders].flatMap((id) => world.boxes.get(id) ?? []) : [box];
  return rules.flatMap((rule, index) => {
    const isKept =
      rule.thing === undefined
        ? !asked(rule, "update") || boxes.every((one) => rule.box?.(one, world) !== false)
        : thing === undefined || !asked(rule, event) || rule.thing(thing, old, world);
    return isKept ? [] : [`R${index}`];
  });
}

test("rules agree with JavaScript", async () => {
  const outcomes = { done: 0, refused: 0, documents: 0 };
  for (let seed = 1; seed <= rounds(6); seed++) {
    const draw = drawFrom(seed);
    const rules = Array.from({ length: draw.number(2, 4) }, () => randomRule(draw));
    const database = await open(documentOf(rules)).catch((failure: Error) => failure);
    // Rules that contradict each other are none.
    if (database instanceof Error) continue;
    outcomes.documents++;
    const boxes = new Map([1, 2, 3].map((id) => [id, { id, cap: draw.number(0, 9) }]));
    await database.owner("ALTER TABLE box DISABLE TRIGGER USER");
    for (const { id, cap } of boxes.values())
      await database.owner(
        "INSERT INTO box (id, created_at, updated_at, number, cap) VALUES (gen_random_uuid(), now(), now(), $1, $2)",
        [id, cap],
      );
    await database.owner("ALTER TABLE box ENABLE TRIGGER USER");
    let world: World = { boxes, things: new Map() };
    for (let step = 1; step <= 60; step++) {
      const act = randomAct(world, step, draw);
      const expected = [...act.broken(rules)].sort();
      const answer: Answer = await database.as(null, act.sql);
      const found: readonly string[] =
        "rows" in answer ? [] : [...new Set(answer.problems.map(({ code }) => code))].sort();
      const about = `seed ${seed}, step ${step}: ${act.sql}\n${rules.map(({ must, on, when }, index) => `R${index} ${on.join(",")} ${when}: ${must}`).join("\n")}`;
      if (!("rows" in answer)) assert.notDeepEqual(found, [], `${about}\n${answer.code} ${answer.message}`);
      assert.deepEqual(found, expected, about);
      if (expected.length === 0) world = act.after;
      outcomes[expected.length === 0 ? "done" : "refused"]++;
    }
    await database.close();
  }
  assert.ok(outcomes.documents > 3 && outcomes.done > 20 && outcomes.refused > 20, JSON.stringify(outcomes));
});

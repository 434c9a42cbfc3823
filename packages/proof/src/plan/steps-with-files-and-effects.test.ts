// Steps that ask for files, that effects alone take, and that time brings one before the other: cases are found for them and pass.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";
import { elapsedIn } from "./situation/situation.ts";

const start = products();

const documentOf = (parts: string) =>
  completeDocument(`${parts}\n${parts.includes("BAD") ? errors("BAD") : ""}\n${settings}`).source;

test("a transition that must be given files is done with them", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Pot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Photo | image up to 1 MB (png, jpg) | auto | |
| Papers | files up to 2, each up to 1 MB (pdf) | auto | |
| State | state | | |

## 4. States and transitions

### Pot

| State | Kind |
| --- | --- |
| Raw | start |
| Glazed | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Glaze | Raw | Glazed | button | Photo (required), Papers (required) |

${everything("Pot | create, read, update, delete, Glaze")}
`);
  await shows(start, source, {
    "4/Pot/Glaze": ["from raw", "not from glazed", "without photo", "without papers"],
    "6/Pot/Glaze/Person": ["may"],
  });
});

const orchard = ({ onlyIf = "", otherwise = "" }) => `
## 3. Entities and their fields

### Crate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight | integer 1 to 90 | yes | |
| Kind | one of: red, green | yes | red |
| State | state | | |

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Crate | reference to Crate | yes | |
| Given back | yes/no | no | no |

## 4. States and transitions

### Crate

| State | Kind |
| --- | --- |
| Ripe | start |
| Sold | |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Sell | Ripe | Sold | button | | |
| Drop | Sold | Ripe | effect | ${onlyIf} | ${otherwise} |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Order | change of Given back | \`order.given_back\` | do Drop | on \`order.crate\` |

${everything("Crate | create, read, update, delete, Sell", "Order | create, read, update, delete")}
`;

test("what an effect does only under a condition is refused by each of its parts", async () => {
  const without = orchard({ onlyIf: "`crate.weight < 79`" });
  await shows(start, documentOf(without), { "4/Crate/Drop": ["not from ripe", "from sold", "closed"] });
  catchesMutants("4/Crate/Drop", ["possible always", "79 is 80", "79 is 78"], `${without}\n${settings}`);
  const parts = orchard({
    onlyIf: "`crate.weight < 79 and (crate.kind == 'red' or crate.weight > 3)`",
    otherwise: "BAD",
  });
  await shows(start, documentOf(parts), {
    "4/Crate/Drop": ["not from ripe", "from sold", "open 2", "closed", "closed 2"],
  });
});

test("what an effect moves on is in a state from which it can be", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Safe | yes/no | no | no |
| State | state | | |

### Job

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Thing | reference to Thing | yes | |
| State | state | | |

## 4. States and transitions

### Thing

| State | Kind |
| --- | --- |
| New | start |
| Broken | |
| Whole | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Break | New | Broken | button | | |
| Finish | Broken | Whole | effect | \`thing.safe\` | BAD |

### Job

| State | Kind |
| --- | --- |
| Begun | start |
| Over | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| End | Begun | Over | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Job | End | do Finish | on \`job.thing\` |

${everything("Thing | create, read, update, delete, Break", "Job | create, read, update, delete, End")}
`);
  await shows(start, source, {
    "4/Job/End": ["from begun", "not from over"],
    "4/Thing/Finish": ["not from new", "from broken", "not from whole", "closed"],
    "6/Job/End/Person": ["may"],
  });
});

test("that a timer without a moment does nothing is looked at before another one moves the row on", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Crate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sell by | datetime | no | |
| Warned | yes/no | auto | no |
| State | state | | |

## 4. States and transitions

### Crate

| State | Kind |
| --- | --- |
| Green | start |
| Rotting | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Ripen late | Green | Rotting | after \`days(10)\` | |
| Warn | Green | same | at \`crate.sell_by\` | \`not crate.warned\` |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Crate | Warn | set | \`warned = true\` |

${everything("Crate | create, read, update, delete")}
`);
  const { cases } = planOf(compile(source), "4/Crate/Warn#never");
  assert.equal(cases.length, 1);
  for (const { situation } of cases) {
    const elapsed = elapsedIn(situation);
    const days = ((elapsed?.at ?? 0) - situation.world.now) / 86_400_000;
    assert.ok(days > 9.9 && days < 10, `after ${days} days`);
    assert.deepEqual([...(elapsed?.did ?? [])], []);
  }
  await shows(start, source, {
    "4/Crate/Warn": ["due in green", "early", "not in rotting", "open", "closed", "never"],
  });
});

test("a field that follows from what effects alone do is brought to its bounds by whatever does that", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Pot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Firing | reference to Firing | yes | |
| Fired | integer 0 to 3 | auto | 0 |
| State | state | | |

### Firing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Pots | list of Pot | | |
| State | state | | |

## 4. States and transitions

### Pot

| State | Kind |
| --- | --- |
| Raw | start |
| Broken | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Fire | Raw | same | effect |
| Break | Raw | Broken | button |

### Firing

| State | Kind |
| --- | --- |
| Planned | start |
| Hot | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Light | Planned | Hot | button |

### Effects

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Firing | Light | on \`firing.pots\` | do Fire | |
| Pot | Fire | | set | \`fired = pot.fired + 1\` |

${everything("Pot | create, read, update, delete, Break", "Firing | create, read, update, delete, Light")}
`);
  const leastOf = "effects give it nothing but 1 to 4";
  await shows(
    start,
    source,
    { "3/Pot/Fired": ["given", "given later", "default", "at its most by an effect", "beyond its most by an effect"] },
    { "3/Pot/Fired#at its least by an effect": leastOf, "3/Pot/Fired#beyond its least by an effect": leastOf },
  );
});

// Whatever has an identifier of its own is named elsewhere by its label: everything that is said of it still holds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databaseOf } from "../database/index.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { definitionsOf, mentionsIn } from "./mentions.ts";

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Boxes (\`box_list\`) | \`/boxes\` | list of Box | Keeper | yes |
| One box | \`/boxes/:crate\` | detail of Box | Keeper | |
| New box | \`/boxes/new\` | new Box | Keeper | |

### Boxes
- Sort: Weight
- Filter by: Size
- Import: Weight, Size, Sender
- Page size: Page
- Buttons: New box

### One box
- Buttons: Close, Weigh

### New box
- Ask: Weight, Size
- Preset: \`sender = me\`
- Then: Boxes

## 3. Entities and their fields

### Box (\`crate\`)
- Owner: Sender
- Unique together: Weight, Size

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight (\`grams\`) | integer 1 to \`most_grams\` | yes | |
| Size | one of: small (\`s\`), large (\`l\`) | yes | small |
| Sender (\`sent_by\`) | reference to User | no | |
| Closed at (\`closed\`) | datetime | auto | |
| State (\`stage\`) | state | auto | |
| Labels | list of Label | | |

### Label (\`tag\`)

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box (\`on_box\`) | belongs to Box | yes | |
| Seen at (\`seen\`) | datetime | auto | |

## 4. States and transitions

### Box: State

| State | Kind | Meaning |
| --- | --- | --- |
| Open (\`is_open\`) | start | |
| Closed (\`is_closed\`) | end | |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Close (\`shut\`) | Open | Closed | button | \`crate.grams < most_grams\` | HEAVY |

### Effects

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Box | Close | | set | \`closed_at = now\` |
| Box | change of Weight | \`crate.labels\` | set | \`seen_at = now\` |
| Box | Close | | mail Gone | to \`crate.sent_by\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Not so heavy | Box | Close | | \`crate.grams < 500\` | HEAVY | Weight |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Keeper (\`holder\`) | signed in |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| Light (\`is_light\`) | Box | \`crate.grams < 100\` | HEAVY |

| For | May | Keeper |
| --- | --- | --- |
| Box | create, read, update | Light |
| Box | delete | own |
| Box | Close | yes |
| Box | see Sender | yes |
| Label | read, update, delete | yes |
| Label | create | no |
| Weigh | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Weigh (\`scale\`) | function | button | below | HEAVY |

### Weigh
- In: Box

\`\`\`ts
await mail("left", { to: me, row: input.box });
\`\`\`

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Gone (\`left\`) | Box | Your box | {crate.grams} g |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| HEAVY | it is heavy | 409 | Too heavy |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value | Meaning |
| --- | --- | --- |
| Most (\`most_grams\`) | 900 | |
| Page | 20 | |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Boxes | 9 per hour per user | create Box | HEAVY |
| Weighing | 9 per hour per user | Weigh | HEAVY |
| Labels | 3 per Box | Label | HEAVY |
`);

const compiled = compile(source);

test("nothing is missed because something else is called what it is", () => {
  assert.deepEqual(
    compiled.problems
      .filter(({ severity }) => severity !== "gap")
      .map(({ code, address, message }) => [code, address, message]),
    [],
  );
});

test("every reference has the identifier of what it names", () => {
  const { screens, states, rules, permissions, calls, constants } = compiled.model;
  const [close, weight] = states.effects;
  assert.deepEqual(
    [
      screens.screens.map(({ kind }) => kind && "entity" in kind && kind.entity.id),
      screens.screens.flatMap(({ buttons }) => buttons.map(({ id }) => id)),
      screens.screens.flatMap((screen) => screen.import.flatMap(({ steps }) => steps.map(({ id }) => id))),
      states.machines.map(({ entity, field }) => [entity.id, field?.id]),
      states.machines.flatMap(({ transitions }) => transitions.map(({ to }) => to !== "same" && to.id)),
      [close, weight].map((effect) => effect?.do?.kind === "set" && effect.do.values.map(({ field }) => field.id)),
      rules.rules.map(({ on, at }) => [...on, at].map((one) => one?.id)),
      permissions.rights.map(({ for: about, action }) =>
        [
          about.id,
          action.kind === "transition" ? action.transition.id : "",
          "field" in action ? action.field.id : "",
        ].join(" "),
      ),
      calls.calls.flatMap((call) => call.in.map(({ type }) => type && "entity" in type && type.entity.id)),
      constants.limits.map(({ counts }) => counts?.of.id),
    ],
    [
      ["crate", "crate", "crate"],
      ["new_box", "shut", "scale"],
      ["grams", "size", "sent_by"],
      [["crate", "stage"]],
      ["is_closed"],
      [["closed"], ["seen"]],
      [["shut", "grams"]],
      "crate  ,crate  ,crate  ,crate  ,crate shut ,crate  sent_by,tag  ,tag  ,tag  ,tag  ,scale  ".split(","),
      ["crate"],
      ["crate", "scale", "tag"],
    ],
  );
});

test("a mail that an effect and code send by its label is sent", () => {
  const database = JSON.stringify(databaseOf(compiled)).replaceAll("\\", "");
  assert.match(database, /"left":{"label":"Gone","isNotified":false,"isMailed":true,/);
});

test("every mention stands where the text names it, and everything but what is only defined is mentioned", () => {
  const all = [...compiled.mentions, ...mentionsIn(compiled.checked)];
  const definitions = definitionsOf(compiled.model);
  const keyOf = ({ kind, of, id }: { kind: string; of: string | undefined; id: string }) => [kind, of, id].join(" ");
  for (const { span, ...mention } of all) {
    const word = source.slice(span.start, span.end);
    const named = definitions.find((one) => keyOf(one) === keyOf(mention));
    const words = named && [named.label, named.id, named.label.toLowerCase().replaceAll(" ", "_")];
    assert.ok(words?.includes(word), `${keyOf(mention)}: ${word}`);
  }
  for (const { span, id, label } of definitions)
    assert.match(source.slice(span.start, span.end), new RegExp(`^${label}( \\(\`${id}\`\\))?$`));
  const mentioned = new Set(all.map(keyOf));
  assert.deepEqual(
    definitions.filter((one) => !mentioned.has(keyOf(one))).map(keyOf),
    // Rows open it, and nothing says so; nobody has a large box; a label has its box without a word.
    ["screen  one_box", "choice crate.size l", "field tag on_box"],
  );
});

test("a name is mentioned where nothing of it is left, because it is worked out beforehand", () => {
  const { source: written } = completeDocument(`
## 3. Entities and their fields

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Pieces | integer | yes | |
| Whole | computed yes/no \`line.pieces != null\` | | |
| Lost | computed integer \`line.piece + line.pieces\` | | |
`);
  const mentions = mentionsIn(compile(written).checked);
  assert.deepEqual(
    mentions.map(({ kind, id, span }) => [kind, id, written.slice(span.start, span.end)]),
    [
      ["entity", "line", "line"],
      ["field", "pieces", "pieces"],
      ["entity", "line", "line"],
      ["entity", "line", "line"],
      ["field", "pieces", "pieces"],
    ],
  );
});

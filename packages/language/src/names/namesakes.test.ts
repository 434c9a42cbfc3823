// Things of different kinds that share a name or an identifier: each mention means the one that is written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databaseOf } from "../database/index.ts";
import { completeDocument } from "../testing/run-cases.ts";

const ticket = (transition: string, more = ""): string => `## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| State | state | auto | |
${more}
## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| ${transition} | New | Done | button |
`;

const compiled = (fragment: string) => compile(completeDocument(fragment).source);
const bodiesOf = (fragment: string, name: string): string =>
  databaseOf(compiled(fragment))
    .flatMap((object) => (object.kind === "function" && object.place.name === name ? [object.body] : []))
    .join("\n");

test("a rule on update is asked at updates, whatever transition is called so", () => {
  const rules = `## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Short | Ticket | update | \`ticket.title.size() < 9\` | LONG |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| LONG | it is long | 409 | Too long. |
`;
  assert.match(bodiesOf(ticket("Update (`revise`)") + rules, "breaks_ticket"), /'update'/);
});

test("a rate on a transition counts that one, and neither a call nor another entity's transition of its identifier", () => {
  const limit = (counts: string) => `
## 9. Business constants and limits

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Often | 3 per hour per user | ${counts} | RATE_LIMITED |
`;
  const call = `
## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Order | function | button | below | |

### Order
\`\`\`ts
await Promise.resolve();
\`\`\`
`;
  assert.match(bodiesOf(ticket("Buy (`order`)") + call + limit("Buy"), "before_ticket.order"), /rate_often/);
});

test("a button means the one thing that is called so, though another one has its identifier", () => {
  const screens = (button: string) => `## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Orders (\`order\`) | \`/orders\` | list of Ticket | signed in | yes |
| Ticket | \`/tickets/:ticket\` | detail of Ticket | signed in | |

### Ticket
- Buttons: ${button}

`;
  const buttons = (button: string) => {
    const { model, problems } = compiled(screens(button) + ticket("Hand in (`order`)"));
    assert.deepEqual(
      problems.flatMap(({ code }) => (["N209", "N224"].includes(code) ? [code] : [])),
      [],
    );
    return model.screens.screens.flatMap((screen) => screen.buttons.map(({ id, names }) => [id, names]));
  };
  assert.deepEqual(buttons("Orders"), [["order", "screen"]]);
  assert.deepEqual(buttons("Hand in"), [["order", "transition"]]);
});

test("states of one name in two machines of an entity are each machine's own", () => {
  const two = ticket("Close", "| Payment | state | auto | |\n").replace(
    "### Ticket\n\n| State | Kind |\n| --- | --- |\n| New | start |\n| Done | end |",
    "### Ticket: State\n\n| State | Kind |\n| --- | --- |\n| New | start |\n| Done (`done_a`) | end |",
  ).concat(`
### Ticket: Payment

| State | Kind |
| --- | --- |
| Open | start |
| Done (\`done_b\`) | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Pay | Open | Done | button |
`);
  const { machines } = compiled(two).model.states;
  assert.deepEqual(
    machines.flatMap(({ transitions }) => transitions.map(({ to }) => (to === "same" ? to : to.id))),
    ["done_a", "done_b"],
  );
});

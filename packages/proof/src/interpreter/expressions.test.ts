// What every sentence about expressions means: each gives its value, and comes near to another one that differs.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { play, type PlainRow } from "../testing/play.ts";
import { textOf } from "../agreement/texts.ts";
import { readField } from "./world/fields.ts";
import { scopeOf } from "./world/scope.ts";
import { rowOf } from "./values/value.ts";
import type { Caller } from "./world/world.ts";

const fields = `
| Subject | text up to 40 | yes | |
| Phone | phone | no | |
| Count | integer | yes | 7 |
| Other | integer | no | |
| Weight | number | yes | 2.5 |
| Share | percent | yes | 20 % |
| Price | money | yes | 10.05 EUR |
| Due on | date | yes | |
| Until | date | no | |
| Starts at | datetime | yes | |
| Opens at | time | yes | 08:30 |
| Pause | duration | yes | 90 minutes |
| Urgent | yes/no | no | |
| Priority | one of: low, high | yes | low |
| Labels | several of: red, blue | no | |
| Requester | reference to User | yes | |
| Assignee | reference to User | no | |
| Before | reference to Ticket | no | |
| After | list of Ticket via Before | | |
| Lines | list of Line | | |
| Watchers | several User | | |
| Number | sequence number \`T-{0}\` | | |
| State | state | | |`;

const fragment = (type: string, expression: string) => `
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Level | integer | no | |

### Settings
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Most | integer | yes | 5 |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |${fields}
| Result | computed ${type} \`${expression}\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Pieces | integer | yes | |
| Cost | money | yes | |
| Note | text | no | |

## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| New | start |
| In progress (\`in-progress\`) | |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Take | New | In progress | button |
| Finish | any | Done | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Agent | named at installation |

| For | May | Agent |
| --- | --- | --- |
| Ticket | create, read, update, delete, Take, Finish | yes |
| Line | create, read, update, delete | yes |
| Settings | read, update | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Currency | EUR |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Reopen window | 2 days |
| Response time | low: 3 days, high: 4 hours |
| Vat | 19 % |
| Fee | 1.50 EUR |
| Noon | 12:00 |
`;

const ticket: PlainRow = {
  subject: "Broken screen",
  due_on: "2026-03-20",
  starts_at: "2026-03-17T22:30:00Z",
  requester: "ann",
  labels: ["red"],
  watchers: ["ann", "bo"],
};

const rows = {
  user: { ann: { level: 3 } },
  settings: { s: {} },
  ticket: {
    t: { ...ticket, number: "T-10" },
    t2: { ...ticket, number: "T-9", subject: "Second", before: "t", count: 1, state: "done" },
  },
  line: {
    l1: { ticket: "t", pieces: 2, cost: "1.50" },
    l2: { ticket: "t", pieces: 5, cost: "2.25", note: "x" },
    l3: { ticket: "t2", pieces: 1, cost: "9.00" },
  },
};

function valueOf(type: string, expression: string, me: Caller = "ann"): string | null {
  const world = play(fragment(type, expression)).world(rows, { ann: "agent" });
  return textOf(readField(rowOf("ticket", "t"), "result", scopeOf(world, me)));
}

/** Type, expression, value. */
const tables: Readonly<Record<string, readonly (readonly [string, string, string | null])[]>> = {
  operators: [
    ["yes/no", "ticket.urgent or ticket.count == 7", "true"],
    ["yes/no", "ticket.urgent and ticket.count == 7", "false"],
    ["yes/no", "not ticket.urgent", "true"],
    ["yes/no", "not ticket.count == 7", "false"],
    ["integer", "ticket.urgent ? 1 : 2", "2"],
    ["integer", "1 + 2 * 3 - 4", "3"],
    ["integer", "-7 / 2", "-3"],
    ["integer", "-7 % 2", "-1"],
    ["yes/no", "0.1 + 0.2 == 0.3", "true"],
    ["yes/no", "ticket.count in [1, 7]", "true"],
    ["yes/no", "ticket.count not in [1, 7]", "false"],
    ["text", "ticket.subject + '!'", "Broken screen!"],
  ],
  "empty values": [
    ["yes/no", "ticket.phone == null", "true"],
    ["yes/no", "ticket.phone != null", "false"],
    ["yes/no", "ticket.until == null or ticket.until > today", "true"],
    ["yes/no", "ticket.until != null and ticket.until > today", "false"],
    ["yes/no", "ticket.assignee == null", "true"],
    ["integer", "ticket.other == null ? 1 : ticket.other", "1"],
    ["yes/no", "ticket.assignee in ticket.watchers", "false"],
  ],
  "sequence numbers": [
    ["yes/no", "ticket.number > 'T-9'", "true"],
    ["yes/no", "Ticket.exists(t, t.number < ticket.number)", "true"],
    ["text", "Ticket.first(t, t.number) == null ? '' : Ticket.first(t, t.number).number", "T-9"],
    ["text", "Ticket.first(t, -t.number) == null ? '' : Ticket.first(t, -t.number).number", "T-10"],
  ],
  "times of day": [
    ["time", "ticket.opens_at", "08:30:00"],
    ["time", "time('17:00:15')", "17:00:15"],
    ["time", "time(ticket.starts_at)", "23:30:00"],
    ["yes/no", "ticket.opens_at < noon and noon > time('11:59')", "true"],
    ["yes/no", "ticket.opens_at == time('08:31')", "false"],
    ["yes/no", "ticket.due_on + ticket.opens_at == datetime('2026-03-20T07:30:00Z')", "true"],
    ["yes/no", "ticket.opens_at + ticket.due_on == datetime('2026-03-20T08:30:00Z')", "false"],
    ["yes/no", "noon - ticket.opens_at == minutes(210)", "true"],
    ["time", "max(ticket.opens_at, noon)", "12:00:00"],
    ["time", "[noon, ticket.opens_at].min()", "08:30:00"],
  ],
  texts: [
    ["integer", "size('a😀b')", "3"],
    ["yes/no", "ticket.subject < 'a'", "true"],
    ["yes/no", "'😀' > '\\uFFFD'", "true"],
    ["yes/no", "'e\\u0301' == '\\u00e9'", "true"],
    // Joined texts are not composed: that is done where they are stored.
    ["integer", "size(ticket.subject + '\\u0301')", "14"],
    [
      "yes/no",
      "ticket.subject.contains('screen') and ticket.subject.startsWith('B') and ticket.subject.endsWith('n')",
      "true",
    ],
    ["yes/no", "ticket.subject.contains('%')", "false"],
    ["text", "ticket.subject.lowerAscii()", "broken screen"],
    ["text", "'İ'.lowerAscii()", "İ"],
    ["text", "slug('  Ærø & Łódź ß! ')", "aero-lodz-ss"],
    ["yes/no", "ticket.subject.matches('^[A-Z]\\\\w+\\\\s.+$')", "true"],
    ["yes/no", "'١'.matches('^\\\\d$')", "false"],
    ["text", "string(ticket.count)", "7"],
  ],
  numbers: [
    ["number", "ticket.weight * 2", "5"],
    ["integer", "round(2.5, 0)", "3"],
    ["integer", "round(-2.5, 0)", "-3"],
    ["number", "div(10, 3, 2)", "3.33"],
    ["number", "div(-20, 3, 1)", "-6.7"],
    ["yes/no", "ticket.share == 0.2", "true"],
    ["number", "ticket.count * vat", "1.33"],
    ["integer", "max(2, min(9, 4))", "4"],
  ],
  money: [
    ["money", "ticket.price * 0.5", "5.03"],
    ["money", "ticket.price * vat", "1.91"],
    ["money", "div(ticket.price, 3)", "3.35"],
    ["money", "ticket.price + fee", "11.55"],
    ["money", "money(ticket.weight * 0.002)", "0.01"],
    ["yes/no", "ticket.price > money(10)", "true"],
    ["yes/no", "ticket.lines.filter(l, l.pieces > 99).map(l, l.cost).sum() == money(0)", "true"],
  ],
  "days and moments": [
    ["date", "ticket.due_on + days(3)", "2026-03-23"],
    ["date", "date('2024-02-29') - days(366)", "2023-02-28"],
    ["integer", "days_between(today, ticket.due_on)", "3"],
    ["yes/no", "ticket.due_on - today == days(3)", "true"],
    ["date", "date(ticket.starts_at)", "2026-03-17"],
    ["date", "date(ticket.starts_at + minutes(30))", "2026-03-18"],
    ["yes/no", "ticket.starts_at - now == hours(12) + minutes(30)", "true"],
    ["integer", "weekday(today)", "2"],
    ["duration", "ticket.pause * 2", "10800000"],
    ["duration", "duration('1h30m')", "5400000"],
    ["yes/no", "datetime('2026-03-17T10:00:00Z') == now", "true"],
    ["yes/no", "now + response_time[ticket.priority] == now + days(3)", "true"],
    ["yes/no", "ticket.created_at + reopen_window > now", "true"],
  ],
  lists: [
    ["yes/no", "ticket.lines.exists(l, l.pieces > 4)", "true"],
    ["yes/no", "ticket.lines.all(l, l.pieces > 4)", "false"],
    ["yes/no", "ticket.lines.filter(l, l.pieces > 99).all(l, false)", "true"],
    ["yes/no", "ticket.lines.exists_one(l, l.pieces > 1)", "false"],
    ["integer", "ticket.lines.size()", "2"],
    ["integer", "size(ticket.lines.filter(l, l.note != null))", "1"],
    ["integer", "ticket.lines.map(l, l.pieces).sum()", "7"],
    ["integer", "ticket.lines.map(l, l.pieces).min()", "2"],
    ["number", "ticket.lines.map(l, l.pieces).average()", "3.5"],
    ["number", "ticket.lines.map(l, l.pieces).median()", "3.5"],
    ["integer", "ticket.lines.filter(l, l.pieces > 99).map(l, l.pieces).max()", null],
    ["money", "ticket.lines.map(l, l.cost * l.pieces).sum()", "14.25"],
    ["yes/no", "ticket.lines.first(l, -l.pieces) == ticket.lines.filter(l, l.pieces == 5).only()", "true"],
    ["yes/no", "ticket.lines.only() == null", "true"],
    ["yes/no", "'red' in ticket.labels and 'blue' not in ticket.labels", "true"],
    ["integer", "Ticket.filter(t, t.ended).size()", "1"],
    ["yes/no", "Ticket.exists(t, t.before == ticket)", "true"],
    ["integer", "ticket.after.size()", "1"],
  ],
  "states, people and settings": [
    ["yes/no", "ticket.state == 'new' and not ticket.ended", "true"],
    ["yes/no", "ticket.state in ['in-progress', 'done']", "false"],
    ["yes/no", "ticket.requester.level != null and ticket.requester.level == 3", "true"],
    ["yes/no", "ticket.requester in ticket.watchers", "true"],
    ["yes/no", "ticket.requester.has_role('Agent')", "true"],
    ["yes/no", "User.filter(u, u.has_role('Agent')).size() == 1", "true"],
    ["yes/no", "ticket.count > Settings.most", "true"],
  ],
};

for (const [about, cases] of Object.entries(tables)) {
  describe(about, () => {
    for (const [type, expression, value] of cases)
      test(expression, () => assert.equal(valueOf(type, expression), value));
  });
}

test("a computed value may be the reader's own", () => {
  const expression = "me != null and ticket.requester == me";
  assert.equal(valueOf("yes/no", expression, "ann"), "true");
  assert.equal(valueOf("yes/no", expression, "bo"), "false");
  assert.equal(valueOf("yes/no", expression, null), "false");
});

test("a computed number is rounded to what its type keeps", () => {
  assert.equal(valueOf("number", "ticket.weight * 0.0000002"), "0.000001");
});

// Sentences for owners: what each form of expression is in words.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rowScope } from "../model/scopes.ts";
import { sampleSchema, ticketScope } from "../testing/sample-schema.ts";
import { checkExpression } from "./check.ts";
import { sentenceOf } from "./english.ts";
import { readExpression } from "./parsing/read.ts";
import type { Scope } from "./schema.ts";

const scopeOf = (entity: string): Scope => (entity === "ticket" ? ticketScope : rowScope(entity, { me: "present" }));

/** Conditions of the examples, and one of each form; all begin with the entity that they are about. */
const sentences: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  ticket: [
    ["ticket.priority == 'urgent'", "the ticket's priority is urgent"],
    ["ticket.priority != 'urgent'", "the ticket's priority is not urgent"],
    ["ticket.phone != null", "the ticket has a phone"],
    ["ticket.phone == null", "the ticket has no phone"],
    ["ticket.assignee != null", "the ticket has an assignee"],
    [
      "ticket.due_on == null or ticket.due_on > today",
      'the ticket has no "Due on" or the ticket\'s "Due on" is after today',
    ],
    ["ticket.state == 'closed'", "the ticket is closed"],
    ["not (ticket.state == 'closed')", "the ticket is not closed"],
    ["ticket.state in ['new', 'open']", "the ticket is new or open"],
    ["ticket.state not in ['new', 'open']", "the ticket is neither new nor open"],
    ["ticket.priority not in ['low', 'normal', 'high']", "the ticket's priority is none of low, normal and high"],
    ["ticket.late", "the ticket is late"],
    ["not ticket.late", "the ticket is not late"],
    ["ticket.late == false", "the ticket is not late"],
    ["ticket.ended", "the ticket has ended"],
    ["ticket.late == ticket.ended", "the ticket is late exactly when the ticket has ended"],
    ["ticket.late != ticket.ended", "the ticket is late exactly when the ticket has not ended"],
    ["ticket.requester == me", "the ticket's requester is the signed-in user"],
    ["me == ticket.requester", "the ticket's requester is the signed-in user"],
    ["me != null", "a user is signed in"],
    ["me != null and me.email == null", "a user is signed in and the signed-in user has no email"],
    ["ticket.requester.email == null", "the ticket's requester has no email"],
    ["ticket.category.name", "the name of the ticket's category"],
    ["ticket.effort > 3 and ticket.late", "the ticket's effort is more than 3 and the ticket is late"],
    ["3 < ticket.effort", "the ticket's effort is more than 3"],
    ["not (ticket.effort > 3)", "the ticket's effort is at most 3"],
    ["ticket.cost <= max_fine", "the ticket's cost is at most 30.00"],
    ["ticket.pause >= nap", "the ticket's pause is at least 4 hours"],
    ["ticket.subject < 'b'", 'the ticket\'s subject sorts before "b"'],
    ["size(ticket.subject) >= min_body", "the ticket's subject has at least 20 characters"],
    ["ticket.subject.startsWith('a')", 'the ticket\'s subject starts with "a"'],
    ["not ticket.subject.contains('a')", 'the ticket\'s subject does not contain "a"'],
    ["ticket.subject.matches('^[A-Z]+$')", "the ticket's subject matches the pattern ^[A-Z]+$"],
    ["ticket.subject.lowerAscii() == 'a'", 'the ticket\'s subject in lower case is "a"'],
    ["ticket.requester.has_role('Agent')", "the ticket's requester has the role Agent"],
    ["not ticket.requester.has_role('Agent')", "the ticket's requester does not have the role Agent"],
    ["weekday(ticket.opened_on) == 1", 'the ticket\'s "Opened on" is a Monday'],
    ["weekday(ticket.opened_on) in [6, 7]", 'the ticket\'s "Opened on" is a Saturday or a Sunday'],
    ["weekday(ticket.opened_on) not in [6, 7]", 'the ticket\'s "Opened on" is neither a Saturday nor a Sunday'],
    ["weekday(ticket.opened_on) > 5", 'the number of the weekday of the ticket\'s "Opened on" is more than 5'],
    ["ticket.opened_on == date('2026-01-31')", 'the ticket\'s "Opened on" is 2026-01-31'],
    [
      "ticket.deadline_at != null and ticket.deadline_at < now",
      "the ticket has a last moment and the ticket's last moment is before now",
    ],
    ["now - ticket.created_at > days(1)", 'the time from the ticket\'s "Created at" to now is longer than 1 day'],
    ["now + response_time[ticket.priority]", "now plus the response time for the ticket's priority"],
    ["days_between(ticket.opened_on, today)", 'the number of days from the ticket\'s "Opened on" to today'],
    ["today + days(ticket.effort)", "today plus (the ticket's effort in days)"],
    ["date(ticket.created_at)", 'the day of the ticket\'s "Created at"'],
    ["time(ticket.created_at)", 'the time of the ticket\'s "Created at"'],
    ["time(ticket.created_at) >= time('08:30')", 'the time of the ticket\'s "Created at" is not before 08:30'],
    ["ticket.opened_on + time('08:30')", 'the ticket\'s "Opened on" at 08:30'],
    ["datetime('2026-01-31T12:00:00Z')", "2026-01-31 12:00 UTC"],
    ["duration('1h30m')", "1 hour 30 minutes"],
    ["-reopen_window == days(-7)", "this always holds"],
    ["ticket.effort * 2 + 1", "(the ticket's effort times 2) plus 1"],
    ["ticket.effort % 7", "the remainder of the ticket's effort divided by 7"],
    ["div(ticket.cost, 3)", "the ticket's cost divided by 3"],
    ["div(ticket.effort, 3, 2)", "the ticket's effort divided by 3 and rounded to 2 decimal places"],
    ["round(ticket.weight, 0)", "the ticket's weight rounded to a whole number"],
    ["-ticket.effort", "minus the ticket's effort"],
    ["min(ticket.effort, 5)", "the lesser of the ticket's effort and 5"],
    ["max(ticket.opened_on, today)", 'the later of the ticket\'s "Opened on" and today'],
    ["ticket.number + ' ' + ticket.subject", "the ticket's number followed by \" \" followed by the ticket's subject"],
    ["string(ticket.effort) + '!'", 'the ticket\'s effort followed by "!"'],
    ["slug(ticket.subject)", "the ticket's subject as a part of an address"],
    ["money(ticket.effort)", "the ticket's effort as money"],
    [
      "ticket.due_on == null ? today : ticket.due_on",
      'today if the ticket has no "Due on", otherwise the ticket\'s "Due on"',
    ],
    [
      "(ticket.late ? 3 : 5) > ticket.effort",
      "(3 if the ticket is late, otherwise 5) is more than the ticket's effort",
    ],
    [
      "ticket.late ? ticket.ended : ticket.phone == null",
      "if the ticket is late, then the ticket has ended, otherwise the ticket has no phone",
    ],
    ["ticket.late ? true : ticket.ended", "the ticket is late or the ticket has ended"],
    ["ticket.late ? ticket.ended : true", "the ticket is not late or the ticket has ended"],
    ["not (ticket.late ? ticket.ended : true)", "the ticket is late and the ticket has not ended"],
    [
      "old != null and old.state == 'new' and ticket.state != 'new'",
      "there was a ticket before the change, the ticket was new before the change and the ticket is not new",
    ],
    [
      "old == null or old.phone == null",
      "there was no ticket before the change or the ticket had no phone before the change",
    ],
    [
      "old == null or ticket.effort > old.effort",
      "there was no ticket before the change or the ticket's effort is more than the ticket's effort before the change",
    ],
    ["ticket.category == route.category", "the ticket's category is the category in the address"],
    ["input.days > 3", "the given days is more than 3"],
    ["input.agreed == true", "the given agreed is yes"],
    ["Settings.limit", "the settings' limit"],
    ["true", "this always holds"],
    ["null", "empty"],
    ["'a'", '"a"'],
    ["[1, 2]", "1 and 2"],
  ],
  comment: [
    ["comment.author == comment.ticket.requester", "the comment's author is the requester of the comment's ticket"],
    [
      "comment.ticket.state == 'waiting' and not comment.internal",
      "the comment's ticket is waiting and the comment is not internal",
    ],
    ["comment.minutes != null", "the comment has minutes"],
  ],
  reservation: [
    [
      "reservation.ends_on - reservation.starts_on < days(14)",
      'the time from the reservation\'s "Starts on" to the reservation\'s "Ends on" is shorter than 14 days',
    ],
    [
      "reservation.member.reservations.filter(r, r.state in ['reserved', 'collected']).size() <= 3",
      "no more than 3 of the reservations of the reservation's member are reserved or collected",
    ],
    [
      "reservation.member.reservations.filter(r, r.state == 'reserved').size() == 0",
      "none of the reservations of the reservation's member is reserved",
    ],
    [
      "reservation.member.reservations.filter(r, r.item == reservation.item).size() < 2",
      "for fewer than 2 of the reservations of the reservation's member, its item is the reservation's item",
    ],
    [
      "reservation.item.retired or reservation.days_late > 0",
      "the reservation's item is retired or the reservation's days late is more than 0",
    ],
  ],
  user: [
    [
      "user.fines.filter(f, f.state == 'due' and f.amount != null).map(f, f.amount).sum()",
      "the sum of the amount of each of (those of the user's fines that are due and that have an amount)",
    ],
    ["user.fines.exists(f, f.state == 'due')", "at least one of the user's fines is due"],
    ["not user.fines.exists(f, f.state == 'due')", "none of the user's fines is due"],
    ["user.fines.all(f, f.paid_at != null)", 'each of the user\'s fines has a "Paid at"'],
    ["not user.fines.all(f, f.paid_at != null)", 'at least one of the user\'s fines has no "Paid at"'],
    ["user.fines.exists_one(f, f.member == me)", "the member of exactly one of the user's fines is the signed-in user"],
    [
      "not user.fines.exists_one(f, f.member == me)",
      "the member of not exactly one of the user's fines is the signed-in user",
    ],
    ["user.fines.size() > 2", "the user has more than 2 fines"],
    ["user.fines.size() == 0", "the user has no fines"],
    ["user.fines.size() > 0", "the user has fines"],
    ["user.fines.size() == 1", "the number of the user's fines is exactly 1"],
    ["user.fines.map(f, f.created_at).max()", 'the latest of the "Created at" of each of the user\'s fines'],
    [
      "user.reservations.map(r, r.days_late).average()",
      "the average of the days late of each of the user's reservations",
    ],
    ["user.fines.first(f, f.created_at)", 'the first of the user\'s fines in the order of "Created at"'],
    [
      "user.fines.first(f, -f.created_at) == null",
      'the last of the user\'s fines in the order of "Created at" is empty',
    ],
    ["user.fines.only()", "the only one of the user's fines"],
    [
      "user.reservations.exists(r, r.item.name == 'a' and r.state == 'reserved')",
      'for at least one of the user\'s reservations, the name of its item is "a" and it is reserved',
    ],
    [
      "user.reservations.filter(r, r.item.retired).exists(r, r.days_late > 3)",
      "the days late of at least one of (those of the user's reservations whose item is retired) is more than 3",
    ],
    ["Ticket.exists(t, t.requester == user)", "the requester of at least one ticket is the user"],
    ["Ticket.filter(t, t.late).size() >= 5", "at least 5 tickets are late"],
    ["Ticket.size() == 0", "there are no tickets"],
    [
      "Ticket.exists(t, t.comments.exists(c, c.author == t.requester))",
      "for at least one ticket, the author of at least one of its comments is that ticket's requester",
    ],
    [
      "Ticket.exists(t, Ticket.exists(p, p.parent == t and Comment.exists(c, c.ticket == t and c.author == p.requester)))",
      "for at least one ticket, for at least one ticket, its parent is that ticket, and (for at least one comment, its ticket is that ticket and its author is that ticket (2)'s requester)",
    ],
    ["User.filter(u, u.has_role('Agent'))", "all users that have the role Agent"],
  ],
  organisation: [
    [
      "organisation.memberships.exists(m, m.role == 'admin' and m.person != null)",
      "for at least one of the organisation's memberships, its role is admin and it has a person",
    ],
    [
      "me in organisation.memberships.map(m, m.person)",
      "the signed-in user is the person of one of the organisation's memberships",
    ],
    [
      "me not in organisation.memberships.map(m, m.person)",
      "the signed-in user is the person of none of the organisation's memberships",
    ],
    ["me.has_role('Admin', organisation)", "the signed-in user has the role Admin in the organisation"],
  ],
};

for (const [entity, table] of Object.entries(sentences)) {
  describe(entity, () => {
    for (const [text, sentence] of table) {
      test(text, () => {
        const expression = readExpression({ text, start: 0, end: text.length }, "1", []);
        const { typed, problems } = checkExpression(expression, sampleSchema, scopeOf(entity), { kind: "any" });
        assert.ok(typed, problems.map(({ message }) => message).join("; "));
        assert.equal(sentenceOf(typed, sampleSchema), sentence);
      });
    }
  });
}

describe("and, or, not", () => {
  const forms: readonly (readonly [string, string])[] = [
    ["a and b", "a and b"],
    ["a and b and c", "a, b and c"],
    ["a or b or c", "a, b or c"],
    ["a and (b or c)", "a, and either b or c"],
    ["(a or b) and c", "either a or b, and c"],
    ["a and b or c", "a and b, or c"],
    ["a or b and c or d", "a, or b and c, or d"],
    ["a and (b or c or d)", "a, and (b, c or d)"],
    ["a and (b or c and d)", "a, and (b, or c and d)"],
    ["not (a and b)", "not a or not b"],
    ["not (a or not b)", "not a and b"],
    ["not (a and (b or c))", "not a, or not b and not c"],
  ];
  /** One letter for each of four conditions. */
  const letters: Readonly<Record<string, string>> = {
    a: "ticket.late",
    b: "ticket.ended",
    c: "ticket.phone == null",
    d: "ticket.effort == 1",
  };
  const said: readonly (readonly [string, string])[] = [
    ["the ticket is not late", "not a"],
    ["the ticket has not ended", "not b"],
    ["the ticket has a phone", "not c"],
    ["the ticket is late", "a"],
    ["the ticket has ended", "b"],
    ["the ticket has no phone", "c"],
    ["the ticket's effort is 1", "d"],
  ];
  for (const [form, sentence] of forms) {
    test(form, () => {
      const text = form
        .replaceAll(/\b[a-d]\b/g, (letter) => letters[letter] ?? letter)
        .replaceAll("not ticket.phone == null", "not (ticket.phone == null)");
      const { typed } = checkExpression(
        readExpression({ text, start: 0, end: text.length }, "1", []),
        sampleSchema,
        ticketScope,
        { kind: "any" },
      );
      assert.ok(typed);
      const short = said.reduce(
        (words, [long, letter]) => words.replaceAll(long, letter),
        sentenceOf(typed, sampleSchema),
      );
      assert.equal(short, sentence);
    });
  }
});

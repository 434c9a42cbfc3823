// Every code of states and transitions, and its words.
import { didYouMeanOrKnown, insteadOf } from "../../../text/suggestion.ts";
import { problemClass, type Proposal, type Span } from "../../../problem.ts";

export const unreachableState = problemClass({
  code: "N401",
  severity: "error",
  absentFrom: { sections: [4] },
  title: "state that cannot be reached",
  explanation:
    "Every state is a start, or transitions lead to it from one. A state that no row can ever be in is a mistake somewhere in To.",
  wrong: "| Waiting | | We asked something |\n…\n| Answer | Waiting | Open | button |",
  right:
    "| Waiting | | We asked something |\n…\n| Ask | Open | Waiting | button |\n| Answer | Waiting | Open | button |",
  words: (entity: string, state: string) => ({
    message: `${entity}: state "${state}" cannot be reached from the start state`,
    hint: "Add a transition to it, or delete it.",
  }),
});

export const deadEnd = problemClass({
  code: "N402",
  severity: "warning",
  absentFrom: { sections: [4] },
  title: "nothing leads out of a state",
  explanation:
    "A state that is left by no transition is the end of something: say so, and `any` leaves it out and `ended` becomes true.",
  wrong: "| Closed | | No more changes |",
  right: "| Closed | end | No more changes |",
  words: (state: string) => ({ message: `nothing leads out of "${state}": mark it end, or add a transition` }),
});

export const wrongStart = problemClass({
  code: "N403",
  severity: "error",
  absentFrom: { sections: [4] },
  title: "not exactly one start state",
  explanation:
    "A new row is in the start state. Where that depends on the row, write ``start if `…` `` for the special ones, above the one that is plainly start; the first that holds is taken.",
  wrong: "| New | start | |\n| Urgent | start | |",
  right: "| Urgent | start if `ticket.priority == 'urgent'` | |\n| New | start | |",
  words: (entity: string, second: { readonly first: string; readonly span: Span } | undefined) => ({
    message: `${entity} needs exactly one start state`,
    hint: second ? "Make the others start if `…`." : "Write start in the column Kind of one state.",
    related: second ? [{ span: second.span, message: `"${second.first}" is a start too` }] : [],
  }),
});

export const noError = problemClass({
  code: "N406",
  severity: "error",
  title: "condition without an error",
  explanation:
    "Somebody presses the button while the condition does not hold, and must be told why nothing happens: Otherwise names an error of section 8. Where a later row of the same transition takes over, no error is needed.",
  wrong: "| Solve | Open | Solved | button | `ticket.assignee != null` | |",
  right: "| Solve | Open | Solved | button | `ticket.assignee != null` | NOT_ASSIGNED |",
  words: (transition: string) => ({
    message: `${transition} has a condition and no error`,
    hint: "Name an error of section 8 under Otherwise.",
  }),
});

export const unknownStateKind = problemClass({
  code: "N410",
  severity: "error",
  isMended: true,
  title: "unknown kind of state",
  explanation: "The kind of a state is start, end, ``start if `…` `` or nothing.",
  wrong: "| Closed | final | |",
  right: "| Closed | end | |",
  words: (found: string) => ({
    message: `"${found}" is not a kind of state.`,
    hint: didYouMeanOrKnown(found, ["start", "end", "start if `…`"]) + " Blank is a state like any other.",
    proposal: insteadOf(found, ["start", "end", "start if `…`"]),
  }),
});

export const cellMissing = problemClass({
  code: "N411",
  severity: "error",
  title: "transition that is not complete",
  explanation:
    "A transition says from where, to where, and what sets it off. What is not known yet is written as not shown.",
  wrong: "| Solve | Open | Solved | |",
  right: "| Solve | Open | Solved | button |",
  words: (transition: string, column: string) => ({
    message: `transition "${transition}" has no "${column}"`,
    hint:
      column === "On"
        ? "Write button, effect, after `duration` or at `moment`."
        : column === "To"
          ? "Name a state, or write same."
          : "Name states, or write any.",
  }),
});

export const unknownTrigger = problemClass({
  code: "N412",
  severity: "error",
  isMended: true,
  title: "unknown way to set off a transition",
  explanation:
    "On says what sets a transition off: a button that people press, an effect that does it, ``after `duration` `` in that state, or ``at `moment` ``. A duration is a constant of section 9 or an expression, in backticks.",
  wrong: "| Close | Solved | Closed | after 7 days |",
  right: "| Close | Solved | Closed | after `auto_close_after` |",
  words: (found: string) => ({
    message: `"${found}" does not set off a transition.`,
    hint: /^(?:after|at)\b/.test(found)
      ? `Write an expression in backticks: ${found.startsWith("at") ? "at `ticket.due_on`" : "after `auto_close_after`, with a constant of section 9"}.`
      : didYouMeanOrKnown(found, ["button", "effect", "after `duration`", "at `moment`"]),
    proposal: insteadOf(found, ["button", "effect"]),
  }),
});

export const unknownAsked = problemClass({
  code: "N413",
  severity: "error",
  unread: "value",
  title: "unreadable list of what is asked for",
  explanation:
    "Asks for names fields, each with (required) or (optional); behind a semicolon stand the choices that are left: `Outcome (required; fixed, invalid)`.",
  wrong: "| Solve | Open | Solved | button | | | Resolution |",
  right: "| Solve | Open | Solved | button | | | Resolution (required) |",
  words: (found: string, field: string) => ({
    message: `"${found}" does not say what is asked for`,
    hint: `Write ${field || "Field"} (required) or ${field || "Field"} (optional).`,
  }),
});

export const wrongStateField = problemClass({
  code: "N414",
  severity: "error",
  isUnknownName: true,
  absentFrom: { sections: [3] },
  title: "states without their field",
  explanation:
    "The state that a row is in is kept in a field of type state. An entity with several of them names the field in the heading: `### Order: Payment`.",
  wrong: "### Order\n| State | Kind |",
  right: "### Order: Payment\n| State | Kind |",
  words: (entity: string, field: string | undefined, stateFields: readonly string[]) =>
    field !== undefined
      ? {
          message: `${entity}: "${field}" is not a field of type state`,
          hint: stateFields.length > 0 ? `Known: ${stateFields.join(", ")}.` : "Give it the type state in section 3.",
        }
      : stateFields.length === 0
        ? {
            message: `${entity} has no field of type state`,
            hint: `Add to ${entity} in section 3: | State | state | | | |`,
          }
        : {
            message: `${entity} has ${stateFields.length} fields of type state: which one is meant?`,
            hint: `Write ${stateFields.map((name) => `### ${entity}: ${name}`).join(" or ")}.`,
          },
});

export const rowsDisagree = problemClass({
  code: "N415",
  severity: "error",
  title: "rows of one transition that disagree",
  explanation:
    "Several rows with one name are one transition: its guards, and its alternatives with another To. They are set off in the same way and ask for the same things; what is asked for may be written in the first row alone.",
  wrong: "| Decide | Open | Approved | button | `…` | NO |\n| Decide | Open | Refused | effect | | |",
  right: "| Decide | Open | Approved | button | `…` | NO |\n| Decide | Open | Refused | button | | |",
  words: (transition: string, column: "On" | "Asks for", first: Span) => ({
    message: `the rows of transition "${transition}" disagree about "${column}"`,
    hint:
      column === "On"
        ? "Write the same, or give this one another name."
        : "Write it in the first row only, or give this one another name.",
    related: [{ span: first, message: "the first row is here" }],
  }),
});

export const neverTaken = problemClass({
  code: "N416",
  severity: "warning",
  title: "row that is never taken",
  explanation:
    "Alternatives of a transition, and starts, are tried from top to bottom. Behind one that always holds, and where the condition never does, a row does nothing.",
  wrong: "| Decide | Open | Refused | button | |\n| Decide | Open | Approved | button | `order.total < limit` |",
  right: "| Decide | Open | Approved | button | `order.total < limit` |\n| Decide | Open | Refused | button | |",
  words: (what: string, why: "behind" | "never", first: Span | undefined) => ({
    message:
      why === "never"
        ? `${what} can never be taken: its condition never holds`
        : `${what} can never be taken: a row above it always is`,
    hint: why === "never" ? "Mend the condition, or delete the row." : "Put it above, or delete it.",
    related: first ? [{ span: first, message: "this row always is" }] : [],
  }),
});

export const repeatingTimer = problemClass({
  code: "N417",
  severity: "error",
  title: "timer that would never stop",
  explanation:
    "A timer that stays in the same state is due until its condition no longer holds. So it has an Only if, and an effect after it makes that false each time: by what has been done, or, where it is to come again, by when it was done last. A counter alone is not enough, because one more is still fewer than three: such a timer is due again as soon as it is done, and what it did is undone.",
  wrong: "| Turn late | New | same | at `ticket.respond_by` | |",
  right:
    "| Turn late | New | same | at `ticket.respond_by` | `not ticket.late` |\n…\n| Ticket | Turn late | | set | `late = true` |",
  words: (transition: string, why: "no condition" | "not falsified", example: string) => ({
    message:
      why === "no condition"
        ? `timer "${transition}" stays in the same state and has no condition: it would come again and again`
        : `timer "${transition}" stays in the same state, and no effect after it makes its condition false: it would come again and again`,
    hint:
      why === "no condition"
        ? "Write under Only if what is true before it and false after its effects."
        : `Add an effect after it that changes what the condition reads${example}.`,
  }),
});

export const cannotAsk = problemClass({
  code: "N418",
  severity: "error",
  isMended: true,
  title: "field that cannot be asked for",
  explanation:
    "A transition asks for stored fields of its own entity. Computed values, lists, numbers and states are set by the system; narrowed choices are some of the field's own; and a timer has nobody to ask.",
  wrong: "| Solve | Open | Solved | button | | | Number (required) |",
  right: "| Solve | Open | Solved | button | | | Resolution (required) |",
  words: (message: string, hint: string, proposal?: Proposal) => ({ message, hint, proposal }),
});

export const wrongMoment = problemClass({
  code: "N419",
  severity: "error",
  title: "moment that is no moment",
  explanation:
    "``at `…` `` takes a date or a date and time; a date means its first minute. Where it is empty, the moment never comes.",
  wrong: "| Expire | Reserved | Expired | at `collect_within` |",
  right: "| Expire | Reserved | Expired | at `reservation.starts_on + collect_within` |",
  words: (found: string) => ({
    message: `"at" must be a date or a date and time, and this is ${found}`,
    hint: found.includes("duration") ? "Write after for a duration." : "",
  }),
});

export const noLastStart = problemClass({
  code: "N420",
  severity: "warning",
  title: "start states that may all fail",
  explanation:
    "Where every start has a condition, a row for which none of them holds cannot be created. A plain start as the last one catches it.",
  wrong: "| Urgent | start if `ticket.priority == 'urgent'` | |",
  right: "| Urgent | start if `ticket.priority == 'urgent'` | |\n| New | start | |",
  words: (entity: string) => ({
    message: `where none of these conditions holds, ${entity} cannot be created`,
    hint: "Write the last one as start, without a condition.",
  }),
});

export const nobodyDoes = problemClass({
  code: "N421",
  severity: "warning",
  title: "transition that no effect does",
  explanation: "A transition On effect happens when an effect says `do`; one that no effect does never happens.",
  wrong: "| Answer | Waiting | Open | effect |",
  right: "| Answer | Waiting | Open | effect |\n…\n| Comment | create | | do Answer | on `comment.ticket` |",
  words: (entity: string, transition: string) => ({
    message: `no effect does ${entity}/${transition}`,
    hint: `Add an effect with: do ${transition}, or make it a button.`,
  }),
});

export const sameProcedure = problemClass({
  code: "N422",
  severity: "error",
  title: "two things with one name on the wire",
  explanation:
    "A transition is called on the wire as its entity and its name, `/rpc/ticket_solve`, and a call by its name. Two of them must not have the same.",
  wrong: "| Ticket solve | function | button |",
  right: "| Solve all | function | button |",
  words: (transition: string, other: string, id: string, otherSpan: Span) => ({
    message: `${transition} and ${other} are both /rpc/${id}`,
    hint: "Rename one of them.",
    related: [{ span: otherSpan, message: `${other} is here` }],
  }),
});

export const uselessError = problemClass({
  code: "N423",
  severity: "warning",
  title: "error without a condition",
  explanation:
    "Otherwise is the error for an Only if that does not hold. A transition that does not start from the present state answers CONFLICT by itself.",
  wrong: "| Reopen | Solved | Open | button | | REOPEN_TOO_LATE |",
  right: "| Reopen | Solved | Open | button | `now < ticket.solved_at + reopen_window` | REOPEN_TOO_LATE |",
  words: (transition: string) => ({
    message: `${transition} has an error and no condition`,
    hint: "Write the condition under Only if, or leave Otherwise empty.",
  }),
});

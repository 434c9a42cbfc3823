// Every code of states and transitions, and its words.
import { didYouMeanOrKnown, insteadOf } from "../../../text/suggestion.ts";
import { problemClass, type Proposal, type Span } from "../../../problem.ts";

export const unreachableState = problemClass({
  code: "N401",
  severity: "error",
  absentFrom: { sections: [4] },
  title: "state that cannot be reached",
  explanation:
    "Each state is a start state, or transitions lead to it from one. If no row can ever be in a state, the To of a transition is probably wrong.",
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
  title: "state without a transition out of it",
  explanation:
    "A state without a transition out of it is an end state. If it is marked as end, `any` does not include it, and `ended` is true in it.",
  wrong: "| Closed | | No more changes |",
  right: "| Closed | end | No more changes |",
  words: (state: string) => ({
    message: `no transition leads out of "${state}": write end under Kind, or add a transition`,
  }),
});

export const wrongStart = problemClass({
  code: "N403",
  severity: "error",
  absentFrom: { sections: [4] },
  title: "not exactly one start state",
  explanation:
    "A new row is in the start state. If the start state depends on the row, write ``start if `…` `` for the special cases, above the plain start. The first one whose condition holds applies.",
  wrong: "| New | start | |\n| Urgent | start | |",
  right: "| Urgent | start if `ticket.priority == 'urgent'` | |\n| New | start | |",
  words: (entity: string, second: { readonly first: string; readonly span: Span } | undefined) => ({
    message: `${entity} needs exactly one start state`,
    hint: second ? "Write start if `…` for the others." : "Write start under Kind of one state.",
    related: second ? [{ span: second.span, message: `"${second.first}" is a start too` }] : [],
  }),
});

export const noError = problemClass({
  code: "N406",
  severity: "error",
  title: "condition without an error",
  explanation:
    "A user who presses the button while the condition does not hold must see a reason: Otherwise names an error of section 8. If a later row of the same transition applies instead, no error is needed.",
  wrong: "| Solve | Open | Solved | button | `ticket.assignee != null` | |",
  right: "| Solve | Open | Solved | button | `ticket.assignee != null` | NOT_ASSIGNED |",
  words: (transition: string) => ({
    message: `${transition} has a condition, but no error`,
    hint: "Name an error of section 8 under Otherwise.",
  }),
});

export const unknownStateKind = problemClass({
  code: "N410",
  severity: "error",
  isFixable: true,
  title: "unknown kind of state",
  explanation: "The kind of a state is start, end, ``start if `…` `` or empty.",
  wrong: "| Closed | final | |",
  right: "| Closed | end | |",
  words: (found: string) => ({
    message: `"${found}" is not a kind of state.`,
    hint: didYouMeanOrKnown(found, ["start", "end", "start if `…`"]) + " Leave it empty for any other state.",
    proposal: insteadOf(found, ["start", "end", "start if `…`"]),
  }),
});

export const cellMissing = problemClass({
  code: "N411",
  severity: "error",
  title: "transition that is not complete",
  explanation: "A transition needs From, To and On. Write not shown for a part that is not known yet.",
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
  isFixable: true,
  title: "unknown trigger of a transition",
  explanation:
    "On names the trigger of a transition: button, effect, ``after `duration` `` in that state, or ``at `moment` ``. A duration is a constant of section 9 or an expression, in backticks.",
  wrong: "| Close | Solved | Closed | after 7 days |",
  right: "| Close | Solved | Closed | after `auto_close_after` |",
  words: (found: string) => ({
    message: `"${found}" does not trigger a transition.`,
    hint: /^(?:after|at)\b/.test(found)
      ? `Write an expression in backticks: ${found.startsWith("at") ? "at `ticket.due_on`" : "after `auto_close_after`, with a constant of section 9"}.`
      : didYouMeanOrKnown(found, ["button", "effect", "after `duration`", "at `moment`"]),
    proposal: insteadOf(found, ["button", "effect"]),
  }),
});

export const unreadableInputs = problemClass({
  code: "N413",
  severity: "error",
  unread: "value",
  title: "unreadable Asks for",
  explanation:
    "Asks for lists fields, each with (required) or (optional). A semicolon introduces the choices to offer: `Outcome (required; fixed, invalid)`.",
  wrong: "| Solve | Open | Solved | button | | | Resolution |",
  right: "| Solve | Open | Solved | button | | | Resolution (required) |",
  words: (found: string, field: string) => ({
    message: `"${found}" cannot be read as Asks for`,
    hint: `Write ${field || "Field"} (required) or ${field || "Field"} (optional).`,
  }),
});

export const wrongStateField = problemClass({
  code: "N414",
  severity: "error",
  isUnknownName: true,
  absentFrom: { sections: [3] },
  title: "states without their state field",
  explanation:
    "A field of type state stores the state of a row. If an entity has several of them, the heading names the field: `### Order: Payment`.",
  wrong: "### Order\n| State | Kind |",
  right: "### Order: Payment\n| State | Kind |",
  words: (entity: string, field: string | undefined, stateFields: readonly string[]) =>
    field !== undefined
      ? {
          message: `${entity}: "${field}" is not a field of type state`,
          hint:
            stateFields.length > 0 ? `Known: ${stateFields.join(", ")}.` : "Write the type state for it in section 3.",
        }
      : stateFields.length === 0
        ? {
            message: `${entity} has no field of type state`,
            hint: `Add to ${entity} in section 3: | State | state | | | |`,
          }
        : {
            message: `${entity} has ${stateFields.length} fields of type state, so the heading must name one`,
            hint: `Write ${stateFields.map((name) => `### ${entity}: ${name}`).join(" or ")}.`,
          },
});

export const rowsDisagree = problemClass({
  code: "N415",
  severity: "error",
  title: "rows of one transition that differ",
  explanation:
    "Rows with the same name are alternatives of one transition, with different conditions and To. They have the same On and the same Asks for. You can write Asks for in the first row only.",
  wrong: "| Decide | Open | Approved | button | `…` | NO |\n| Decide | Open | Refused | effect | | |",
  right: "| Decide | Open | Approved | button | `…` | NO |\n| Decide | Open | Refused | button | | |",
  words: (transition: string, column: "On" | "Asks for", first: Span) => ({
    message: `the rows of transition "${transition}" differ in "${column}"`,
    hint:
      column === "On"
        ? "Write the same in all rows, or rename this transition."
        : "Write it in the first row only, or rename this transition.",
    related: [{ span: first, message: "the first row is here" }],
  }),
});

export const neverTaken = problemClass({
  code: "N416",
  severity: "warning",
  title: "row that never applies",
  explanation:
    "Rows of a transition, and start states, are tried from top to bottom. A row after one that always applies, or with a condition that never holds, has no effect.",
  wrong: "| Decide | Open | Refused | button | |\n| Decide | Open | Approved | button | `order.total < limit` |",
  right: "| Decide | Open | Approved | button | `order.total < limit` |\n| Decide | Open | Refused | button | |",
  words: (what: string, why: "behind" | "never", first: Span | undefined) => ({
    message:
      why === "never"
        ? `${what} never applies: its condition never holds`
        : `${what} never applies: a row above it always does`,
    hint: why === "never" ? "Correct the condition, or delete the row." : "Move it up, or delete it.",
    related: first ? [{ span: first, message: "this row always applies" }] : [],
  }),
});

export const repeatingTimer = problemClass({
  code: "N417",
  severity: "error",
  title: "timer that would never stop",
  explanation:
    "A timer that stays in the same state is due as long as its condition holds. So it needs an Only if, and an effect after it that makes the condition false: by storing that it was done, or, for a timer that repeats, when it was last done. A counter is not enough, because after one step the condition may still hold: such a timer would be due again immediately, and its changes are rolled back.",
  wrong: "| Turn late | New | same | at `ticket.respond_by` | |",
  right:
    "| Turn late | New | same | at `ticket.respond_by` | `not ticket.late` |\n…\n| Ticket | Turn late | | set | `late = true` |",
  words: (transition: string, why: "no condition" | "not falsified", example: string) => ({
    message:
      why === "no condition"
        ? `timer "${transition}" stays in the same state and has no condition, so it would repeat forever`
        : `timer "${transition}" stays in the same state, and no effect after it makes its condition false, so it would repeat forever`,
    hint:
      why === "no condition"
        ? "Write an Only if that holds before the transition and no longer holds after its effects."
        : `Add an effect after it that changes what the condition reads${example}.`,
  }),
});

export const cannotAsk = problemClass({
  code: "N418",
  severity: "error",
  isFixable: true,
  title: "field that cannot be asked for",
  explanation:
    "A transition asks for stored fields of its own entity. The system sets computed values, lists, numbers and states. The choices to offer are choices of the field. A timer cannot ask a user.",
  wrong: "| Solve | Open | Solved | button | | | Number (required) |",
  right: "| Solve | Open | Solved | button | | | Resolution (required) |",
  words: (message: string, hint: string, proposal?: Proposal) => ({ message, hint, proposal }),
});

export const wrongMoment = problemClass({
  code: "N419",
  severity: "error",
  title: "at without a date or time",
  explanation:
    "``at `…` `` takes a date, or a date and time. A date means the beginning of the day. If the value is empty, the transition never happens.",
  wrong: "| Expire | Reserved | Expired | at `collect_within` |",
  right: "| Expire | Reserved | Expired | at `reservation.starts_on + collect_within` |",
  words: (found: string) => ({
    message: `"at" needs a date, or a date and time; this is ${found}`,
    hint: found.includes("duration") ? "Write after for a duration." : "",
  }),
});

export const noLastStart = problemClass({
  code: "N420",
  severity: "warning",
  title: "no start state without a condition",
  explanation:
    "If every start state has a condition, a row cannot be created when none of them holds. Write a plain start as the last one.",
  wrong: "| Urgent | start if `ticket.priority == 'urgent'` | |",
  right: "| Urgent | start if `ticket.priority == 'urgent'` | |\n| New | start | |",
  words: (entity: string) => ({
    message: `${entity} cannot be created if none of these conditions holds`,
    hint: "Write start without a condition for the last one.",
  }),
});

export const transitionUnused = problemClass({
  code: "N421",
  severity: "warning",
  title: "transition that no effect performs",
  explanation:
    "An effect with `do` performs a transition with effect under On. Without such an effect the transition never happens.",
  wrong: "| Answer | Waiting | Open | effect |",
  right: "| Answer | Waiting | Open | effect |\n…\n| Comment | create | | do Answer | on `comment.ticket` |",
  words: (entity: string, transition: string) => ({
    message: `no effect performs ${entity}/${transition}`,
    hint: `Add an effect with do ${transition}, or write button under On.`,
  }),
});

export const sameProcedure = problemClass({
  code: "N422",
  severity: "error",
  title: "call and transition with the same address",
  explanation:
    "The address of a transition consists of its entity and its name, such as `/rpc/ticket_solve`; the address of a call is its name. No two of them may be the same.",
  wrong: "| Ticket solve | function | button |",
  right: "| Solve all | function | button |",
  words: (transition: string, other: string, id: string, otherSpan: Span) => ({
    message: `${transition} and ${other} have the same address /rpc/${id}`,
    hint: "Rename one of them.",
    related: [{ span: otherSpan, message: `${other} is here` }],
  }),
});

export const uselessError = problemClass({
  code: "N423",
  severity: "warning",
  title: "error without a condition",
  explanation:
    "Otherwise is the error when Only if does not hold. A transition that does not start from the current state is refused with CONFLICT.",
  wrong: "| Reopen | Solved | Open | button | | REOPEN_TOO_LATE |",
  right: "| Reopen | Solved | Open | button | `now < ticket.solved_at + reopen_window` | REOPEN_TOO_LATE |",
  words: (transition: string) => ({
    message: `${transition} has an error, but no condition`,
    hint: "Write the condition under Only if, or leave Otherwise empty.",
  }),
});

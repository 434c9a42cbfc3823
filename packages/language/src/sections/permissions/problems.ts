// Every code of section 6 and its words; long because there is one entry for each.
import { suggested } from "../../text/suggestion.ts";
import type { Name } from "../../text/name.ts";
import { withArticle } from "../../text/article.ts";
import { shortenList } from "../../text/shorten.ts";
import { problemClass, type Span } from "../../problem.ts";

/** A cell for each role; of many roles only the first. */
const rowOfNo = (roles: readonly string[]): string =>
  `${Array(Math.min(Math.max(roles.length, 1), 12))
    .fill("no")
    .join(" | ")}${roles.length > 12 ? " | …" : ""}`;

export const noRightForTransition = problemClass({
  code: "N601",
  severity: "error",
  absentFrom: { row: "of all that the address names" },
  title: "transition without permission",
  explanation:
    "The matrix is total: every transition that people do has a row that says who may. No row is an error, never a default; a row of `no` says that nobody may.",
  wrong: "| Ticket | Solve | no | mine | yes |",
  right: "| Ticket | Solve | no | mine | yes |\n| Ticket | Reopen | own | yes | yes |",
  words: (entity: string, transition: string, roles: readonly string[], defined: Span) => ({
    message: `transition without permission: ${entity}/${transition} has no row in section 6`,
    hint: `Add: | ${entity} | ${transition} | ${rowOfNo(roles)} |`,
    related: [{ span: defined, message: `"${transition}" is defined here` }],
  }),
});

export const deadRole = problemClass({
  code: "N602",
  severity: "error",
  absentFrom: { sections: [6] },
  title: "dead role",
  explanation:
    "A role that nobody can ever be given is a mistake: it is assigned only by roles that are themselves never given. Somebody must be named at installation. A role that may do nothing is a warning.",
  wrong: "| Lead | assigned by Lead |",
  right: "| Lead | named at installation, assigned by Lead |",
  words: (role: string, why: "never given" | "may do nothing") =>
    why === "never given"
      ? {
          message: `dead role: "${role}" can never be given to anybody`,
          hint: 'Write "named at installation" for the first one.',
        }
      : {
          message: `dead role: "${role}" may do nothing`,
          hint: "Give it a right in the matrix, or delete it.",
          severity: "warning",
        },
});

export const nothingSaysWho = problemClass({
  code: "N603",
  severity: "error",
  absentFrom: { row: "of all that the address names" },
  title: "action without a row",
  explanation:
    "The matrix is total: create, read, update and delete of every entity have a row, and so has every call on a button. What is not said is not allowed, but it must be said.",
  wrong: "| Ticket | create, read, update | yes | yes |",
  right: "| Ticket | create, read, update | yes | yes |\n| Ticket | delete | no | no |",
  words: (about: string, action: string, roles: readonly string[], defined: Span) => ({
    message: `nothing says who may ${action} ${about}`,
    hint: `Add: | ${about} | ${action} | ${rowOfNo(roles)} |`,
    related: [{ span: defined, message: `"${about}" is defined here` }],
  }),
});

export const noChain = problemClass({
  code: "N605",
  severity: "error",
  title: "no single way to the organisation",
  explanation:
    "A role that holds Within an entity reaches the rows that belong to it, by exactly one chain of `belongs to`, or by the reference that `via` names. With no chain Writ cannot tell whose row it is, with two it would have to guess.",
  wrong: "| Project | reference to Organisation | yes | | |",
  right: "| Project | belongs to Organisation | yes | | |",
  words: (entity: string, within: string, via: string | undefined, found: number, defined: Span) => ({
    message:
      via === undefined
        ? `${entity} leads to ${within} by ${found} chains of "belongs to"; exactly one is needed`
        : `${entity} leads to ${within} via ${via} in ${found} ways; exactly one is needed`,
    hint:
      found === 0
        ? `Write "belongs to" on its way to ${within}, or "no" for the roles within ${within}.`
        : `Make all but one of them a reference.`,
    related: [{ span: defined, message: `${entity} is defined here` }],
  }),
});

export const hadAnyway = problemClass({
  code: "N607",
  severity: "warning",
  title: "right that everybody has anyway",
  explanation:
    "Rights of several roles add up. What everybody with an account may see or set is not taken away by `no` in another column.",
  wrong: "| Talk | see Speaker | yes | no |",
  right: "| Talk | see Speaker | no | yes |",
  words: (action: string, role: string, who: string) => ({
    message: `"${action}" for ${role}: ${who} has this right anyway`,
    hint: `Rights add up. Take it from the wider role, or write "yes" here.`,
  }),
});

export const rightTwice = problemClass({
  code: "N609",
  severity: "error",
  title: "action with two rows",
  explanation: "One action of one entity has one row, so that its rights are read at one place.",
  wrong: "| Ticket | read | own |\n| Ticket | read, update | yes |",
  right: "| Ticket | read | yes |\n| Ticket | update | own |",
  words: (about: string, action: string, first: Span) => ({
    message: `${about}/${action} has two rows`,
    hint: "Write one row; join conditions with or.",
    related: [{ span: first, message: "the first one is here" }],
  }),
});

export const unknownGiving = problemClass({
  code: "N610",
  severity: "error",
  title: "unknown way to be given a role",
  explanation:
    "A role is given by: anyone; signed in; named at installation; assigned by a role; or a row that names the person, written as an entity, `where` and an expression.",
  wrong: "| Agent | by the lead |",
  right: "| Agent | assigned by Lead |",
  words: (found: string) => ({
    message: found === "" ? "this role does not say who is given it" : `"${found}" is not a way to be given a role`,
    hint: "Write: anyone, signed in, named at installation, assigned by ROLE, or ``Entity where `…` ``.",
  }),
});

export const givingNeedsUser = problemClass({
  code: "N611",
  severity: "error",
  title: "row that gives a role to nobody, or to several",
  explanation:
    "A role given by a row is held by the person whom the row names, so its entity has exactly one reference to User. A role that is Within something is given by rows of that thing.",
  wrong: "| Member | Project where `project.open` |",
  right: "| Member | Membership where `membership.role == 'member'` |",
  words: (entity: string, found: number) => ({
    message: `${entity} has ${found} references to User; a row that gives a role needs exactly one`,
    hint: found === 0 ? `Add a field to ${entity}: reference to User.` : "Write an entity of its own for it.",
  }),
});

export const withinNeedsRow = problemClass({
  code: "N612",
  severity: "error",
  title: "Within without a way to be given the role there",
  explanation:
    "A role that holds Within something is given there by a row that belongs to it, such as a membership, or by somebody who assigns it. The other ways give a role everywhere.",
  wrong: "| Admin | named at installation | Organisation |",
  right: "| Admin | Membership where `membership.role == 'admin'` | Organisation |",
  words: (role: string, within: string) => ({
    message: `"${role}" is within ${within}, but nothing gives it there`,
    hint: `Write under Given by: an entity that belongs to ${within}, where and an expression, or assigned by a role.`,
  }),
});

export const rowByRow = problemClass({
  code: "N613",
  severity: "warning",
  title: "right that is decided row by row",
  explanation:
    "A right is fast when the database can work out whom it lets see which rows before it looks at them: by the person's roles, by a column that names them, or by the rows that one reference leads to. A condition that compares a row's own value with that of another row is asked again for every row; long lists become slow.",
  wrong: "| early | Comment | `comment.created_at < comment.ticket.solved_at` |",
  right: "| on my ticket | Comment | `comment.ticket.requester == me` |",
  words: (condition: string, why: string) => ({
    message: `condition "${condition}" can only be decided row by row: ${why}`,
    hint: "Long lists will be slow. A field that keeps the answer would make it fast.",
  }),
});

export const callNeedsInput = problemClass({
  code: "N614",
  severity: "error",
  title: "condition on a call without its row",
  explanation: "A condition in a call's row speaks of the one input of the call that is of the condition's entity.",
  wrong: "### Accept invitation\n- In: Note (text)",
  right: "### Accept invitation\n- In: Membership",
  words: (call: string, entity: string, found: number) => ({
    message: `the condition is about ${entity}, and ${call} has ${found} inputs of it; exactly one is needed`,
    hint: `Write under ### ${call}: - In: ${entity}`,
  }),
});

export const cannotHideOrSet = problemClass({
  code: "N615",
  severity: "error",
  title: "field that cannot be hidden or set",
  explanation:
    "`see` hides no state, which steps and boards show: the row of read says who reads the rows in it. `set` is for fields that are stored: computed values, lists, numbers and states are set by the system. Required fields without a default cannot be kept from whoever creates.",
  wrong: "| Ticket | see State | no | yes |",
  right: "| Ticket | see Phone | no | yes |",
  words: (action: string, type: string) => ({
    message: `"${action}": ${type} cannot be ${action.startsWith("see") ? "hidden" : "set"} here`,
    hint: action.startsWith("see")
      ? "Say in the row of read who may read the rows, by their states too."
      : "Leave this row out.",
  }),
});

export const conditionUnused = problemClass({
  code: "N616",
  severity: "warning",
  absentFrom: { sections: [2, 3, 4, 5, 6, 7, 8, 9], values: "any" },
  title: "condition that is never used",
  explanation: "A condition does something only where a cell of the matrix, or a Where, If, When or Only if, names it.",
  wrong: "| still new | Ticket | `ticket.state == 'new'` |",
  right: "| Ticket | update | still new |",
  words: (condition: string) => ({
    message: `condition never used: "${condition}"`,
    hint: "Name it in the matrix, or delete it.",
  }),
});

export const nobodyMay = problemClass({
  code: "N617",
  severity: "warning",
  title: "right that nobody holds",
  explanation: "A transition with a button, or a call with a button, that no role may do can never happen.",
  wrong: "| Ticket | Solve | no | no | no |",
  right: "| Ticket | Solve | no | mine | yes |",
  words: (about: string, action: string) => ({
    message: `nobody may ${action}${action === "call" ? ` ${about}` : ` ${withArticle(about)}`}`,
    hint: "Give it to a role, or take the button away.",
  }),
});

export const visitorsAreNobody = problemClass({
  code: "N618",
  severity: "warning",
  title: "right that a visitor can never have",
  explanation:
    "A right that mentions `me`, `own` included, is never given to somebody who is not signed in. With `anonymous` among the ways to sign in, a visitor has an account and may own rows.",
  wrong: "| Visitor | anyone | … | Order | read | own |",
  right: "| Sign-in | anonymous, email and password |",
  words: (role: string) => ({
    message: `${role} is anyone, and this right mentions \`me\`: somebody who is not signed in never has it`,
    hint: 'Write it in the column of a signed-in role, or add "anonymous" to Sign-in.',
  }),
});

export const wrongMembership = problemClass({
  code: "N619",
  severity: "error",
  title: "condition about a membership that the role does not have",
  explanation:
    "`my_membership` is the row that gives the role, so a condition that mentions it stands only in the columns of roles given by such rows.",
  wrong: "| Person | signed in | … | Issue | update | mine |",
  right: "| Member | Membership where `…` | … | Issue | update | mine |",
  words: (condition: string, name: string, role: string) => ({
    message: `condition "${condition}" mentions ${name}, and ${role} is not given by such a row`,
    hint: "Write it in the column of a role that is.",
  }),
});

export const conditionMissing = problemClass({
  code: "N620",
  severity: "error",
  title: "condition without an expression",
  explanation: "A condition holds when its expression, in backticks, does.",
  wrong: "| still new | Ticket | the ticket is new |",
  right: "| still new | Ticket | `ticket.state == 'new'` |",
  words: (condition: string) => ({
    message: `condition "${condition}" has no expression`,
    hint: "Write it in backticks, for example `ticket.requester == me`.",
  }),
});

export const grantMissing = problemClass({
  code: "N621",
  severity: "error",
  title: "empty cell in the matrix",
  explanation: "Every cell of the matrix says something: yes, no, own, a condition, or not shown.",
  wrong: "| Ticket | delete | | yes |",
  right: "| Ticket | delete | no | yes |",
  words: () => ({ message: "this cell says nothing", hint: "Write yes, no, own, a condition, or not shown." }),
});

export const grantMixed = problemClass({
  code: "N622",
  severity: "error",
  title: "yes or no inside a combination",
  explanation: "`yes` and `no` stand alone in their cell; only conditions and `own` are joined by and, or, not.",
  wrong: "| Ticket | update | own or yes |",
  right: "| Ticket | update | yes |",
  words: (found: string) => ({
    message: `"${found}" joins yes or no with something else`,
    hint: "Write yes or no alone, or only conditions.",
  }),
});

export const joiningWord = problemClass({
  code: "N623",
  severity: "error",
  title: "condition whose name holds and, or, not",
  explanation:
    "In the matrix these words join conditions, so a name that holds one could not be told from a combination. `yes`, `no` and `own` are taken too.",
  wrong: "| mine or new | Ticket | `…` |",
  right: "| mine, or new -> | two conditions: mine; new |",
  words: (name: string) => ({
    message: `condition "${name}" holds a word that joins conditions`,
    hint: "Choose a name without and, or, not; yes, no and own are taken.",
  }),
});

export const whoMissing = problemClass({
  code: "N624",
  severity: "error",
  title: "row that does not say what it is about",
  explanation:
    "A row of the matrix names an entity or call under For and at least one action under May; a condition names its entity. Under a `###` heading that names an entity, For may be left out.",
  wrong: "| | create | yes |",
  right: "| Ticket | create | yes |",
  words: () => ({ message: "this row does not say what it is about", hint: "Fill in For and May." }),
});

export const unknownAction = problemClass({
  code: "N626",
  severity: "error",
  isMended: true,
  title: "action that this thing does not have",
  explanation: "A call has the action `call` and no other; an entity has all others.",
  wrong: "| Export tickets | read | yes |",
  right: "| Export tickets | call | yes |",
  words: (about: string, action: string, known: readonly string[]) => ({
    message: `${about} has no action "${action}".`,
    ...suggested(action, known),
  }),
});

export const oneRoleOnce = problemClass({
  code: "N627",
  severity: "error",
  title: "role without a column",
  explanation: "Every table of the matrix has one column per role, so that each cell is decided on purpose.",
  wrong: "| For | May | Customer |",
  right: "| For | May | Customer | Agent |",
  words: (roles: readonly string[]) => ({
    message: `this table has no column for ${shortenList(roles)}`,
    hint: `Add ${roles.length > 1 ? "them" : "it"}, with a yes, no, own or condition in each row.`,
  }),
});

export const unknownVia = problemClass({
  code: "N628",
  severity: "error",
  isMended: true,
  title: "via names no reference",
  explanation: "`Within: E via F` follows the reference F, so some entity has a field F that refers to E.",
  wrong: "| Sponsor | Membership where `…` | Organisation via Sponser |",
  right: "| Sponsor | Membership where `…` | Organisation via Sponsor |",
  words: (via: string, within: string, known: readonly string[]) => ({
    message: `no reference "${via}" leads to ${within}.`,
    ...suggested(via, known),
  }),
});

export const makerShown = problemClass({
  code: "N629",
  severity: "warning",
  title: "hidden maker that shows elsewhere",
  explanation:
    "Whoever made a row is named by Created by and, until somebody else changes it, by Updated by, and by each reference that is set to `me`. To hide who it was, hide all of them.",
  wrong: "| Review | see Reviewer | own | yes |",
  right: "| Review | see Reviewer, see Created by, see Updated by | own | yes |",
  words: (entity: string, action: string, shown: readonly string[]) => ({
    message: `"${action}" hides who made a row of ${entity}, and ${inWords(shown)} ${shown.length > 1 ? "show" : "shows"} it`,
    hint: `Add: | ${entity} | ${shown.map((label) => `see ${label}`).join(", ")} | … |`,
  }),
});

const inWords = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1) ?? ""}`;

export const ownAccountAnyway = problemClass({
  code: "N630",
  severity: "warning",
  title: "right to one's own account that nothing takes away",
  explanation:
    "Everybody reads and changes their own account, whatever the row of `update` says: that one is about the accounts of others. What people may not change of their own account, a `set` row keeps from them.",
  wrong: "| User | update | no | … |",
  right: "| User | update | own | … |\n| User | set Discount | no | … |",
  words: (role: string, fields: readonly string[]) => ({
    message: `${withArticle(role)} changes ${shortenList(fields)} of their own account all the same`,
    hint: `Write own here, or add a row "set ${fields[0] ?? ""}" for User with no for them.`,
  }),
});

export const hiddenShown = problemClass({
  code: "N631",
  severity: "warning",
  title: "hidden field that a computed one shows",
  explanation:
    "A computed field goes on reading what a `see` row hides, and shows it to whoever reads the row. It needs a `see` row of its own.",
  wrong: "| Review | see Reviewer | own | yes |",
  right: "| Review | see Reviewer, see Byline | own | yes |",
  words: (action: string, computed: string, entity: string) => ({
    message: `${computed} of ${entity} shows what "${action}" hides`,
    hint: `Add: | ${entity} | see ${computed} | … |`,
  }),
});

export const roleCircle = problemClass({
  code: "N632",
  severity: "error",
  title: "roles that need each other",
  explanation:
    "Rows that give a role are looked at to say who has it. Where that asks who has the role itself, directly or through computed fields and other roles, there is nothing to begin with.",
  wrong: "| Chief | Post where `post.person.has_role('Chief')` | |",
  right: "| Chief | Post where `post.kind == 'chief'` | |",
  words: (labels: readonly string[], others: readonly Name[]) => ({
    message: `roles form a circle: ${[...labels, labels[0]].join(" → ")}`,
    hint: labels.length === 1 ? "Give it by what rows hold." : "Give one of them by what rows hold.",
    related: others.map(({ label, span }) => ({ span, message: `"${label}" is part of the circle` })),
  }),
});

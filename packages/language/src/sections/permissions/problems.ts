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
  absentFrom: { row: "with all names of the address" },
  title: "transition without permission",
  explanation:
    "The matrix is complete: each transition that users perform has a row with the roles that may perform it. A missing row is an error and has no default. To deny a transition to all roles, write a row of `no`.",
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
    "A role is an error if no user can ever have it, because only roles without users assign it. At least one role must be named at installation. A role without any permission is a warning.",
  wrong: "| Lead | assigned by Lead |",
  right: "| Lead | named at installation, assigned by Lead |",
  words: (role: string, why: "never given" | "may do nothing") =>
    why === "never given"
      ? {
          message: `dead role: no user can ever have "${role}"`,
          hint: 'Write "named at installation" so that a first user can have it.',
        }
      : {
          message: `dead role: "${role}" has no permission`,
          hint: "Give it a permission in the matrix, or delete it.",
          severity: "warning",
        },
});

export const actionWithoutRow = problemClass({
  code: "N603",
  severity: "error",
  absentFrom: { row: "with all names of the address" },
  title: "action without a row",
  explanation:
    "The matrix is complete: it has a row for create, read, update and delete of each entity, and for each call on a button. To deny an action to all roles, write a row of `no`.",
  wrong: "| Ticket | create, read, update | yes | yes |",
  right: "| Ticket | create, read, update | yes | yes |\n| Ticket | delete | no | no |",
  words: (about: string, action: string, roles: readonly string[], defined: Span) => ({
    message: `no row says who may ${action} ${about}`,
    hint: `Add: | ${about} | ${action} | ${rowOfNo(roles)} |`,
    related: [{ span: defined, message: `"${about}" is defined here` }],
  }),
});

export const noChain = problemClass({
  code: "N605",
  severity: "error",
  title: "no single path to the organisation",
  explanation:
    "A role Within an entity applies to the rows that belong to it: by exactly one chain of `belongs to`, or by the reference that `via` names. Without a chain, or with two of them, Writ cannot determine which row of the entity is meant.",
  wrong: "| Project | reference to Organisation | yes | | |",
  right: "| Project | belongs to Organisation | yes | | |",
  words: (entity: string, within: string, via: string | undefined, found: number, defined: Span) => ({
    message:
      via === undefined
        ? `${entity} needs exactly one chain of "belongs to" to ${within}; it has ${found}`
        : `${entity} needs exactly one path to ${within} via ${via}; it has ${found}`,
    hint:
      found === 0
        ? `Use "belongs to" on the path to ${within}, or write "no" for the roles within ${within}.`
        : `Make all but one of them a "reference to".`,
    related: [{ span: defined, message: `${entity} is defined here` }],
  }),
});

export const redundantRight = problemClass({
  code: "N607",
  severity: "warning",
  title: "right that users have anyway",
  explanation:
    "The rights of several roles add up. A `no` in one column does not take away what all users with an account may see or set.",
  wrong: "| Talk | see Speaker | yes | no |",
  right: "| Talk | see Speaker | no | yes |",
  words: (action: string, role: string, who: string) => ({
    message: `"${action}" for ${role}: ${who} has this right anyway`,
    hint: `Rights add up. Write "no" for the wider role, or "yes" here.`,
  }),
});

export const rightTwice = problemClass({
  code: "N609",
  severity: "error",
  title: "action with two rows",
  explanation: "Each action of an entity has one row, so that all its rights are in one place.",
  wrong: "| Ticket | read | own |\n| Ticket | read, update | yes |",
  right: "| Ticket | read | yes |\n| Ticket | update | own |",
  words: (about: string, action: string, first: Span) => ({
    message: `${about}/${action} has two rows`,
    hint: "Write one row, and join conditions with or.",
    related: [{ span: first, message: "the first one is here" }],
  }),
});

export const unknownGiving = problemClass({
  code: "N610",
  severity: "error",
  title: "unknown way to give a role",
  explanation:
    "A role is given by: anyone; signed in; named at installation; assigned by a role; or a row that names the person, written as an entity, `where` and an expression.",
  wrong: "| Agent | by the lead |",
  right: "| Agent | assigned by Lead |",
  words: (found: string) => ({
    message: found === "" ? "Given by is empty" : `"${found}" is not a way to give a role`,
    hint: "Write: anyone, signed in, named at installation, assigned by ROLE, or ``Entity where `…` ``.",
  }),
});

export const givingNeedsUser = problemClass({
  code: "N611",
  severity: "error",
  title: "row that does not give a role to exactly one user",
  explanation:
    "A row gives a role to the user that it refers to, so its entity has exactly one reference to User. A role Within an entity is given by rows that belong to that entity.",
  wrong: "| Member | Project where `project.open` |",
  right: "| Member | Membership where `membership.role == 'member'` |",
  words: (entity: string, found: number) => ({
    message: `${entity} needs exactly one reference to User to give a role; it has ${found}`,
    hint:
      found === 0
        ? `Add a field to ${entity}: reference to User.`
        : "Give the role by a separate entity with one reference to User.",
  }),
});

export const withinNeedsRow = problemClass({
  code: "N612",
  severity: "error",
  title: "Within on a role that is given everywhere",
  explanation:
    "A role Within an entity is given by a row that belongs to that entity, such as a membership, or is assigned by a role. The other ways give a role everywhere.",
  wrong: "| Admin | named at installation | Organisation |",
  right: "| Admin | Membership where `membership.role == 'admin'` | Organisation |",
  words: (role: string, within: string) => ({
    message: `"${role}" is within ${within}, but Given by gives it everywhere`,
    hint: `Write under Given by: an entity that belongs to ${within} with where and an expression, or assigned by a role.`,
  }),
});

export const rowByRow = problemClass({
  code: "N613",
  severity: "warning",
  title: "right that is decided row by row",
  explanation:
    "A right is fast if the database can determine the visible rows before it reads them: by the user's roles, by a column that names the user, or by the rows behind one reference. The database evaluates a condition that compares a row's own value with the value of another row for each row, which makes long lists slow.",
  wrong: "| early | Comment | `comment.created_at < comment.ticket.solved_at` |",
  right: "| on my ticket | Comment | `comment.ticket.requester == me` |",
  words: (condition: string, why: string) => ({
    message: `condition "${condition}" can only be decided row by row: ${why}`,
    hint: "This makes long lists slow. Store the result in a field to make them fast.",
  }),
});

export const callNeedsInput = problemClass({
  code: "N614",
  severity: "error",
  title: "condition on a call without its row",
  explanation:
    "A condition in the row of a call applies to the input of the call. The call needs exactly one input of the condition's entity.",
  wrong: "### Accept invitation\n- In: Note (text)",
  right: "### Accept invitation\n- In: Membership",
  words: (call: string, entity: string, found: number) => ({
    message: `the condition is about ${entity}, so ${call} needs exactly one input of ${entity}; it has ${found}`,
    hint: `Write under ### ${call}: - In: ${entity}`,
  }),
});

export const cannotHideOrSet = problemClass({
  code: "N615",
  severity: "error",
  title: "field that cannot be hidden or set",
  explanation:
    "`see` cannot hide a state, because transitions and boards show it; the row of read decides who reads the rows in a state. `set` applies to stored fields: the system sets computed values, lists, numbers and states. A role that creates rows must be able to set the required fields without a default.",
  wrong: "| Ticket | see State | no | yes |",
  right: "| Ticket | see Phone | no | yes |",
  words: (action: string, type: string) => ({
    message: `"${action}": ${type} cannot be ${action.startsWith("see") ? "hidden" : "set"} here`,
    hint: action.startsWith("see")
      ? "Decide in the row of read who may read the rows, by their states if needed."
      : "Delete this row.",
  }),
});

export const conditionUnused = problemClass({
  code: "N616",
  severity: "warning",
  absentFrom: { sections: [2, 3, 4, 5, 6, 7, 8, 9], values: "any" },
  title: "condition that is never used",
  explanation: "A condition has an effect only if a cell of the matrix, or a Where, If, When or Only if, names it.",
  wrong: "| still new | Ticket | `ticket.state == 'new'` |",
  right: "| Ticket | update | still new |",
  words: (condition: string) => ({
    message: `condition "${condition}" is never used`,
    hint: "Use it in the matrix, or delete it.",
  }),
});

export const deniedToAll = problemClass({
  code: "N617",
  severity: "warning",
  title: "action that no role may perform",
  explanation: "A transition or call with a button can never happen if no role may perform it.",
  wrong: "| Ticket | Solve | no | no | no |",
  right: "| Ticket | Solve | no | mine | yes |",
  words: (about: string, action: string) => ({
    message: `no role may ${action}${action === "call" ? ` ${about}` : ` ${withArticle(about)}`}`,
    hint: "Allow it for a role, or remove the button.",
  }),
});

export const impossibleForVisitors = problemClass({
  code: "N618",
  severity: "warning",
  title: "right that a visitor can never have",
  explanation:
    "A visitor who is not signed in never has a right that mentions `me` or `own`. With `anonymous` among the ways to sign in, a visitor has an account and may own rows.",
  wrong: "| Visitor | anyone | … | Order | read | own |",
  right: "| Sign-in | anonymous, email and password |",
  words: (role: string) => ({
    message: `${role} is anyone, but this right mentions \`me\`: visitors who are not signed in never have it`,
    hint: 'Write it in the column of a signed-in role, or add "anonymous" to Sign-in.',
  }),
});

export const wrongMembership = problemClass({
  code: "N619",
  severity: "error",
  title: "condition about a membership that the role does not have",
  explanation:
    "`my_membership` is the row that gives the role. So a condition that mentions it can be used only in the columns of roles that such rows give.",
  wrong: "| Person | signed in | … | Issue | update | mine |",
  right: "| Member | Membership where `…` | … | Issue | update | mine |",
  words: (condition: string, name: string, role: string) => ({
    message: `condition "${condition}" mentions ${name}, but no such row gives the role ${role}`,
    hint: "Use it in the column of a role that such a row gives.",
  }),
});

export const conditionMissing = problemClass({
  code: "N620",
  severity: "error",
  title: "condition without an expression",
  explanation: "A condition is an expression in backticks.",
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
  explanation: "Each cell of the matrix holds yes, no, own, a condition, or not shown.",
  wrong: "| Ticket | delete | | yes |",
  right: "| Ticket | delete | no | yes |",
  words: () => ({ message: "this cell is empty", hint: "Write yes, no, own, a condition, or not shown." }),
});

export const grantMixed = problemClass({
  code: "N622",
  severity: "error",
  title: "yes or no inside a combination",
  explanation: "Write `yes` and `no` alone in a cell. Only conditions and `own` can be joined by and, or, not.",
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
  title: "condition with and, or, not in its name",
  explanation:
    "In the matrix these words join conditions, so a name that contains one is ambiguous. `yes`, `no` and `own` are reserved too.",
  wrong: "| mine or new | Ticket | `…` |",
  right: "| mine, or new -> | two conditions: mine; new |",
  words: (name: string) => ({
    message: `the name of condition "${name}" contains a reserved word`,
    hint: "Choose a name without and, or, not, and other than yes, no, own.",
  }),
});

export const rowIncomplete = problemClass({
  code: "N624",
  severity: "error",
  title: "row without For or May",
  explanation:
    "A row of the matrix names an entity or call under For and at least one action under May; a condition names its entity. Under a `###` heading that names an entity, For may be left out.",
  wrong: "| | create | yes |",
  right: "| Ticket | create | yes |",
  words: () => ({ message: "this row does not name what it applies to", hint: "Fill in For and May." }),
});

export const unknownAction = problemClass({
  code: "N626",
  severity: "error",
  isFixable: true,
  title: "action that does not exist here",
  explanation: "A call has only the action `call`. An entity has all other actions.",
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
  explanation: "Each table of the matrix has one column per role, so that each cell is a decision.",
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
  isFixable: true,
  title: "via names no reference",
  explanation: "`Within: E via F` follows the reference F, so an entity must have a field F that refers to E.",
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
  title: "hidden creator that other fields reveal",
  explanation:
    "Created by names the user who created a row. So does Updated by until another user changes the row, and so does each reference that is set to `me`. To hide the creator, hide all of them.",
  wrong: "| Review | see Reviewer | own | yes |",
  right: "| Review | see Reviewer, see Created by, see Updated by | own | yes |",
  words: (entity: string, action: string, shown: readonly string[]) => ({
    message: `"${action}" hides who created a row of ${entity}, but ${inWords(shown)} ${shown.length > 1 ? "reveal" : "reveals"} it`,
    hint: `Add: | ${entity} | ${shown.map((label) => `see ${label}`).join(", ")} | … |`,
  }),
});

const inWords = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1) ?? ""}`;

export const ownAccountKept = problemClass({
  code: "N630",
  severity: "warning",
  title: "right to the own account that a row of update does not remove",
  explanation:
    "Users read and change their own account, whatever the row of `update` says: that row applies to the accounts of others. To prevent users from changing a field of their own account, write a `set` row.",
  wrong: "| User | update | no | … |",
  right: "| User | update | own | … |\n| User | set Discount | no | … |",
  words: (role: string, fields: readonly string[]) => ({
    message: `${withArticle(role)} can still change ${shortenList(fields)} of their own account`,
    hint: `Write own here, or add a row "set ${fields[0] ?? ""}" for User with no in this column.`,
  }),
});

export const hiddenShown = problemClass({
  code: "N631",
  severity: "warning",
  title: "hidden field that a computed field reveals",
  explanation:
    "A computed field still reads a field that a `see` row hides, and reveals it to users who read the row. Write a `see` row for the computed field too.",
  wrong: "| Review | see Reviewer | own | yes |",
  right: "| Review | see Reviewer, see Byline | own | yes |",
  words: (action: string, computed: string, entity: string) => ({
    message: `${computed} of ${entity} reveals what "${action}" hides`,
    hint: `Add: | ${entity} | see ${computed} | … |`,
  }),
});

export const roleCircle = problemClass({
  code: "N632",
  severity: "error",
  title: "roles that depend on each other",
  explanation:
    "Rows determine who has a role. If their condition asks who has the role itself, directly or through computed fields and other roles, it cannot be determined.",
  wrong: "| Chief | Post where `post.person.has_role('Chief')` | |",
  right: "| Chief | Post where `post.kind == 'chief'` | |",
  words: (labels: readonly string[], others: readonly Name[]) => ({
    message: `roles form a circle: ${[...labels, labels[0]].join(" → ")}`,
    hint: labels.length === 1 ? "Give the role by values of rows." : "Give one of the roles by values of rows.",
    related: others.map(({ label, span }) => ({ span, message: `"${label}" is part of the circle` })),
  }),
});

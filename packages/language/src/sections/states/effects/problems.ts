// Every code of effects, and its words; long because there is one entry for each.
import { codeProposed, recipientProposed } from "./proposals.ts";
import { didYouMeanOrKnown, insteadOf, proposed, suggested, suggestedAlone } from "../../../text/suggestion.ts";
import { shortenList } from "../../../text/shorten.ts";
import { problemClass, type Span } from "../../../problem.ts";

export const unknownTransition = problemClass({
  code: "N405",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown transition in an effect",
  explanation:
    "After names a transition of the entity under For. `do` names a transition of that entity, or of the entity of the row after on.",
  wrong: "| Ticket | Slove | | set | `solved_at = now` |",
  right: "| Ticket | Solve | | set | `solved_at = now` |",
  words: (
    column: "After" | "Do",
    found: string,
    entity: string,
    known: Iterable<string>,
    where: string | undefined,
  ) => {
    const change = column === "After" && /^(?:on )?chang(?:e|es|ed|ing)(?: in| to)?(?: (?<field>.+))?$/i.exec(found);
    const { hint: near, proposal } = change
      ? proposed(`Did you mean "change of ${change[1] ?? "F"}"?`, change[1] && found)
      : suggestedAlone(found, known);
    return {
      message: `effect ${column === "After" ? "after" : "with do"} "${found}": ${entity} has no such transition${near === "" && !where ? "" : "."}`,
      hint: near || (where ? `${where} has one: name its row under With as on \`…\`.` : ""),
      proposal,
    };
  },
});

export const circle = problemClass({
  code: "N407",
  severity: "error",
  title: "effects that form a circle",
  explanation:
    "An effect triggers other effects, which trigger the first one again, and no If can end the circle. No change that starts it could ever be saved. A `set` with the same value changes nothing, and so ends a circle.",
  wrong:
    "| Comment | create | | create Answer | `comment = comment` |\n| Answer | create | | create Comment | `ticket = answer.comment.ticket` |",
  right: "| Comment | create | | create Answer | `comment = comment` |",
  words: (chain: readonly string[], others: readonly Span[]) => ({
    message: `effects form a circle: ${chain.length > 20 ? `${chain.slice(0, 20).join(" → ")} → …` : chain.join(" → ")}`,
    hint: "Add an If to one of them that ends the circle.",
    related: others.map((span) => ({ span, message: "this effect is part of it" })),
  }),
});

export const unknownCause = problemClass({
  code: "N430",
  severity: "error",
  title: "unknown trigger of an effect",
  explanation:
    "After is one of: a transition, create, update, delete, `change of` and a field, ``at `moment` ``. Each trigger has its own row.",
  wrong: "| Ticket | Take, Assign | | mail taken | to `ticket.requester` |",
  right:
    "| Ticket | Take | | mail taken | to `ticket.requester` |\n| Ticket | Assign | | mail taken | to `ticket.requester` |",
  words: (column: "After" | "Do", found: string, why?: string) => ({
    message:
      found === "" ? `this effect has no "${column}"` : `"${found}" cannot trigger an effect${why ? `: ${why}` : ""}`,
    hint: why
      ? "Name a field that it is calculated from."
      : found === ""
        ? column === "After"
          ? "Name a transition, or write create, update, delete, change of FIELD, or at `moment`."
          : "Write set, create E, do TRANSITION, delete, mail M, notify M or call C."
        : found.includes(",")
          ? "Write one row for each."
          : "Write a transition, create, update, delete, change of FIELD, or at `moment`.",
  }),
});

export const unknownEffectRow = problemClass({
  code: "N431",
  severity: "error",
  title: "effect on something other than rows",
  explanation:
    "The column On holds another row or a list of rows, as an expression: ``on `order.lines` ``. The effect applies to each of them.",
  wrong: "| Order | Pay | lines | set | `paid = true` |",
  right: "| Order | Pay | on `order.lines` | set | `paid = true` |",
  words: (found: string) => ({
    message: `${found} is neither a row nor a list of rows`,
    hint: "Write an expression in backticks, such as on `order.lines`.",
  }),
});

export const unknownAction = problemClass({
  code: "N432",
  severity: "error",
  isFixable: true,
  title: "unknown action of an effect",
  explanation:
    "Do is one of: set, create E, do TRANSITION, delete, mail M, notify M, call C. With holds everything else.",
  wrong: "| Ticket | Take | | set `assignee = me` | |",
  right: "| Ticket | Take | | set | `assignee = me` |",
  words: (found: string, word: string, rest: string) => ({
    message: `"${found}" is not an action of an effect${actions.has(word) ? "" : "."}`,
    hint: actions.has(word)
      ? rest === ""
        ? `Write a name after ${word}.`
        : word === "set" || word === "delete"
          ? `Write ${word} alone, and the rest under With.`
          : "Write one name, and the rest under With."
      : didYouMeanOrKnown(word, actions),
    proposal: actions.has(word) ? undefined : insteadOf(word, [...actions]),
  }),
});

const actions: ReadonlySet<string> = new Set(["set", "create", "do", "delete", "mail", "notify", "call"]);

export const unknownWith = problemClass({
  code: "N433",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "unreadable With",
  explanation:
    "With holds what Do needs, separated by commas: assignments in backticks, ``on `row` ``, ``to `user or address` ``, ``to each `list` ``, `to role R`, ``to role R within `row` ``, each at most once.",
  wrong: "| Ticket | Turn late | | mail gone_late | Lead |",
  right: "| Ticket | Turn late | | mail gone_late | to role Lead |",
  words: (found: string) => ({
    message: `"${found}" cannot be read under With`,
    hint: withHint(found),
    proposal: codeProposed(found, withHint(found)),
  }),
});

/** With has its forms; most often it is only the backticks that are missing, or the word `role`. */
function withHint(found: string): string {
  const bare = /^(?<form>on|to|to each) (?<code>[a-z]\w*[.(][^`]*)$/.exec(found)?.groups;
  if (bare) return `An expression stands in backticks: ${bare["form"]} \`${bare["code"]}\`.`;
  if (/^\w+ *= *[^=`]+$/.test(found)) return `Assignments stand in backticks: \`${found}\`.`;
  const role = /^to (?!role\b|each\b)([^`]+)$/.exec(found)?.[1];
  if (role !== undefined) return `Write to role ${role}, or an expression in backticks: to \`somebody\`.`;
  return "Write `field = value`, on `row`, to `somebody`, to each `list`, or to role ROLE, each at most once.";
}

export const withUnfit = problemClass({
  code: "N434",
  severity: "error",
  title: "With that does not fit its Do",
  explanation:
    "set, create and call take assignments; do takes a row and the fields that the transition asks for; delete takes a row; mail and notify take recipients. To set the fields of another row, name the row under On.",
  wrong: "| Comment | create | | set | on `comment.ticket`, `touched_at = now` |",
  right: "| For | After | On | Do | With |\n| Comment | create | on `comment.ticket` | set | `touched_at = now` |",
  words: (word: string, part: "on" | "to" | "values") => ({
    message: `${word} takes no ${part === "values" ? "assignments" : part === "on" ? "row" : "recipient"} under With`,
    hint:
      part === "on"
        ? "Name the row under On."
        : part === "to"
          ? "Only mail and notify have recipients."
          : word === "mail" || word === "notify"
            ? "Section 7 defines the text of the mail."
            : "",
  }),
});

export const withMissing = problemClass({
  code: "N435",
  severity: "error",
  title: "Do without assignments or recipients",
  explanation: "`set` needs assignments under With. `mail` and `notify` need recipients.",
  wrong: "| Ticket | Solve | | mail ticket_solved | |",
  right: "| Ticket | Solve | | mail ticket_solved | to `ticket.requester` |",
  words: (word: "set" | "mail" | "notify" | string, written = "") => ({
    message:
      word === "set"
        ? "this effect has no assignments"
        : `this ${word === "notify" ? "notice" : "mail"} has no recipients`,
    hint:
      word === "set"
        ? "Write under With: `field = value`."
        : written !== ""
          ? `Write under With: to ${written}.`
          : "Write under With: to `somebody`, to each `list`, or to role ROLE.",
  }),
});

export const notSettable = problemClass({
  code: "N436",
  severity: "error",
  title: "field that an effect cannot set",
  explanation:
    "Effects set stored fields. The system sets computed values, lists, sequence numbers and random codes. A state changes only through a transition. A field that is `set once` is set when the row is created. Accounts are created by signing up.",
  wrong: "| Ticket | Take | | set | `state = 'open'` |",
  right: "| Ticket | Take | | do Open | |",
  words: (field: string, why: string, hint: string) => ({ message: `an effect cannot set ${field}: ${why}`, hint }),
});

export const valueMissing = problemClass({
  code: "N437",
  severity: "error",
  title: "required value that is missing",
  explanation:
    "`create` needs values for all required fields without a default. `do` needs the fields that the transition asks for as required. `call` needs the inputs of the call.",
  wrong: "| Ticket | Solve | | create Entry | |",
  right: "| Ticket | Solve | | create Entry | `ticket = ticket` |",
  words: (what: string, missing: readonly { readonly label: string; readonly id: string }[]) => ({
    message: `${what} needs ${shortenList(missing.map((field) => field.label))}`,
    hint: `Add under With: \`${shortenList(missing.map((field) => `${field.id} = …`))}\`.`,
  }),
});

export const valueUnasked = problemClass({
  code: "N438",
  severity: "error",
  isFixable: true,
  title: "value that is not asked for",
  explanation: "A transition takes the fields of its Asks for, and a call the inputs of its In.",
  wrong: "| Comment | create | | do Answer | on `comment.ticket`, `note = 'x'` |",
  right: "| Comment | create | | do Answer | on `comment.ticket` |",
  words: (what: string, found: string, known: Iterable<string>) => ({
    message: `${what} does not ask for "${found}".`,
    ...suggested(found, known, "It asks for nothing."),
  }),
});

export const wrongRecipient = problemClass({
  code: "N439",
  severity: "error",
  isFixable: true,
  title: "unsuitable recipient",
  explanation:
    "A mail goes to an account or an address. A notice goes to an account and appears in its inbox. `to each` takes a list of them. If the value is empty, nothing is sent.",
  wrong: "| Ticket | Solve | | mail ticket_solved | to `ticket.category` |",
  right: "| Ticket | Solve | | mail ticket_solved | to `ticket.requester` |",
  words: (message: string, hint: string) => ({ message, hint, proposal: recipientProposed(hint) }),
});

export const roleWithin = problemClass({
  code: "N440",
  severity: "error",
  title: "role without the row that it applies to",
  explanation:
    "Users have a role Within an entity for one of its rows. The recipients are the users with the role for the row that the effect's row belongs to, or for the row that `within` names.",
  wrong: "| Account | create | | mail welcome | to role Admin |",
  right: "| Account | create | | mail welcome | to role Admin within `account.organisation` |",
  words: (message: string, hint: string) => ({ message, hint }),
});

export const mailOfAnother = problemClass({
  code: "N441",
  severity: "error",
  title: "mail about another entity",
  explanation:
    "The text of a mail refers to a row of the entity under its For: the effect's own row, or the row under On.",
  wrong: "| Comment | create | | mail ticket_solved | to `comment.ticket.requester` |",
  right: "| Ticket | Solve | | mail ticket_solved | to `ticket.requester` |",
  words: (mail: string, its: string, asked: string, defined: Span) => ({
    message: `mail "${mail}" is about ${its}, but this effect is about ${asked}`,
    hint: `Write a mail for ${asked} in section 7, or name the ${its} under On.`,
    related: [{ span: defined, message: `"${mail}" is defined here` }],
  }),
});

export const callOfAnother = problemClass({
  code: "N442",
  severity: "error",
  title: "call without effect under On",
  explanation: "An effect can only make calls with effect under On.",
  wrong: "| Export tickets | function | button | `calls/export_tickets.ts` | |",
  right: "| Export tickets | function | effect | `calls/export_tickets.ts` | |",
  words: (call: string, on: string, defined: Span) => ({
    message: `call "${call}" has ${on} under On, not effect`,
    hint: "Write effect under its On in section 7, or name another call.",
    related: [{ span: defined, message: `"${call}" is defined here` }],
  }),
});

export const typedAddress = problemClass({
  code: "N443",
  severity: "warning",
  title: "mail to an address that any user can enter",
  explanation:
    "Every user who signs up can enter any address, any number of times, and the product sends a mail with their words to it. The server stops sending such mails when there are too many. A limit in the document sets the number that is right for the product.",
  wrong: "| Invitation | create | | mail invited | to `invitation.email` |",
  right: "| New invitations | 20 per day per user | create Invitation | TOO_MANY |",
  words: (entity: string, field: string) => ({
    message: `users who sign up can make the product send mails to any address: they enter ${field} of ${entity} themselves.`,
    hint: `Add a limit in section 9: | New ${entity.toLowerCase()} | 20 per day per user | create ${entity} | … |`,
  }),
});

export const makerElsewhere = problemClass({
  code: "N444",
  severity: "warning",
  title: "effect that reveals a hidden creator in another row",
  explanation:
    "An effect acts as the user who triggered it. If a `see` row hides the creator of a row, Updated by and the History of the row that the effect changes still name them.",
  wrong: "| Review | create | `review.paper` | set | `reviewed_at = now` |",
  right: "| Paper | see Updated by | no | yes |",
  words: (
    { of, hidden, at }: { readonly of: string; readonly hidden: string; readonly at: string },
    shown: readonly string[],
  ) => ({
    message: `${hidden} of ${of} is hidden from some roles, but ${shown.join(" and ")} of ${at} ${shown.length > 1 ? "name" : "names"} the same user`,
    hint: `Add in section 6: | ${at} | ${shown.map((label) => `see ${label}`).join(", ")} | … |`,
  }),
});

// Every code of effects, and its words; long because there is one entry for each.
import { codeProposed, recipientProposed } from "./proposals.ts";
import { didYouMeanOrKnown, insteadOf, proposed, suggested, suggestedAlone } from "../../../text/suggestion.ts";
import { shortenList } from "../../../text/shorten.ts";
import { problemClass, type Span } from "../../../problem.ts";

export const unknownTransition = problemClass({
  code: "N405",
  severity: "error",
  isUnknownName: true,
  isMended: true,
  title: "effect of an unknown transition",
  explanation:
    "After and `do` name a transition of the entity whose row it happens to: of For, or of the row that stands behind on.",
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
      message: `effect ${column === "After" ? "after" : "does"} "${found}": ${entity} has no such transition${near === "" && !where ? "" : "."}`,
      hint: near || (where ? `${where} has: name its row in With, on \`…\`.` : ""),
      proposal,
    };
  },
});

export const circle = problemClass({
  code: "N407",
  severity: "error",
  title: "effects that form a circle",
  explanation:
    "An effect sets off others, and these set off the first again, with no If in between that could end it: nothing that begins the circle could ever be saved. A `set` that gives the same value again changes nothing and ends a circle by itself.",
  wrong:
    "| Comment | create | | create Answer | `comment = comment` |\n| Answer | create | | create Comment | `ticket = answer.comment.ticket` |",
  right: "| Comment | create | | create Answer | `comment = comment` |",
  words: (chain: readonly string[], others: readonly Span[]) => ({
    message: `effects form a circle: ${chain.length > 20 ? `${chain.slice(0, 20).join(" → ")} → …` : chain.join(" → ")}`,
    hint: "Give one of them an If that ends it.",
    related: others.map((span) => ({ span, message: "this effect is part of it" })),
  }),
});

export const unknownCause = problemClass({
  code: "N430",
  severity: "error",
  title: "unknown cause of an effect",
  explanation:
    "After is one of: a transition, create, update, delete, `change of` and a field, ``at `moment` ``. Each cause has a row of its own.",
  wrong: "| Ticket | Take, Assign | | mail taken | to `ticket.requester` |",
  right:
    "| Ticket | Take | | mail taken | to `ticket.requester` |\n| Ticket | Assign | | mail taken | to `ticket.requester` |",
  words: (column: "After" | "Do", found: string, why?: string) => ({
    message:
      found === ""
        ? `this effect has no "${column}"`
        : `"${found}" is not something that an effect can follow${why ? `: ${why}` : ""}`,
    hint: why
      ? "Name a field that it is worked out from."
      : found === ""
        ? column === "After"
          ? "Name a transition, or write create, update, delete, change of FIELD, or at `moment`."
          : "Write what is done: set, create E, do TRANSITION, delete, mail M, notify M or call C."
        : found.includes(",")
          ? "Write one row for each."
          : "Write a transition, create, update, delete, change of FIELD, or at `moment`.",
  }),
});

export const unknownEffectRow = problemClass({
  code: "N431",
  severity: "error",
  title: "effect on something that is no row",
  explanation:
    "The column On holds another row or a list of rows, as an expression: ``on `order.lines` ``. The effect then happens to each.",
  wrong: "| Order | Pay | lines | set | `paid = true` |",
  right: "| Order | Pay | on `order.lines` | set | `paid = true` |",
  words: (found: string) => ({
    message: `${found} is neither a row nor a list of rows`,
    hint: "Write it as an expression: on `order.lines`.",
  }),
});

export const unknownAction = problemClass({
  code: "N432",
  severity: "error",
  isMended: true,
  title: "unknown action of an effect",
  explanation:
    "Do is one of: set, create E, do TRANSITION, delete, mail M, notify M, call C. What it needs besides stands in With.",
  wrong: "| Ticket | Take | | set `assignee = me` | |",
  right: "| Ticket | Take | | set | `assignee = me` |",
  words: (found: string, word: string, rest: string) => ({
    message: `"${found}" is not something that an effect does${actions.has(word) ? "" : "."}`,
    hint: actions.has(word)
      ? rest === ""
        ? `Write ${word} and what.`
        : word === "set" || word === "delete"
          ? `Write ${word} alone; the rest belongs into With.`
          : "Name one thing; what it needs belongs into With."
      : didYouMeanOrKnown(word, actions),
    proposal: actions.has(word) ? undefined : insteadOf(word, [...actions]),
  }),
});

const actions: ReadonlySet<string> = new Set(["set", "create", "do", "delete", "mail", "notify", "call"]);

export const unknownWith = problemClass({
  code: "N433",
  severity: "error",
  unread: "value",
  isMended: true,
  title: "unreadable With",
  explanation:
    "With holds what Do needs, separated by commas: assignments in backticks, ``on `row` ``, ``to `user or address` ``, ``to each `list` ``, `to role R`, ``to role R within `row` ``. Each is given once.",
  wrong: "| Ticket | Turn late | | mail gone_late | Lead |",
  right: "| Ticket | Turn late | | mail gone_late | to role Lead |",
  words: (found: string) => ({
    message: `"${found}" cannot be read here`,
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
  return "Write `field = value`, on `row`, to `somebody`, to each `list`, or to role ROLE; each once.";
}

export const withUnfit = problemClass({
  code: "N434",
  severity: "error",
  title: "With that its Do does not take",
  explanation:
    "set, create and call take assignments; do takes a row and what the transition asks for; delete takes a row; mail and notify take somebody to write to. To set another row's fields, name it in the column On.",
  wrong: "| Comment | create | | set | on `comment.ticket`, `touched_at = now` |",
  right: "| For | After | On | Do | With |\n| Comment | create | on `comment.ticket` | set | `touched_at = now` |",
  words: (word: string, part: "on" | "to" | "values") => ({
    message: `${word} takes no ${part === "values" ? "assignments" : part === "on" ? "row" : "recipient"} in With`,
    hint:
      part === "on"
        ? "Name the row in the column On."
        : part === "to"
          ? "Only mail and notify have recipients."
          : word === "mail" || word === "notify"
            ? "What the mail says stands in section 7."
            : "",
  }),
});

export const withMissing = problemClass({
  code: "N435",
  severity: "error",
  title: "Do without what it needs",
  explanation: "`set` needs assignments in With, `mail` and `notify` somebody to write to.",
  wrong: "| Ticket | Solve | | mail ticket_solved | |",
  right: "| Ticket | Solve | | mail ticket_solved | to `ticket.requester` |",
  words: (word: "set" | "mail" | "notify" | string, written = "") => ({
    message:
      word === "set"
        ? "nothing is said to be set"
        : `nothing says to whom this ${word === "notify" ? "notice" : "mail"} goes`,
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
    "Effects set stored fields. Computed values, lists, sequence numbers and random codes follow from elsewhere; a state changes only through a transition; what is `set once` is given at creation; accounts are made by signing up.",
  wrong: "| Ticket | Take | | set | `state = 'open'` |",
  right: "| Ticket | Take | | do Open | |",
  words: (field: string, why: string, hint: string) => ({ message: `an effect cannot set ${field}: ${why}`, hint }),
});

export const valueMissing = problemClass({
  code: "N437",
  severity: "error",
  title: "value that must be given",
  explanation:
    "A row that an effect creates needs all its required fields, unless they have a default; a transition that it does needs what it requires people to fill in; a call needs its inputs.",
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
  isMended: true,
  title: "value that nobody asked for",
  explanation: "A transition takes what its Asks for names, a call what its In names.",
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
  isMended: true,
  title: "nobody to write to",
  explanation:
    "A mail goes to an account or to an address; a notice to an account, in whose inbox it appears. `to each` takes a list of them. Where there is nobody, nothing is sent.",
  wrong: "| Ticket | Solve | | mail ticket_solved | to `ticket.category` |",
  right: "| Ticket | Solve | | mail ticket_solved | to `ticket.requester` |",
  words: (message: string, hint: string) => ({ message, hint, proposal: recipientProposed(hint) }),
});

export const roleWithin = problemClass({
  code: "N440",
  severity: "error",
  title: "role without the row that it is held in",
  explanation:
    "A role that is Within something is held in each of its rows: those are written to who hold it in the row that the effect's row belongs to, or in the one that `within` names.",
  wrong: "| Account | create | | mail welcome | to role Admin |",
  right: "| Account | create | | mail welcome | to role Admin within `account.organisation` |",
  words: (message: string, hint: string) => ({ message, hint }),
});

export const mailOfAnother = problemClass({
  code: "N441",
  severity: "error",
  title: "mail about another entity",
  explanation:
    "The text of a mail speaks of a row of its For entity: the effect's own row, or the row that its column On names.",
  wrong: "| Comment | create | | mail ticket_solved | to `comment.ticket.requester` |",
  right: "| Ticket | Solve | | mail ticket_solved | to `ticket.requester` |",
  words: (mail: string, its: string, asked: string, defined: Span) => ({
    message: `mail "${mail}" is about ${its}, and this effect is about ${asked}`,
    hint: `Write a mail for ${asked} in section 7, or name the ${its} in the column On.`,
    related: [{ span: defined, message: `"${mail}" is defined here` }],
  }),
});

export const callOfAnother = problemClass({
  code: "N442",
  severity: "error",
  title: "call that no effect can make",
  explanation: "An effect makes calls that say effect under On.",
  wrong: "| Export tickets | function | button | `calls/export_tickets.ts` | |",
  right: "| Export tickets | function | effect | `calls/export_tickets.ts` | |",
  words: (call: string, on: string, defined: Span) => ({
    message: `call "${call}" is On ${on}, not On effect`,
    hint: "Make it a call On effect in section 7, or write another one.",
    related: [{ span: defined, message: `"${call}" is defined here` }],
  }),
});

export const typedAddress = problemClass({
  code: "N443",
  severity: "warning",
  title: "mail to an address that anybody may type",
  explanation:
    "Whoever signs up may type any address there, again and again, and the product writes to it with their words. The server holds such mails back when there are too many; how many are right for the product, the document says with a limit.",
  wrong: "| Invitation | create | | mail invited | to `invitation.email` |",
  right: "| New invitations | 20 per day per user | create Invitation | TOO_MANY |",
  words: (entity: string, field: string) => ({
    message: `whoever signs up can make the product write to any address: ${field} of ${entity} is what they type.`,
    hint: `Add a limit in section 9: | New ${entity.toLowerCase()} | 20 per day per user | create ${entity} | … |`,
  }),
});

export const makerElsewhere = problemClass({
  code: "N444",
  severity: "warning",
  title: "effect that names a hidden maker in another row",
  explanation:
    "An effect writes in the name of whoever set it off. Where a `see` row hides who made a row, Updated by of the row that the effect changes names them all the same, and so does its History.",
  wrong: "| Review | create | `review.paper` | set | `reviewed_at = now` |",
  right: "| Paper | see Updated by | no | yes |",
  words: (
    { of, hidden, at }: { readonly of: string; readonly hidden: string; readonly at: string },
    shown: readonly string[],
  ) => ({
    message: `${hidden} of ${of} is hidden from some, and ${shown.join(" and ")} of ${at} ${shown.length > 1 ? "name" : "names"} the same person`,
    hint: `Add in section 6: | ${at} | ${shown.map((label) => `see ${label}`).join(", ")} | … |`,
  }),
});

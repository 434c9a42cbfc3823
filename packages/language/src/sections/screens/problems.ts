// Every code of section 2 and its words, long because each class carries its page of the documentation.
import { withArticle } from "../../text/article.ts";
import { shortenList } from "../../text/shorten.ts";
import { problemClass, type Proposal, type Related, type Span } from "../../problem.ts";
import { didYouMean, proposalIn, suggested } from "../../text/suggestion.ts";

export const ambiguousRoute = problemClass({
  code: "N201",
  severity: "error",
  title: "ambiguous route",
  explanation:
    "Two routes that match the same addresses leave open which screen is meant. A fixed segment wins over a parameter, so `/tickets/new` may stand beside `/tickets/:ticket`; two parameters at the same place may not.",
  wrong: "| Ticket | `/t/:ticket` | detail of Ticket | Agent |\n| Category | `/t/:category` | edit Category | Lead |",
  right: "| Ticket | `/t/:ticket` | detail of Ticket | Agent |\n| Category | `/c/:category` | edit Category | Lead |",
  words: (first: string, second: string, firstSpan: Span) => ({
    message: `ambiguous route: "${first}" and "${second}" match the same addresses`,
    hint: "Give one of them another fixed segment.",
    related: [{ span: firstSpan, message: `"${first}" is here` }],
  }),
});

export const noSingleScope = problemClass({
  code: "N202",
  severity: "error",
  title: "list that leads to its route in no single way",
  explanation:
    "On a route with parameters, a list, board or calendar shows the rows that lead to the last parameter: by one `reference to` or `belongs to`, or by that of what the row belongs to. With two ways, or none, Writ would have to guess; a Where that compares with the parameter says which rows are meant.",
  wrong: "| Matches | `/teams/:team/matches` | list of Match | anyone |",
  right: "### Matches\n- Where: `match.home == route.team or match.away == route.team`",
  words: (
    screen: string,
    entity: string,
    last: string,
    parameter: string,
    ways: readonly string[],
    example: string,
  ) => ({
    message:
      ways.length === 0
        ? `"${screen}": ${entity} does not lead to ${last}, the last parameter of its route`
        : `"${screen}": ${entity} leads to ${last}, the last parameter of its route, by ${ways.length} ways: ${ways.join(", ")}`,
    hint:
      ways.length === 0
        ? `Add a reference, or say in Where which rows are meant, with \`route.${parameter}\`.`
        : `Say in Where which one is meant: \`${example}\`.`,
  }),
});

export const notUnique = problemClass({
  code: "N203",
  severity: "error",
  title: "route parameter that is not unique",
  explanation:
    "A parameter such as `:ticket.number` looks a row up, so its field must find one row only: it is unique, a sequence number or random code, or unique together with a reference to what an earlier parameter of the route names.",
  wrong: "| Ticket | `/t/:ticket.subject` | detail of Ticket | Agent |",
  right: "| Ticket | `/t/:ticket.number` | detail of Ticket | Agent |",
  words: (route: string, field: string, entity: string, parent: string | undefined) => ({
    message: `route "${route}": ${field} is not unique`,
    hint:
      parent === undefined
        ? `Name a unique field, or write ":${entity}" for its id.`
        : `It is unique within its ${parent} only: put a parameter of ${parent} before it, or write ":${entity}" for its id.`,
  }),
});

export const unknownKind = problemClass({
  code: "N204",
  severity: "error",
  isMended: true,
  title: "unknown kind of screen",
  explanation:
    "A screen is a `list of E`, `detail of E`, `new E`, `edit E`, `board of E by F`, `calendar of E on F`, `calendar of E from F to G`, `dashboard`, `page` or `component`.",
  wrong: "| Queue | `/queue` | grid of Ticket | Agent |",
  right: "| Queue | `/queue` | board of Ticket by State | Agent |",
  words: (found: string, meant: string | undefined) => ({
    message: found === "" ? "the kind is missing" : `unknown kind "${found}".`,
    hint:
      meant === undefined
        ? "Write list of E, detail of E, new E, edit E, board of E by F, calendar of E on F, calendar of E from F to G, dashboard, page or component."
        : `Did you mean "${meant}"?`,
    proposal: meant === undefined ? undefined : proposalIn(`Did you mean "${meant}"?`, found),
  }),
});

export const mayNot = problemClass({
  code: "N205",
  severity: "warning",
  title: "screen for somebody who may not use it",
  explanation:
    "A list, detail, board or calendar needs the right to read its entity, a new screen the right to create, an edit screen the right to update. The rights of a role add up with those of `anyone` and, for people with an account, of `signed in`.",
  wrong: "| Queue | `/queue` | board of Ticket by State | Customer |\n\n| Ticket | read | no | yes |",
  right: "| Queue | `/queue` | board of Ticket by State | Agent |",
  words: (screen: string, who: string, act: string, entity: string, instead: string, denied: readonly Related[]) => ({
    message: `screen "${screen}" is for ${who}, who may not ${act} ${entity}`,
    hint: `${instead}, or let ${who} ${act} ${entity} in section 6.`,
    related: denied,
  }),
});

export const unreached = problemClass({
  code: "N206",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "screen that nobody can reach",
  explanation:
    "People reach a screen from the menu, by a button, by Opens or Then, and by rows: a row opens the first detail of its entity that the reader may see; an edit screen is offered on the detail, and on rows where there is no detail. The start page `/` is always reached.",
  wrong: "| Archive | `/archive` | list of Ticket | Lead | |",
  right: "| Archive | `/archive` | list of Ticket | Lead | yes |",
  words: (screen: string) => ({
    message: `no menu, button or row leads to screen "${screen}"`,
    hint: "Write yes in its Menu, or name it among the Buttons of another screen.",
  }),
});

export const unfitColumns = problemClass({
  code: "N207",
  severity: "error",
  title: "board or calendar by a field that cannot carry it",
  explanation:
    "A board has a column for each state or choice, so its field is a `state` or a `one of`, of the entity itself. A calendar needs a date or datetime.",
  wrong: "| Queue | `/queue` | board of Ticket by Subject | Agent |",
  right: "| Queue | `/queue` | board of Ticket by State | Agent |",
  words: (kind: "board" | "calendar", screen: string, field: string) => ({
    message:
      kind === "board"
        ? `board "${screen}": ${field} has neither states nor choices`
        : `calendar "${screen}": ${field} is neither a date nor a datetime`,
    hint: kind === "board" ? "Name a field of type state or one of." : "Name a field of type date or datetime.",
  }),
});

export const leadsNowhere = problemClass({
  code: "N209",
  severity: "error",
  isUnknownName: true,
  isMended: true,
  title: "button that names nothing",
  explanation: "Buttons name screens, calls and transitions; Opens and Then name screens.",
  wrong: "- Buttons: Exprt tickets",
  right: "- Buttons: Export tickets",
  words: (what: "screen, call or transition" | "screen", found: string, known: Iterable<string>) => ({
    message: `no ${what} "${found}".`,
    ...suggested(found, known),
  }),
});

export const neverAButton = problemClass({
  code: "N210",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "button that is on no screen",
  explanation:
    "What is done by a button needs a screen that shows it: a call stands among the Buttons of some screen; a transition is offered by the detail screens and boards of its entity.",
  wrong: "| Export tickets | function | button | `calls/export_tickets.ts` | |",
  right: "### All tickets\n- Buttons: Export tickets",
  words: (kind: "call" | "transition", name: string, entity: string) => ({
    message:
      kind === "call"
        ? `call "${name}" is a button on no screen`
        : `transition "${name}" is a button, but ${entity} has no detail or board screen`,
    hint: kind === "call" ? `Write "Buttons: ${name}" under a screen.` : `Add a screen "detail of ${entity}".`,
  }),
});

export const unusedProperty = problemClass({
  code: "N211",
  severity: "error",
  title: "property that this kind of screen does not use",
  explanation:
    "Each kind of screen has its own properties, tables and blocks; anything else under it would be silently without effect.",
  wrong: "### My tickets\n- Columns: New, Open",
  right: "### My tickets\n- Show: Number, Subject",
  words: (kind: string, property: string, allowed: readonly string[]) => ({
    message: `${withArticle(kind)} has no ${property}`,
    hint: `It may have: ${allowed.join(", ")}.`,
  }),
});

export const wrongRoute = problemClass({
  code: "N212",
  severity: "error",
  isMended: true,
  title: "not a route",
  explanation:
    "A route stands in backticks, begins with a slash and has fixed segments (letters, digits, `-`, `_`, `.`, `~`) and parameters `:entity` or `:entity.field`, written as identifiers. Addresses that the platform answers itself are taken.",
  wrong: "| Ticket | /tickets/{ticket} | detail of Ticket | Agent |",
  right: "| Ticket | `/tickets/:ticket` | detail of Ticket | Agent |",
  words: (found: string, why: string, write: string) => ({
    message: found === "" ? "the route is missing" : `"${found}" is not a route: ${why}`,
    hint: write,
    proposal: routeProposed(found, why, write),
  }),
});

export const rowNotNamed = problemClass({
  code: "N213",
  severity: "error",
  title: "route that does not say which row",
  explanation:
    "A detail or edit screen shows one row, and a parameter of its route says which. Only the reader's own account and an entity of one row need none.",
  wrong: "| Ticket | `/ticket` | detail of Ticket | Agent |",
  right: "| Ticket | `/tickets/:ticket` | detail of Ticket | Agent |",
  words: (screen: string, entity: string, parameter: string) => ({
    message: `"${screen}": its route does not say which ${entity}`,
    hint: `Put a parameter into it, such as ":${parameter}".`,
  }),
});

export const neverCreated = problemClass({
  code: "N214",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "nothing on the screens creates this",
  explanation:
    "Section 6 lets somebody create rows of this entity, and no screen does: there is no new screen, no detail that Adds them, and no component that Takes the entity.",
  wrong: "| Category | create | no | yes |",
  right: "| New category | `/categories/new` | new Category | Lead | yes |",
  words: (entity: string) => ({
    message: `${entity} may be created, but no screen creates it`,
    hint: `Add a screen "new ${entity}", or Add its list on a detail.`,
  }),
});

export const cannotLead = problemClass({
  code: "N215",
  severity: "error",
  title: "way to a screen that lacks a parameter",
  explanation:
    "A button, Opens or Then can lead only where this screen can say the address: each parameter of the route over there is one of this route's, the row shown here, or what exactly one reference of these leads to. A transition needs a row of its entity likewise.",
  wrong: "### Overview\n- Buttons: Edit ticket",
  right: "### Ticket\n- Buttons: Edit ticket",
  words: (screen: string, what: "screen" | "transition", target: string, lacks: string) => ({
    message: `"${screen}" cannot lead to ${what} "${target}": it has no single ${lacks} to give`,
    hint: `Put it on a screen of ${lacks}, or one whose route names it.`,
  }),
});

export const noSingleParent = problemClass({
  code: "N216",
  severity: "error",
  title: "parameters that do not belong to each other",
  explanation:
    "Parameters are looked up left to right, each among the rows belonging to the previous one: by exactly one chain of `belongs to`, or else by exactly one reference (its own, or that of what it belongs to).",
  wrong: "| Issue | `/l/:label/:issue` | detail of Issue | Member |",
  right: "| Issue | `/p/:project/:issue` | detail of Issue | Member |",
  words: (route: string, entity: string, parent: string, ways: readonly string[]) => ({
    message:
      ways.length === 0
        ? `route "${route}": ${entity} does not lead to ${parent}`
        : `route "${route}": ${entity} leads to ${parent} by ${ways.length} ways: ${ways.join(", ")}`,
    hint:
      ways.length === 0
        ? "Leave one of the two parameters out, or add a reference."
        : "Leave one of the two parameters out.",
  }),
});

export const unfitValue = problemClass({
  code: "N217",
  severity: "error",
  unread: "line",
  isMended: true,
  title: "not what may stand here",
  explanation:
    "Menu, For, Page size, Preset, Code and the columns of a dashboard's tiles each take values of their own form.",
  wrong: "- Page size: many",
  right: "- Page size: 25",
  words: (what: string, found: string, write: string) => ({
    message: found === "" ? `${what} is empty` : `${what} cannot be "${found}"`,
    hint: write,
    proposal: valueProposed(what, found, write),
  }),
});

export const unfitField = problemClass({
  code: "N219",
  severity: "error",
  title: "field that cannot be used so",
  explanation:
    "Sort needs values that have an order and are stored: no lists, no files, no computed value that depends on the clock or the reader. Search looks into texts; Filter by takes choices, states, yes/no, references, dates and numbers. Ask takes what people can give: no computed values, no numbers that the system hands out. Add takes a list of the entity. Steps lead through references.",
  wrong: "- Search: Created at",
  right: "- Search: Subject, Body",
  words: (property: string, field: string, why: string, write: string) => ({
    message: `${property}: ${field} ${why}`,
    hint: write,
  }),
});

export const nobodySets = problemClass({
  code: "N220",
  severity: "warning",
  title: "asked field that nobody there may set",
  explanation:
    "A form asks or presets a field that no role of the screen may set: it is auto without a `set` row, a `set` row refuses all of them, or it is set once and this is an edit screen.",
  wrong: "### New ticket\n- Ask: Subject, Solved at",
  right: "### New ticket\n- Ask: Subject",
  words: (screen: string, field: string, why: string, where: readonly Related[]) => ({
    message: `nobody who sees "${screen}" may set ${field}: ${why}`,
    hint: "Leave it out, or grant it in section 6.",
    related: where,
  }),
});

export const withoutContent = problemClass({
  code: "N221",
  severity: "error",
  absentFrom: { table: "of what the address names", section: 2 },
  title: "screen without its content",
  explanation:
    'A page has a `markdown` block, a component its Code, a dashboard its table of tiles. What is not known yet is "not shown.".',
  wrong: "| House rules | `/rules` | page | anyone | yes |",
  right: "### House rules\n```markdown\nBring it back clean.\n```",
  words: (kind: string, screen: string, needs: string) => ({
    message: `${kind} "${screen}" has no ${needs}`,
    hint: `Write it under "### ${screen}", or "not shown." there.`,
  }),
});

export const neverAsked = problemClass({
  code: "N222",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "form that can never be saved",
  explanation:
    "A new screen with Ask leaves out a required field that has no default and is not preset: every try would be answered REQUIRED.",
  wrong: "### New ticket\n- Ask: Subject",
  right: "### New ticket\n- Ask: Subject, Body",
  words: (screen: string, field: string, defined: Span) => ({
    message: `"${screen}" never asks for ${field}, which is required`,
    hint: "Add it to Ask or Preset, or give it a default.",
    related: [{ span: defined, message: `"${field}" is required here` }],
  }),
});

export const notByButton = problemClass({
  code: "N223",
  severity: "error",
  title: "button for what people do not do",
  explanation: "Only calls and transitions whose On is `button` are done by people; the system does the others.",
  wrong: "### Ticket\n- Buttons: Turn late",
  right: "### Ticket\n- Buttons: Solve",
  words: (kind: "call" | "transition", name: string, defined: Span) => ({
    message: `${kind} "${name}" is not done by a button`,
    hint: "Leave it out, or write button in its On.",
    related: [{ span: defined, message: `"${name}" is here` }],
  }),
});

export const ambiguousButton = problemClass({
  code: "N224",
  severity: "error",
  title: "button that names two things",
  explanation:
    "Buttons name screens, calls and transitions by one name; where two of them share it, nobody can tell which is meant.",
  wrong: "- Buttons: Return",
  right: "- Buttons: Return an item",
  words: (name: string, first: string, second: string, where: readonly Related[]) => ({
    message: `"${name}" is ${withArticle(first)} and ${withArticle(second)}`,
    hint: "Rename one of them.",
    related: where,
  }),
});

export const unknownConstant = problemClass({
  code: "N225",
  severity: "error",
  title: "page size that is no constant",
  explanation: "Page size is a whole number, or a constant of section 9 that is one.",
  wrong: "- Page size: `page_sze`",
  right: "- Page size: `page_size`",
  words: (found: string, why: "unknown" | "no number", known: Iterable<string>) => ({
    message: why === "unknown" ? `no constant "${found}".` : `constant "${found}" is not a whole number above zero`,
    // The names that are known are labels, and a page size is an identifier.
    hint: why === "unknown" ? didYouMean(found, known) || "Write a whole number, or a constant of section 9." : "",
  }),
});

export const unspokenLanguage = problemClass({
  code: "N226",
  severity: "error",
  title: "text in a language that the product does not speak",
  explanation:
    "The setting Languages of section 9 lists the languages of the product; a text in any other would never be read.",
  wrong: "### Queue\n- Empty (de): Nichts zu tun.\n\n| Languages | en, fr |",
  right: "### Queue\n- Empty (fr): Rien à faire.\n\n| Languages | en, fr |",
  words: (language: string, languages: readonly string[]) => ({
    message: `"${language}" is not a language of this product`,
    hint:
      languages.length > 0 ? `Languages are: ${shortenList(languages)}.` : "Write the setting Languages in section 9.",
  }),
});

/** A route gets backticks or a slash, or loses its last one; a parameter becomes an identifier. */
function routeProposed(found: string, why: string, write: string): Proposal | undefined {
  const [segment, parameter] = [/^"([^"…]+)" is neither/.exec(why)?.[1], /write "(:[a-z]\w*)"\.$/.exec(write)?.[1]];
  if (segment !== undefined && parameter !== undefined) return { kind: "words", found: segment, text: parameter };
  if (why === "a segment of it is empty" && /[^/]\/$/.test(found) && !found.includes("//"))
    return { kind: "words", isWhole: true, found, text: found.slice(0, -1) };
  const text = /^Write (`[^`…]+`)\.$/.exec(write)?.[1];
  if (text === undefined || found === "") return undefined;
  if (text === `\`${found}\``) return found.startsWith("/") ? { kind: "words", isWhole: true, found, text } : undefined;
  return text === `\`/${found}\`` ? { kind: "words", isWhole: true, found, text: `/${found}` } : undefined;
}

/** A path without its backticks, or a word in another case. */
function valueProposed(what: string, found: string, write: string): Proposal | undefined {
  if (what === "Code" && /^[\w./-]+\.tsx$/.test(found))
    return { kind: "words", isWhole: true, found, text: `\`${found}\`` };
  return found !== "yes" && found.toLowerCase() === "yes" && write.startsWith("Write yes")
    ? { kind: "words", isWhole: true, found, text: "yes" }
    : undefined;
}

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
    "Two routes must not match the same addresses. A fixed segment takes precedence over a parameter, so `/tickets/new` and `/tickets/:ticket` can both exist; two routes with a parameter in the same place cannot.",
  wrong: "| Ticket | `/t/:ticket` | detail of Ticket | Agent |\n| Category | `/t/:category` | edit Category | Lead |",
  right: "| Ticket | `/t/:ticket` | detail of Ticket | Agent |\n| Category | `/c/:category` | edit Category | Lead |",
  words: (first: string, second: string, firstSpan: Span) => ({
    message: `ambiguous route: "${first}" and "${second}" match the same addresses`,
    hint: "Give one of them a different fixed segment.",
    related: [{ span: firstSpan, message: `"${first}" is here` }],
  }),
});

export const noSingleScope = problemClass({
  code: "N202",
  severity: "error",
  title: "list without a single path to the parameter of its route",
  explanation:
    "On a route with parameters, a list, board or calendar shows the rows that lead to the last parameter: by one `reference to` or `belongs to`, or by one of a row that they belong to. If there is no such path, or more than one, write a Where that compares with the parameter.",
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
        : `"${screen}": ${entity} leads to ${last}, the last parameter of its route, by ${ways.length} paths: ${ways.join(", ")}`,
    hint:
      ways.length === 0
        ? `Add a reference, or write a Where that compares with \`route.${parameter}\`.`
        : `Write a Where for the path that you mean: \`${example}\`.`,
  }),
});

export const notUnique = problemClass({
  code: "N203",
  severity: "error",
  title: "route parameter that is not unique",
  explanation:
    "A parameter such as `:ticket.number` finds a row, so its field must be unique: with the option unique, as a sequence number or random code, or unique together with a reference to the row of an earlier parameter.",
  wrong: "| Ticket | `/t/:ticket.subject` | detail of Ticket | Agent |",
  right: "| Ticket | `/t/:ticket.number` | detail of Ticket | Agent |",
  words: (route: string, field: string, entity: string, parent: string | undefined) => ({
    message: `route "${route}": ${field} is not unique`,
    hint:
      parent === undefined
        ? `Name a unique field, or write ":${entity}" for its id.`
        : `It is unique only within its ${parent}: write a parameter of ${parent} before it, or ":${entity}" for its id.`,
  }),
});

export const unknownKind = problemClass({
  code: "N204",
  severity: "error",
  isFixable: true,
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
  title: "screen for a role that may not use it",
  explanation:
    "A list, detail, board or calendar needs the right to read its entity, a new screen the right to create, an edit screen the right to update. Add and Import need the right to create, of one role at least. The rights of a role add up with those of `anyone` and, for people with an account, of `signed in`.",
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
  title: "screen that cannot be reached",
  explanation:
    "Users reach a screen through the menu, a button, Opens, Then, or a row. A row opens the first detail of its entity that the user may see. The detail leads to the edit screen; without a detail, the row does. The start page `/` can always be reached.",
  wrong: "| Archive | `/archive` | list of Ticket | Lead | |",
  right: "| Archive | `/archive` | list of Ticket | Lead | yes |",
  words: (screen: string) => ({
    message: `no menu, button or row leads to screen "${screen}"`,
    hint: "Write yes under Menu, or add it to the Buttons of another screen.",
  }),
});

export const unfitColumns = problemClass({
  code: "N207",
  severity: "error",
  title: "board or calendar by an unsuitable field",
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

export const unknownButton = problemClass({
  code: "N209",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "button that names an unknown screen, call or transition",
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
  title: "button without a screen",
  explanation:
    "A button needs a screen that shows it. A call must be among the Buttons of a screen. The details and boards of an entity show its transitions.",
  wrong: "| Export tickets | function | button | `calls/export_tickets.ts` | |",
  right: "### All tickets\n- Buttons: Export tickets",
  words: (kind: "call" | "transition", name: string, entity: string) => ({
    message:
      kind === "call"
        ? `no screen has the button for call "${name}"`
        : `no screen has the button for transition "${name}": ${entity} has no detail or board`,
    hint: kind === "call" ? `Write "Buttons: ${name}" under a screen.` : `Add a screen "detail of ${entity}".`,
  }),
});

export const unusedProperty = problemClass({
  code: "N211",
  severity: "error",
  title: "property that this kind of screen does not use",
  explanation: "Each kind of screen has its own properties, tables and blocks. Anything else would have no effect.",
  wrong: "### My tickets\n- Columns: New, Open",
  right: "### My tickets\n- Show: Number, Subject",
  words: (kind: string, property: string, allowed: readonly string[]) => ({
    message: `${withArticle(kind)} has no ${property}`,
    hint: `Allowed: ${allowed.join(", ")}.`,
  }),
});

export const wrongRoute = problemClass({
  code: "N212",
  severity: "error",
  isFixable: true,
  title: "not a route",
  explanation:
    "Write a route in backticks. It begins with a slash and consists of fixed segments (letters, digits, `-`, `_`, `.`, `~`) and parameters `:entity` or `:entity.field`, written as identifiers. The addresses of the platform are reserved.",
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
  title: "route without a parameter for its row",
  explanation:
    "A detail or edit screen shows one row, which a parameter of its route identifies. Only the user's own account and an entity of one row need no parameter.",
  wrong: "| Ticket | `/ticket` | detail of Ticket | Agent |",
  right: "| Ticket | `/tickets/:ticket` | detail of Ticket | Agent |",
  words: (screen: string, entity: string, parameter: string) => ({
    message: `"${screen}": the route does not identify the ${entity}`,
    hint: `Add a parameter, such as ":${parameter}".`,
  }),
});

export const neverCreated = problemClass({
  code: "N214",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "entity that no screen creates",
  explanation:
    "Section 6 allows a role to create rows of this entity, but no screen creates them: there is no new screen, no detail with the entity under Add, no list with Import, and no component with the entity under Takes.",
  wrong: "| Category | create | no | yes |",
  right: "| New category | `/categories/new` | new Category | Lead | yes |",
  words: (entity: string) => ({
    message: `section 6 allows creating ${entity}, but no screen creates it`,
    hint: `Add a screen "new ${entity}", or name its list under Add of a detail.`,
  }),
});

export const cannotLead = problemClass({
  code: "N215",
  severity: "error",
  title: "link to a screen without its parameter",
  explanation:
    "A button, Opens or Then can lead to a screen only if this screen has a value for each parameter of the target's route: a parameter of its own route, the row that it shows, or the row behind exactly one reference of these. A transition needs a row of its entity in the same way.",
  wrong: "### Overview\n- Buttons: Edit ticket",
  right: "### Ticket\n- Buttons: Edit ticket",
  words: (screen: string, what: "screen" | "transition", target: string, lacks: string) => ({
    message: `"${screen}" cannot lead to ${what} "${target}": it does not have exactly one ${lacks}`,
    hint: `Move the button to a screen of ${lacks}, or to a screen with ${lacks} in its route.`,
  }),
});

export const noSingleParent = problemClass({
  code: "N216",
  severity: "error",
  title: "parameters without a path between them",
  explanation:
    "Parameters are looked up from left to right, each among the rows that belong to the previous one: by exactly one chain of `belongs to`, or by exactly one reference (its own, or one of a row that it belongs to).",
  wrong: "| Issue | `/l/:label/:issue` | detail of Issue | Member |",
  right: "| Issue | `/p/:project/:issue` | detail of Issue | Member |",
  words: (route: string, entity: string, parent: string, ways: readonly string[]) => ({
    message:
      ways.length === 0
        ? `route "${route}": ${entity} does not lead to ${parent}`
        : `route "${route}": ${entity} leads to ${parent} by ${ways.length} paths: ${ways.join(", ")}`,
    hint:
      ways.length === 0 ? "Remove one of the two parameters, or add a reference." : "Remove one of the two parameters.",
  }),
});

export const unfitValue = problemClass({
  code: "N217",
  severity: "error",
  unread: "line",
  isFixable: true,
  title: "invalid value of a property or cell",
  explanation:
    "Menu, For, Page size, Preset, Code and the columns of a dashboard's tiles each have their own form of values.",
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
  title: "field that cannot be used here",
  explanation:
    "Sort takes stored values with an order: no lists, no files, and no computed values that depend on the clock or the user. Search takes texts. Filter by takes choices, states, yes/no, references, dates and numbers. Ask takes fields that users can fill in: no computed values, and no numbers that the system generates. Import takes the same, each once, without files. Add takes a list of the entity. A path with dots follows references.",
  wrong: "- Search: Created at",
  right: "- Search: Subject, Body",
  words: (property: string, field: string, why: string, write: string) => ({
    message: `${property}: ${field} ${why}`,
    hint: write,
  }),
});

export const fieldNotAllowed = problemClass({
  code: "N220",
  severity: "warning",
  title: "form with a field that its users may not set",
  explanation:
    "A form asks for or presets a field that no role of the screen may set, or Import names one. The field is auto without a `set` row, a `set` row denies it to all of them, or it is set once and this is an edit screen.",
  wrong: "### New ticket\n- Ask: Subject, Solved at",
  right: "### New ticket\n- Ask: Subject",
  words: (screen: string, field: string, why: string, where: readonly Related[]) => ({
    message: `no role of "${screen}" may set ${field}: ${why}`,
    hint: "Remove the field, or allow it in section 6.",
    related: where,
  }),
});

export const withoutContent = problemClass({
  code: "N221",
  severity: "error",
  absentFrom: { table: "of the addressed screen", section: 2 },
  title: "screen without its content",
  explanation:
    'A page needs a `markdown` block, a component its Code, and a dashboard a table of tiles. Write "not shown." if it is not known yet.',
  wrong: "| House rules | `/rules` | page | anyone | yes |",
  right: "### House rules\n```markdown\nBring it back clean.\n```",
  words: (kind: string, screen: string, needs: string) => ({
    message: `${kind} "${screen}" has no ${needs}`,
    hint: `Write it under "### ${screen}", or "not shown." there.`,
  }),
});

export const requiredFieldMissing = problemClass({
  code: "N222",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "form that can never be saved",
  explanation:
    "The Ask of a new screen omits a required field without a default or preset value. Every attempt to save the form would be refused with REQUIRED.",
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
  title: "button for a call or transition without button",
  explanation: "Users perform only calls and transitions with `button` under On. The system performs the others.",
  wrong: "### Ticket\n- Buttons: Turn late",
  right: "### Ticket\n- Buttons: Solve",
  words: (kind: "call" | "transition", name: string, defined: Span) => ({
    message: `${kind} "${name}" has no button`,
    hint: "Remove it, or write button under its On.",
    related: [{ span: defined, message: `"${name}" is here` }],
  }),
});

export const ambiguousButton = problemClass({
  code: "N224",
  severity: "error",
  title: "button that names two things",
  explanation: "Buttons name screens, calls and transitions. A name that two of them share is ambiguous.",
  wrong: "- Buttons: Return",
  right: "- Buttons: Return an item",
  words: (name: string, first: string, second: string, where: readonly Related[]) => ({
    message: `"${name}" is both ${withArticle(first)} and ${withArticle(second)}`,
    hint: "Rename one of them.",
    related: where,
  }),
});

export const unknownConstant = problemClass({
  code: "N225",
  severity: "error",
  title: "page size that is not a number",
  explanation: "Page size is a whole number, or a constant of section 9 that is one.",
  wrong: "- Page size: `page_sze`",
  right: "- Page size: `page_size`",
  words: (found: string, why: "unknown" | "no number", known: Iterable<string>) => ({
    message: why === "unknown" ? `no constant "${found}".` : `constant "${found}" is not a whole number above zero`,
    // The names that are known are labels, and a page size is an identifier.
    hint: why === "unknown" ? didYouMean(found, known) || "Write a whole number, or a constant of section 9." : "",
  }),
});

export const undeclaredLanguage = problemClass({
  code: "N226",
  severity: "error",
  title: "text in a language that the product does not have",
  explanation:
    "The setting Languages of section 9 lists the languages of the product. The product never shows a text in another language.",
  wrong: "### Queue\n- Empty (de): Nichts zu tun.\n\n| Languages | en, fr |",
  right: "### Queue\n- Empty (fr): Rien à faire.\n\n| Languages | en, fr |",
  words: (language: string, languages: readonly string[]) => ({
    message: `"${language}" is not a language of this product`,
    hint:
      languages.length > 0 ? `Languages are: ${shortenList(languages)}.` : "Write the setting Languages in section 9.",
  }),
});

export const columnMissing = problemClass({
  code: "N227",
  severity: "warning",
  absentFrom: { sections: [2] },
  title: "import that refuses every row",
  explanation:
    "The Import of a list omits a required field without a default. Every row of every file would be refused with REQUIRED.",
  wrong: "### Tickets\n- Import: Subject",
  right: "### Tickets\n- Import: Subject, Body",
  words: (screen: string, field: string, defined: Span) => ({
    message: `"${screen}" imports rows without ${field}, which is required`,
    hint: "Add it to Import, or give it a default.",
    related: [{ span: defined, message: `"${field}" is required here` }],
  }),
});

export const notImported = problemClass({
  code: "N228",
  severity: "error",
  title: "import into an entity that takes no rows from files",
  explanation:
    "Accounts are created by their owners, who prove their address. An entity with one row has its row from the beginning.",
  wrong: "| People | `/people` | list of User | Lead |\n\n### People\n- Import: Name",
  right: "| Customers | `/customers` | list of Customer | Lead |\n\n### Customers\n- Import: Name",
  words: (screen: string, entity: string, why: string) => ({
    message: `"${screen}" cannot import ${entity}: ${why}`,
    hint: "Remove Import.",
  }),
});

export const importWithoutAccounts = problemClass({
  code: "N229",
  severity: "warning",
  absentFrom: { sections: [9] },
  title: "import in a product without accounts",
  explanation:
    "Files are imported by users with an account, whom each imported row names. Without Sign-in in section 9 there are no accounts, and the button never appears.",
  wrong: "### Tickets\n- Import: Subject\n\n## 9. Business constants and limits\n\nnone.",
  right: "### Tickets\n- Import: Subject\n\n| Setting | Value |\n| --- | --- |\n| Sign-in | email and password |",
  words: (screen: string) => ({
    message: `no user can import rows into "${screen}": the product has no accounts`,
    hint: "Write the setting Sign-in in section 9, or remove Import.",
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

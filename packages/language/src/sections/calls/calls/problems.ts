// Every code of calls, and its words.
import { wordProposed, machineProposed, pathProposed, keyProposed } from "./proposals.ts";
import { withArticle } from "../../../text/article.ts";
import { suggested, suggestedAlone } from "../../../text/suggestion.ts";
import { problemClass, type Span } from "../../../problem.ts";

export const unknownSchedule = problemClass({
  code: "N704",
  severity: "error",
  isFixable: true,
  title: "unreadable schedule",
  explanation:
    "A schedule is: every N minutes; every N hours; every day at 07:30; every weekday at 07:30; every monday, friday at 07:30; every month on the 1st at 07:30; or a cron line in backticks. Times are in the document's time zone. Missed runs are made up for once.",
  wrong: "| Remind due | schedule | every dya at 8 | `calls/remind_due.ts` |",
  right: "| Remind due | schedule | every day at 08:00 | `calls/remind_due.ts` |",
  words: (found: string, hint: string) => ({
    message: `"${found}" is not a schedule`,
    hint,
    proposal: wordProposed(found, hint),
  }),
});

export const undefinedError = problemClass({
  code: "N801",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "error of a call that is not in the catalogue",
  explanation:
    '`throw problem("CODE")` in code, and the column Errors, name errors of section 8, which has a message for each.',
  wrong: "| Paid | webhook in | `POST /hooks/billing` | `calls/paid.ts` | BAD_SIGN |",
  right: "| Paid | webhook in | `POST /hooks/billing` | `calls/paid.ts` | BAD_SIGNATURE |",
  words: (who: string, code: string, known: Iterable<string>) => {
    const { hint: near, proposal } = suggestedAlone(code, known);
    return {
      message: `unknown error: ${who} throws ${code}, which is not in the catalogue${near === "" ? "" : "."}`,
      hint: near || `Add ${code} to section 8.`,
      proposal,
    };
  },
});

export const unlistedError = problemClass({
  code: "N714",
  severity: "warning",
  title: "error that the table does not list",
  explanation: "The column Errors lists all errors that the call can return, so that readers of the table know them.",
  wrong: "| Accept invitation | function | button | below | |",
  right: "| Accept invitation | function | button | below | ALREADY_JOINED |",
  words: (call: string, code: string) => ({
    message: `${call} throws ${code}, but its row does not list it`,
    hint: `Add ${code} under Errors.`,
  }),
});

export const neverCalled = problemClass({
  code: "N715",
  severity: "warning",
  absentFrom: { sections: [4] },
  title: "call that no effect makes",
  explanation: "An effect with `call` makes a call with effect under On.",
  wrong: "| Issue done | webhook out | effect | |",
  right: "| Issue done | webhook out | effect | |\n…\n| Issue | Finish | | call Issue done | |",
  words: (call: string) => ({
    message: `no effect makes the call "${call}"`,
    hint: `Add an effect with call ${call}, or delete it.`,
  }),
});

export const wrongBody = problemClass({
  code: "N716",
  severity: "error",
  isFixable: true,
  title: "body that cannot be read",
  explanation:
    'A body is a JSON object in backticks whose keys are texts and whose values are expressions, objects or lists: ``{"text": issue.title + " is done", "by": {"name": issue.assignee.name}}``.',
  wrong: "- Body: `{text: issue.title}`",
  right: '- Body: `{"text": issue.title}`',
  words: (message: string, hint: string) => ({ message, hint, proposal: keyProposed(hint) }),
});

export const callIncomplete = problemClass({
  code: "N717",
  severity: "error",
  title: "call that is not complete",
  explanation:
    "A call needs a Kind and an On. A function, schedule or webhook in also needs Code, and a webhook out or API needs Sends. Write not shown for a part that is not known yet.",
  wrong: "| Issue done | webhook out | effect | |",
  right: "| Issue done | webhook out | effect | |\n\n### Issue done\n- Sends: POST to secret `CHAT_HOOK`",
  words: (call: string, what: string, hint: string) => ({ message: `call "${call}" has no ${what}`, hint }),
});

export const unknownCallKind = problemClass({
  code: "N718",
  severity: "error",
  isFixable: true,
  title: "unknown kind of call",
  explanation: "A call is a function, a schedule, a webhook in, a webhook out or an API.",
  wrong: "| Issue done | webhook | effect | |",
  right: "| Issue done | webhook out | effect | |",
  words: (found: string, known: readonly string[]) => ({
    message: `"${found}" is not a kind of call.`,
    ...suggested(found, known),
  }),
});

export const wrongOn = problemClass({
  code: "N719",
  severity: "error",
  isFixable: true,
  title: "On that does not fit the kind of call",
  explanation:
    "The On of a function is button or effect, that of a schedule its times, that of a webhook in its address (`POST /hooks/billing`), that of a webhook out effect. The On of an API is effect, or empty if only code calls it.",
  wrong: "| Paid | webhook in | /hooks/billing | `calls/paid.ts` |",
  right: "| Paid | webhook in | `POST /hooks/billing` | `calls/paid.ts` |",
  words: (found: string, kind: string, hint: string) => ({
    message: `"${found}" does not trigger ${withArticle(kind)}`,
    hint,
    proposal: hint === "Write effect." ? { kind: "words", found, text: "effect" } : undefined,
  }),
});

export const ambiguousRow = problemClass({
  code: "N720",
  severity: "error",
  title: "body without a single row",
  explanation:
    "A body refers to the row of the effect that makes the call. If effects of several entities or code make the call, declare its inputs under In.",
  wrong: "| Issue | Finish | | call Told | |\n| Comment | create | | call Told | |",
  right: '### Told\n- In: Words (text)\n- Body: `{"text": input.words}`',
  words: (call: string, entities: readonly string[], others: readonly Span[]) => ({
    message: `the body of "${call}" needs a single entity, but effects of ${entities.join(" and ")} make this call`,
    hint: "Declare inputs under In, and write input.… in the body.",
    related: others.map((span) => ({ span, message: "it is called here" })),
  }),
});

export const wrongProperty = problemClass({
  code: "N722",
  severity: "error",
  isFixable: true,
  title: "property of a call that cannot be read",
  explanation:
    "In and Out: `Membership, From (date), Note (text up to 200, optional)`. Sends: ``POST to secret `NAME` `` or ``POST to `https://…` ``. Signature: ``header `X-Signature`, secret `NAME` ``, or none. Timestamp: ``header `X-Time`, within 5 minutes``. Secrets: names in capitals. Hosts: names of machines. Timeout: a length of time. Retries: a number.",
  wrong: "- Timeout: soon",
  right: "- Timeout: 30 seconds",
  words: (message: string, hint: string) => ({ message, hint, proposal: machineProposed(message, hint) }),
});

export const wrongCode = problemClass({
  code: "N723",
  severity: "error",
  isFixable: true,
  title: "code that cannot be found",
  explanation:
    "Write code in a TypeScript file beside the document, and its relative path in backticks under Code; or write `below`, and the code in a `ts` block under the call's heading. A path cannot leave the document's folder. A webhook out and an API have no code.",
  wrong: "| Export | function | button | `../export.ts` |",
  right: "| Export | function | button | `calls/export.ts` |",
  words: (message: string, hint: string) => ({ message, hint, proposal: pathProposed(message, hint) }),
});

export const reservedCall = problemClass({
  code: "N725",
  severity: "error",
  title: "reserved name of a call",
  explanation:
    "The address of a call is `/rpc/` and its identifier. The platform uses some of these addresses itself, for example to assign roles.",
  wrong: "| Assign role | function | button | `calls/assign.ts` |",
  right: "| Give role | function | button | `calls/assign.ts` |",
  words: (call: string, id: string) => ({
    message: `"${call}" has the address /rpc/${id}, which the platform uses itself`,
    hint: "Give the call another name.",
  }),
});

export const sameRoute = problemClass({
  code: "N726",
  severity: "error",
  title: "two webhooks at one address",
  explanation: "Each webhook in has its own address, other than the addresses of the platform.",
  wrong: "| Paid | webhook in | `POST /hooks/billing` | … |\n| Refunded | webhook in | `POST /hooks/billing` | … |",
  right: "| Refunded | webhook in | `POST /hooks/refunds` | … |",
  words: (route: string, other: { readonly name: string; readonly span: Span } | undefined) => ({
    message: other ? `${route} is also the address of "${other.name}"` : `${route} is an address of the platform`,
    hint: other ? "Give one of them another address." : "Write an address such as /hooks/billing.",
    related: other ? [{ span: other.span, message: `"${other.name}" is here` }] : [],
  }),
});

export const unsignedWebhook = problemClass({
  code: "N727",
  severity: "warning",
  title: "webhook without a signature",
  explanation:
    "Everyone who knows the address of a webhook can call it. Signature names the header and the secret that prove who sent the request. Write `Signature: none` if everyone may call it.",
  wrong: "### Paid\n- Timeout: 10 seconds",
  right: "### Paid\n- Signature: header `X-Signature`, secret `BILLING_SECRET`",
  words: (call: string) => ({
    message: `"${call}" has no signature, so everyone can call it`,
    hint: "Write Signature: header `X-Signature`, secret `NAME`; or Signature: none.",
  }),
});

export const notSendable = problemClass({
  code: "N730",
  severity: "error",
  title: "value that cannot be sent",
  explanation:
    "A body contains texts, numbers, dates, yes/no, and lists of them. Write the fields of a row, not the row.",
  wrong: '- Body: `{"issue": issue}`',
  right: '- Body: `{"issue": issue.id, "title": issue.title}`',
  words: (found: string, kind: string, hint: string) => ({
    message: `\`${found}\` is ${kind}, which cannot be sent`,
    hint,
  }),
});

export const largeInput = problemClass({
  code: "N732",
  severity: "error",
  title: "file that is too large for a call",
  explanation:
    "The files of a call may have 7 MB in total. Store larger files in a field of a row, and pass the row to the call.",
  wrong: "- In: Film (file up to 20 MB)",
  right: "- In: Film (file up to 7 MB)",
  words: (input: string) => ({
    message: `"${input}" may be larger than 7 MB, the limit for the files of a call`,
    hint: "Write up to 7 MB, or store the file in a field of a row and pass the row to the call.",
  }),
});

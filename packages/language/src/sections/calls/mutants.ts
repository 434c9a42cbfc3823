// How section 7 may say something else: who is heard, what calls take, when schedules come round, and what is sent with them.
import { isShown } from "../../clause/clause.ts";
import { spanOf } from "../../text/text.ts";
import type { Expression } from "../../expression/tree.ts";
import { expressionsOf } from "../../clause/template.ts";
import { expressionChanges } from "../../mutant/expression-changes.ts";
import { withoutItem, withoutLine } from "../../mutant/lines.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { amountChanges } from "../../mutant/numbers.ts";
import type { Span } from "../../problem.ts";
import type { Body, Call, Mail, Parameter } from "./model.ts";
import { scheduleChanges } from "./schedule-mutants.ts";

export function callMutants(mutable: Mutable): readonly Change[] {
  const { calls, mails } = mutable.model.calls;
  return [
    ...calls.flatMap((call) => (call.name.id === "" || call.bodyNotShown ? [] : changesOf(call, mutable))),
    ...mails.flatMap((mail) => (mail.name.id === "" ? [] : mailChanges(mail, mutable))),
  ];
}

function changesOf(call: Call, mutable: Mutable): readonly Change[] {
  if (!isShown(call, "Kind", "On")) return [];
  const takes = call.code !== undefined && isShown(call, "Code") ? call.in : [];
  const inputs = takes.flatMap((_parameter, index) => inputChanges(call, takes, index, mutable));
  switch (call.on?.kind) {
    case "schedule":
      return scheduleChanges(call, call.on.span, call.on.schedule, mutable);
    case "route":
      return call.signature === undefined
        ? []
        : [
            ...routeChanges(call, mutable),
            ...signatureChanges(call, call.signature, mutable),
            ...timestampChanges(call, mutable),
            ...inputs,
          ];
    case "button":
      return inputs;
    default:
      return bodyChanges(call, mutable);
  }
}

/** What stands in a part of the document, written otherwise. */
function written(
  call: Call,
  span: Span,
  { source }: Mutable,
  [what, text, other]: readonly [what: string, text: string, other: string],
): readonly Change[] {
  const at = source.slice(span.start, span.end).indexOf(text);
  if (at < 0) return [];
  const start = span.start + at;
  return [{ clause: call.address, what, edits: [replaced({ start, end: start + text.length }, other)], within: span }];
}

function routeChanges(call: Call, mutable: Mutable): readonly Change[] {
  if (call.on?.kind !== "route") return [];
  const { method, path, span } = call.on;
  const other = method === "POST" ? "PUT" : "POST";
  return [
    ...written(call, span, mutable, ["at another address", path, `${path}-other`]),
    ...written(call, span, mutable, [`${method} is ${other}`, method, other]),
  ];
}

function signatureChanges(call: Call, signature: NonNullable<Call["signature"]>, mutable: Mutable): readonly Change[] {
  // A sender who had to sign would have no secret to sign with.
  if (signature === "none") return [];
  const { header, secret, span } = signature;
  return [
    { clause: call.address, what: "not signed", edits: [replaced(span, "none")], within: span },
    ...written(call, span, mutable, ["another header", header, `${header}-Other`]),
    ...written(call, span, mutable, ["another secret", secret, `${secret}_OTHER`]),
  ];
}

function timestampChanges(call: Call, mutable: Mutable): readonly Change[] {
  const { timestamp } = call;
  if (timestamp === undefined || call.signature === "none") return [];
  const { header, span } = timestamp;
  const value = mutable.source.slice(span.start, span.end);
  const length = /within (\d+)/.exec(value)?.[1];
  const moved = length === undefined ? [] : [Number(length) + 1, Number(length) - 1].filter((one) => one > 0);
  return [
    {
      clause: call.address,
      what: "of any time",
      edits: [withoutLine(mutable.source, span.start)],
      within: span,
    },
    ...written(call, span, mutable, ["the time in another header", header, `${header}-Other`]),
    ...moved.flatMap((one) =>
      written(call, span, mutable, [`${length} is ${one}`, `within ${length}`, `within ${one}`]),
    ),
  ];
}

function inputChanges(call: Call, all: readonly Parameter[], index: number, mutable: Mutable): readonly Change[] {
  const parameter = all[index];
  if (parameter?.type === undefined) return [];
  const { type, span, optional, name } = parameter;
  const of = { clause: call.address, within: span };
  const { source } = mutable;
  const text = source.slice(span.start, span.end);
  const turned = optional
    ? text.replace(/\s*\(optional\)$|,\s*optional(?=\)$)/, "")
    : text.endsWith(")")
      ? `${text.slice(0, -1)}, optional)`
      : `${text} (optional)`;
  const pattern = /\s+matching `[^`]*`/.exec(text);
  const bounds = "upTo" in type ? [type.upTo] : "from" in type ? [type.from, type.to] : [];
  // Other programs say more than a webhook has names for.
  const isMissed = call.on?.kind === "button" || !optional;
  return [
    ...(isMissed ? [{ ...of, what: `${name.label} is not taken`, edits: [withoutInput(all, index, mutable)] }] : []),
    ...(isJudged(call, parameter, mutable)
      ? []
      : [
          {
            ...of,
            what: `${name.label} ${optional ? "may not be left out" : "may be left out"}`,
            edits: [replaced(span, turned)],
          },
        ]),
    ...bounds.flatMap((amount) => amountChanges(amount, of, mutable)),
    ...(pattern === null
      ? []
      : [{ ...of, what: `${name.label} of any form`, edits: [replaced(span, text.replace(pattern[0], ""))] }]),
  ];
}

/** Without the row that rights are about no one may make the call, whatever inputs it would accept. */
function isJudged(call: Call, { type, optional }: Parameter, { model, lookup }: Mutable): boolean {
  if (type?.kind !== "reference" || optional || call.on?.kind !== "button") return false;
  const rights = model.permissions.rights.filter(
    ({ action, for: about }) => action.kind === "call" && lookup.calls.get(about.id) === call,
  );
  return !rights.some(({ cells }) =>
    cells.some(({ grant, role }) => grant?.kind === "yes" && lookup.roles.get(role.id)?.within === undefined),
  );
}

const withoutInput = (all: readonly Parameter[], index: number, { source }: Mutable) =>
  all.length === 1
    ? withoutLine(source, all[0]?.span.start ?? 0)
    : withoutItem(
        all.map(({ span }) => span),
        index,
      );

/** What goes out with it is compared where an effect makes it. */
function bodyChanges(call: Call, mutable: Mutable): readonly Change[] {
  const { effects } = mutable.model.states;
  const making = effects.filter(({ do: action }) => action?.kind === "call" && isNamed(action.call.id, call, mutable));
  const through = making.map(({ address }) => address);
  if (call.body === undefined || through.length === 0) return [];
  const of = { clause: call.address, through };
  return expressionsIn(call.body).flatMap((expression) => [
    { ...of, what: `without ${expression.text.text}`, edits: [replaced(spanOf(expression.text), "null")] },
    ...expressionChanges(expression, of, mutable),
  ]);
}

const isNamed = (id: string, call: Call, { lookup }: Mutable): boolean => lookup.calls.get(id) === call;

function expressionsIn(body: Body): readonly Expression[] {
  switch (body.kind) {
    case "object":
      return body.entries.flatMap(({ value }) => expressionsIn(value));
    case "list":
      return body.items.flatMap(expressionsIn);
    case "expression":
      return [body.expression];
  }
}

/** The values in its words, where an effect sends it; its other words are printed later. */
function mailChanges(mail: Mail, mutable: Mutable): readonly Change[] {
  const { source, lookup, model } = mutable;
  const through = model.states.effects.flatMap(({ do: action, address }) =>
    (action?.kind === "mail" || action?.kind === "notify") && lookup.mails.get(action.mail.id) === mail
      ? [address]
      : [],
  );
  if (through.length === 0) return [];
  return [...mail.subject.values(), ...mail.text.values()].flatMap((template) =>
    expressionsOf(template).flatMap(({ text }) => {
      const { start, end } = spanOf(text);
      const braces = { start: start - 1, end: end + 1 };
      // The number of a plural stands among its branches.
      if (!/^\{[^]*\}$/.test(source.slice(braces.start, braces.end))) return [];
      const edits = [replaced(braces, "nothing")];
      return [{ clause: mail.address, through, what: `without {${text.text}}`, edits, within: template.span }];
    }),
  );
}

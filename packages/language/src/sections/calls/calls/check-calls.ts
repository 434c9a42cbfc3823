// What must fit together in the calls of section 7: their errors, parameters, bodies, addresses, and who makes them.
import type { CheckContext } from "../../../model/check-context.ts";
import { isKnownError, knownErrors } from "../../../model/known-errors.ts";
import type { Model } from "../../../model/model.ts";
import type { Reference } from "../../../text/name.ts";
import { unknownMail } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import type { Call } from "../model.ts";
import { checkBody, findMakers, type Makers } from "./check-body.ts";
import { checkParameters } from "./check-parameters.ts";
import { neverCalled, reservedCall, sameRoute, undefinedError, unlistedError } from "./problems.ts";

export function checkCalls(model: Model, context: CheckContext): readonly Problem[] {
  const known = knownErrors(context.lookup);
  const makers = findMakers(model, context);
  return [
    ...model.calls.calls.flatMap((call) => [
      ...checkName(call),
      ...checkErrors(call, known, model, context),
      ...checkMailsInCode(call, context),
      ...checkParameters(call, model, context),
      ...checkBody(call, makers, context),
    ]),
    ...checkRoutes(model.calls.calls),
    ...checkMade(model, makers),
  ];
}

/** What the platform itself answers under `/rpc/`. */
const ownProcedures: ReadonlySet<string> = new Set([
  "assign_role",
  "remove_role",
  "my_roles",
  "people_of_roles",
  "my_inbox",
  "my_unread",
  "mark_inbox",
  "my_inbox_choices",
  "choose_inbox",
]);

function checkName({ name, address }: Call): readonly Problem[] {
  return ownProcedures.has(name.id) ? [reservedCall.at({ span: name.span, address }, name.label, name.id)] : [];
}

function checkErrors(call: Call, known: readonly string[], model: Model, { lookup }: CheckContext): readonly Problem[] {
  const isOpen = model.errors.status.kind === "not shown";
  const who = call.code?.kind === "path" ? call.code.path : call.name.label;
  const undefinedIn = (errors: readonly Reference[], column: string) =>
    errors
      .filter((error) => !isKnownError(error.label, model, lookup))
      .map((error) =>
        undefinedError.at({ span: error.span, address: `${call.address}/${column}` }, who, error.label, known),
      );
  const thrown = call.code?.kind === "below" ? call.code.throws : [];
  const listed = new Set(call.errors.map((error) => error.label));
  const unlisted = call.notShown.includes("Errors")
    ? []
    : thrown.filter((error) => !listed.has(error.label) && (isOpen || lookup.errors.has(error.label)));
  return [
    ...undefinedIn(call.errors, "Errors"),
    ...undefinedIn(thrown, "Code"),
    ...unlisted.map((error) =>
      unlistedError.at({ span: error.span, address: `${call.address}/Code` }, call.name.label, error.label),
    ),
  ];
}

function checkMailsInCode(call: Call, { lookup }: CheckContext): readonly Problem[] {
  if (call.code?.kind !== "below") return [];
  const labels = [...lookup.mails.values()].map((mail) => mail.name.label);
  return call.code.mails
    .filter((mail) => !lookup.mails.has(mail.id))
    .map((mail) => unknownMail.at({ span: mail.span, address: `${call.address}/Code` }, mail.label, labels));
}

/** Where the platform's own services answer. */
const ownRoutes = /^\/(?:(?:rest|auth|storage|realtime|functions)\/v1(?:\/|$)|(?:health|ready|metrics)$|_(?:\/|$))/;

function checkRoutes(calls: readonly Call[]): readonly Problem[] {
  const first = new Map<string, Call>();
  return calls.flatMap((call) => {
    if (call.on?.kind !== "route") return [];
    const route = `${call.on.method} ${call.on.path}`;
    const place = { span: call.on.span, address: `${call.address}/On` };
    const before = first.get(route);
    if (before) return [sameRoute.at(place, route, { name: before.name.label, span: before.on?.span ?? before.span })];
    first.set(route, call);
    return ownRoutes.test(call.on.path) ? [sameRoute.at(place, route, undefined)] : [];
  });
}

/** Calls On effect that no effect makes. An API may be called by code too, which may stand in a file. */
function checkMade(model: Model, makers: Makers): readonly Problem[] {
  const { effects } = model.states;
  const { effectsNotShown, status } = model.states;
  if (effectsNotShown || status.kind === "not shown" || effects.some((effect) => effect.do === undefined)) return [];
  const codes = model.calls.calls.flatMap(({ code }) => code ?? []);
  const isSecret = codes.some((code) => code.kind === "path" || code.code === undefined);
  const words = new Set(
    codes.flatMap((code) =>
      code.kind === "below" ? [...(code.code?.text.matchAll(/[a-z_][a-z0-9_]*/g) ?? [])].map(String) : [],
    ),
  );
  return model.calls.calls.flatMap((call) => {
    const { name, on, kind, address } = call;
    if (on?.kind !== "effect" || makers.has(call) || (kind === "API" && (isSecret || words.has(name.id)))) return [];
    return [neverCalled.at({ span: name.span, address }, name.label)];
  });
}

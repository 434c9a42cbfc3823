// Mails and notices of effects: about a row that exists, to a user who can get them.
import { referredEntity } from "../../../field-types/index.ts";
import { spanOf } from "../../../text/text.ts";
import { describe } from "../../../expression/check/words.ts";
import type { Type } from "../../../expression/type.ts";
import { type Lookup } from "../../../names/lookup.ts";
import { unknownMail, unknownRole } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import type { Role } from "../../permissions/model.ts";
import type { EffectAction, Recipient } from "../model.ts";
import type { Site } from "./check-action.ts";
import { openAddress } from "./open-mail.ts";
import { mailOfAnother, roleWithin, typedAddress, wrongRecipient } from "./problems.ts";

type Sending = Extract<EffectAction, { readonly kind: "mail" | "notify" }>;

export function checkMail(action: Sending, site: Site): readonly Problem[] {
  const { effect, entity, other, model } = site;
  const { lookup } = site.context;
  const place = { span: action.mail.span, address: `${effect.address}/Do` };
  const to = action.to ? checkRecipient(action, action.to, site) : [];
  const mail = lookup.mails.get(action.mail.id);
  if (!mail) {
    const known = lookup.mails.values().map((one) => one.name.label);
    return model.calls.status.kind === "not shown" ? to : [unknownMail.at(place, action.mail.label, known), ...to];
  }
  const about = mail.entity.id;
  const label = site.context.schema.entities.get(about)?.label;
  // A mail about an unknown entity is reported in section 7.
  if (label === undefined || about === entity.id || about === other?.id) return to;
  return [mailOfAnother.at(place, mail.name.label, label, (other ?? entity).label, mail.name.span), ...to];
}

function checkRecipient(action: Sending, to: Recipient, site: Site): readonly Problem[] {
  const { scope, given, context } = site;
  if (to.kind === "role") return checkRole(to, site);
  const { typed, problems } = context.check(to.expression, scope, { kind: "any" }, given);
  if (!typed) return problems;
  const place = { span: spanOf(to.expression.text), address: to.expression.address };
  const { type } = typed;
  if (to.kind === "each" && type.kind !== "list") {
    return [
      ...problems,
      wrongRecipient.at(
        place,
        `"to each" takes a list, and this is ${describe(type, context.schema)}`,
        `Write to \`${to.expression.text.text}\`.`,
      ),
    ];
  }
  if (to.kind === "one" && type.kind === "list") {
    return [
      ...problems,
      wrongRecipient.at(
        place,
        `"to" takes one, and this is ${describe(type, context.schema)}`,
        `Write to each \`${to.expression.text.text}\`.`,
      ),
    ];
  }
  const one = type.kind === "list" ? type.of : type;
  const open = openAddress(typed, site);
  if (open !== undefined) return [...problems, typedAddress.at(place, open.entity, open.field)];
  if (isSomebody(one, action.kind)) return problems;
  const needed = action.kind === "notify" ? "an account" : "an account or an address";
  const hint =
    one.kind === "text"
      ? "A notice stands in an inbox; write mail to an address."
      : "Name a reference to User, or an email.";
  return [
    ...problems,
    wrongRecipient.at(place, `${needed} is needed here, and this is ${describe(one, context.schema)}`, hint),
  ];
}

function isSomebody(type: Type, kind: Sending["kind"]): boolean {
  return (
    type.kind === "null" || (type.kind === "row" && type.entity === "user") || (type.kind === "text" && kind === "mail")
  );
}

function checkRole(to: Extract<Recipient, { readonly kind: "role" }>, site: Site): readonly Problem[] {
  const { scope, given, context, entity, other, model, effect } = site;
  const { lookup, schema } = context;
  const role = lookup.roles.get(to.role.id);
  const place = { span: to.role.span, address: `${effect.address}/With` };
  const checked = to.within && context.check(to.within, scope, { kind: "any" }, given);
  const problems = checked?.problems ?? [];
  if (!role) {
    const known = lookup.roles.values().map((one) => one.name.label);
    return model.permissions.status.kind === "not shown"
      ? problems
      : [unknownRole.at(place, to.role.label, known), ...problems];
  }
  const { label } = role.name;
  if (role.givenBy.some((giving) => giving.kind === "anyone")) {
    return [
      wrongRecipient.at(place, `"${label}" includes visitors without an account`, "Name a role that people are given."),
      ...problems,
    ];
  }
  const within = role.within && role.within.entity.id;
  if (to.within) {
    if (role.notShown.includes("Within")) return problems;
    const at = { span: spanOf(to.within.text), address: to.within.address };
    if (within === undefined)
      return [
        ...problems,
        roleWithin.at(at, `"${label}" is held everywhere, not within something`, `Write to role ${label}.`),
      ];
    const type = checked?.typed?.type;
    if (!type || (type.kind === "row" && type.entity === within)) return problems;
    const needed = schema.entities.get(within)?.label ?? within;
    return [
      ...problems,
      roleWithin.at(
        at,
        `"${label}" is held within ${needed}, and this is ${describe(type, schema)}`,
        `Name the row of ${needed}.`,
      ),
    ];
  }
  if (
    within === undefined ||
    [entity.id, other?.id].some((id) => id !== undefined && leadsTo(id, within, role, lookup))
  )
    return [];
  const needed = schema.entities.get(within)?.label ?? within;
  const said = `"${label}" is held within ${needed}, and ${entity.label} does not belong to one`;
  return [roleWithin.at(place, said, `Write to role ${label} within \`…\`, with the row of ${needed}.`)];
}

/** Whether a row belongs to the one that a role is held in, or names it by the reference of `via`. */
function leadsTo(entity: string, target: string, role: Role, lookup: Lookup): boolean {
  const via = role.within?.via?.id;
  const reached = new Set<string>();
  const waiting = [entity];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    if (here === target && via === undefined) return true;
    if (reached.has(here)) continue;
    reached.add(here);
    const fields = lookup.fields.get(here);
    const named = via === undefined ? undefined : fields?.get(via)?.type;
    if (named && referredEntity(named) === target) return true;
    for (const { type } of fields?.values() ?? []) if (type?.kind === "belongs to") waiting.push(type.entity.id);
  }
  // Its own rows are within themselves, whichever way others lead there.
  return entity === target;
}

// Why a case of a plan cannot be tried on a product that others use.
import { isFileType } from "@writ/language/plan";
import { isAnyDue } from "../interpreter/timers.ts";
import { fieldOf } from "../interpreter/document/names.ts";
import type { World } from "../interpreter/world/world.ts";
import type { Case } from "../plan/search/find.ts";
import { outcomeOf, type Attempt, type Outcome, type Situation } from "../plan/situation/situation.ts";
import { followingFromClearing, followingIn, type Following } from "./layable.ts";

/** Whether mails, notices and calls may go out. */
export type May = { readonly send: boolean };

/** A run takes some time between what is laid and what is taken away. */
const meanwhile = 10 * 60_000;

/** Whatever the document is. */
export const isNeverRemote = (
  tried: Attempt,
): tried is Extract<Attempt, { readonly kind: "wait" | "come round" | "request" | "leave" | "sign in" }> =>
  ["wait", "come round", "request", "leave", "sign in"].includes(tried.kind);

const isAboutAccount = (kind: Attempt["kind"]): boolean => kind === "leave" || kind === "sign in";

/** By what it is about alone. */
export function whyNever({ scenario, situation, outcome }: Case, { send }: May): string | undefined {
  const { world, attempt: tried } = situation;
  const { program } = world;
  if (tried.kind === "wait" || tried.kind === "come round") return "the time there is real and cannot be set";
  if (tried.kind === "request") return "it needs a signature with a secret that only the product and its senders know";
  if (tried.kind === "call" && "done" in outcome) return "the call would be made there";
  // A user whom the product lets make the call by mistake has made it.
  if (tried.kind === "call" && !send)
    return "a call that should be refused might be made there by mistake; --send allows it";
  if (tried.kind === "name") return "only an operator names users for a role, not a request";
  if (isAboutAccount(tried.kind) || (tried.entity === "user" && (tried.kind === "create" || tried.kind === "delete")))
    return "it is about an account itself";
  if (program.lookup.entities.get(tried.entity)?.oneRow === true)
    return `there is only one ${tried.entity}, which belongs to the product`;
  if (
    "values" in tried &&
    [...tried.values].some(([name, value]) => value !== null && isFileType(fieldOf(program, tried.entity, name)?.type))
  )
    return "an uploaded file would stay there for a day";
  if (world.requests.length > 0) return "earlier requests cannot be set up from outside";
  const type = fieldOf(program, tried.entity, scenario.clause.split("/").at(-1) ?? "")?.type;
  if (
    tried.kind === "create" &&
    "done" in outcome &&
    (type?.kind === "sequence number" || type?.kind === "random code")
  )
    return "its sequence numbers continue after those of other rows";
  const follows = scenario.where.find((fact) => fact.kind === "follows");
  const effect = program.model.states.effects.find(({ address }) => address === follows?.effect);
  const isSent = effect?.do?.kind === "mail" || effect?.do?.kind === "notify" || effect?.do?.kind === "call";
  return isSent ? "sent mails, notices and calls cannot be inspected from outside" : undefined;
}

/** By what the attempt, and taking everything away after it, bring about beside its own rows. */
export function whyNotRemote(
  situation: Situation,
  outcome: Outcome,
  seen: ReadonlySet<string>,
  may: May,
): string | undefined {
  const { world, me } = situation;
  const [entity] = seen;
  if (entity !== undefined) return `it depends on all rows of ${entity}, including those of others`;
  const after = "done" in outcome ? outcome.done : world;
  return (
    whyFollowing(followingIn(after, world, me !== null), may) ??
    whyFollowing(followingFromClearing(after), may) ??
    whyDue(after)
  );
}

export function whyFollowing({ sent, reached, lost }: Following, { send }: May): string | undefined {
  const [clause] = sent;
  if (clause !== undefined && !send) return `${clause} would be sent; --send allows it`;
  const [other] = reached;
  if (other !== undefined) return `${other} would reach rows of others`;
  const [entity] = lost;
  return entity === undefined
    ? undefined
    : `a row of ${entity} that follows from it cannot be told from those of others`;
}

export const whyDue = (world: World): string | undefined =>
  isAnyDue(world, world.now + meanwhile) ? "timers would change its rows in the meantime" : undefined;

/** Whether it still shows what it was planned for: its outcome is the same now and a little earlier and later. */
export function stillHolds(situation: Situation, planned: Outcome, leeway: number): boolean {
  const wanted = keyOf(planned);
  return [0, -leeway, leeway].every((by) => {
    const world = { ...situation.world, now: situation.world.now + by };
    return keyOf(outcomeOf({ ...situation, world })) === wanted;
  });
}

const keyOf = (outcome: Outcome): string =>
  "refused" in outcome
    ? JSON.stringify(outcome.refused.map(({ code, clause, field }) => [code, clause, field]).toSorted())
    : JSON.stringify([...outcome.done.ran].toSorted());

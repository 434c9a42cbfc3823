// How one comes in by section 9: each way that it names, those that it does not, and what an address that is not confirmed is good for.
import { isShown, type Clause } from "../../clause/clause.ts";
import type { Model } from "../../model/model.ts";
import { success, notSignedIn, refused, type Scenario } from "../../scenario/scenario.ts";
import type { SignInMethod } from "./model.ts";

/** Those that need no other person. */
export const ownMethods: readonly SignInMethod["kind"][] = [
  "email and password",
  "magic link",
  "code by mail",
  "anonymous",
];

export function signInScenarios({ constants: { settings } }: Model): readonly Scenario[] {
  const setting = (label: string) =>
    settings.clauses.find((clause) => clause.name.label === label && isShown(clause, "Value"));
  const [ways, confirmed] = [setting("Sign-in"), setting("Confirmed address")];
  const named = new Set(settings.signIn.map(({ kind }) => kind));
  // Where the setting is wrong, or not shown, it is unknown who may sign in.
  if (ways === undefined || named.size === 0) return [];
  const unnamed = ownMethods.filter((way) => !named.has(way));
  return [
    ...[...named].map((way) => ({
      ...scenario(ways, way, way),
      sentence: `a new user signs in by ${way}`,
      ...(ownMethods.includes(way)
        ? {}
        : { beyond: `it needs an account at ${way}, and that ${way} knows this product` }),
    })),
    ...unnamed.map((way) => ({
      ...scenario(ways, `not ${way}`, way),
      sentence: `no user signs in by ${way}`,
      expected: refused(),
    })),
    ...(confirmed === undefined ? [] : confirmedScenarios(confirmed, settings.confirmedAddress, named)),
  ];
}

function confirmedScenarios(
  clause: Clause,
  isAsked: boolean,
  named: ReadonlySet<SignInMethod["kind"]>,
): readonly Scenario[] {
  const way = "email and password";
  const beyond = named.has(way) ? {} : { beyond: "no way in leaves an address unconfirmed" };
  return [
    {
      ...scenario(clause, "before", way),
      deed: { kind: "sign in", way, isConfirmed: false },
      sentence: `a user who has not confirmed their address ${isAsked ? "cannot" : "can"} sign in`,
      expected: isAsked ? refused() : success,
      ...beyond,
    },
    {
      ...scenario(clause, "after", way),
      sentence: "a user who has confirmed their address can sign in",
      ...beyond,
    },
  ];
}

/** Of a limit on `sign up` or `sign in`: by the first way of the document that counts as that. */
export function comingIn(
  act: string,
  { constants }: Model,
): Pick<Scenario, "entity" | "deed" | "by"> & { readonly beyond?: string } {
  const counting = act === "sign up" ? ownMethods.slice(0, 1) : ownMethods.filter((way) => way !== "anonymous");
  const way = counting.find((one) => constants.settings.signIn.some(({ kind }) => kind === one));
  return {
    entity: "user",
    deed: { kind: "sign in", way: way ?? "anonymous", isConfirmed: true },
    by: notSignedIn,
    ...(way === undefined ? { beyond: `no way in of the document that needs nobody else counts as ${act}` } : {}),
  };
}

const scenario = (clause: Clause, what: string, way: SignInMethod["kind"]) =>
  ({
    address: `${clause.address}#${what}`,
    clause: clause.address,
    entity: "user",
    deed: { kind: "sign in", way, isConfirmed: true },
    by: notSignedIn,
    where: [],
    expected: success,
  }) as const;

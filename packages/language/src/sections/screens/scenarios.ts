// For whom section 2 has its screens: every screen as each kind of user in the document, with rows and without.
import type { Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import type { Screen } from "./model.ts";

export type ScreenScenario = {
  /** Survives moving lines: the clause's address, and behind `#` as whom and with what. */
  readonly address: string;
  readonly clause: string;
  readonly sentence: string;
  /** By identifier. */
  readonly screen: string;
  readonly as: Onlooker;
  readonly rows: "none" | "some";
};

/** `signed in`: a user with an account and without a role. */
export type Onlooker =
  | { readonly kind: "visitor" }
  | { readonly kind: "signed in" }
  | { readonly kind: "role"; readonly role: string };

type Named = { readonly as: Onlooker; readonly label: string };

export function screenScenarios(model: Model, lookup: Lookup): readonly ScreenScenario[] {
  const everybody = onlookers(model);
  return model.screens.screens
    .filter((screen) => lookup.screens.get(screen.name.id) === screen && isSaid(screen))
    .flatMap((screen) => everybody.flatMap((one) => rowsOn(screen).map((rows) => scenario(screen, one, rows))));
}

const scenario = (screen: Screen, { as, label }: Named, rows: ScreenScenario["rows"]): ScreenScenario => ({
  address: `${screen.address}#${label}${rows === "none" ? ", empty" : ""}`,
  clause: screen.address,
  sentence: `${label} opens ${screen.name.label}${rows === "none" ? " where there are no rows" : ""}`,
  screen: screen.name.id,
  as,
  rows,
});

function onlookers({ permissions, constants }: Model): readonly Named[] {
  const visitor: Named = { as: { kind: "visitor" }, label: "A visitor who is not signed in" };
  if (constants.settings.signIn.length === 0) return [visitor];
  const roles = permissions.roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind !== "anyone"));
  return [
    visitor,
    { as: { kind: "signed in" }, label: "A user without a role" },
    ...roles
      .filter(({ givenBy }) => givenBy.every(({ kind }) => kind !== "signed in"))
      .map(({ name }): Named => ({ as: { kind: "role", role: name.id }, label: name.label })),
  ];
}

const isSaid = ({ kind, route, bodyNotShown, notShown }: Screen): boolean =>
  kind !== undefined && route !== undefined && !bodyNotShown && notShown.length === 0;

/** A row that is looked at is there; a form, a page and a component show the same without any. */
const rowsOn = ({ kind }: Screen): readonly ScreenScenario["rows"][] =>
  kind?.kind === "list" || kind?.kind === "board" ? ["some", "none"] : ["some"];

// Of a screen: what of it is not shown, whether anything is left without it, and whom it is for.
import type { Design } from "../plan/design.ts";
import type { Screen } from "../sections/screens/model.ts";
import type { WhoseScreen } from "./gaps.ts";

/** Without these a screen would show rows or ask for values that the author left out on purpose. */
export const needed: ReadonlySet<string> = new Set(["Where", "Show", "Columns", "Ask", "Preset", "Code", "Takes"]);

export const whomOf = (screen: Screen): readonly string[] => screen.for.map(({ id }) => id);

/** Whom each screen is for, also one without an address. */
export const whoseScreens = (design: Design): readonly WhoseScreen[] =>
  design.compiled.model.screens.screens.map((screen) => ({ address: screen.address, for: whomOf(screen) }));

export function gapsOfScreen(screen: Screen, design: Design): readonly string[] {
  const { lookup } = design.compiled;
  const { kind, address, bodyNotShown, notShown } = screen;
  const own = [...(bodyNotShown ? [address] : []), ...notShown.map((part) => `${address}/${part}`)];
  // Where the audience is unknown, no other gap is reported.
  if (notShown.includes("For")) return [`${address}/For`];
  const entity = kind && "entity" in kind ? lookup.entities.get(kind.entity.id) : undefined;
  return [...own, ...(entity?.bodyNotShown === true ? [entity.address] : [])];
}

/** What a board or calendar stands by has to be of some type. */
export const typeGaps = (entity: string, field: string, { compiled: { lookup } }: Design): readonly string[] => {
  const found = lookup.fields.get(entity)?.get(field);
  return found?.notShown.includes("Type") === true ? [`${found.address}/Type`] : [];
};

// What an address was shown from the last time: the page itself reads it before anything is loaded, the application writes it.

export type Remembered = {
  /** The user, "" for a visitor, and the text of the document: it does not hold for another user, or another text. */
  readonly person: string;
  readonly edition: string;
  /** The last first. */
  readonly screens: readonly FirstScreen[];
};

export type FirstScreen = {
  /** As the router writes it: `/tickets/$ticket`. */
  readonly form: string;
  readonly kind: string;
  /** Where it was, and what was asked for there. Answers are kept nowhere. */
  readonly path: string;
  readonly search: string;
  readonly asked: readonly string[];
};

const rememberedKey = "writ.first";
/** Where the part of the document is that is theirs: their id, the edition, the address. */
export const partKey = "writ.part";
export const sessionKey = "writ.session";
/** With a user's id behind it: what they work in, such as one of their organisations, by its name. */
export const scopeKey = "writ.scope.";

/** Empty where it is about another user, or damaged. */
export function readRemembered(storage: Storage, person: string, edition: string): readonly FirstScreen[] {
  try {
    const kept = JSON.parse(storage.getItem(rememberedKey) ?? "null") as Remembered | null;
    return kept?.person === person && kept.edition === edition ? kept.screens.filter(isScreen) : [];
  } catch {
    return [];
  }
}

/** Whatever the storage holds, only requests for rows and for the account are sent. */
const isAsked = (address: unknown): boolean =>
  typeof address === "string" && /^\/(?:rest\/v1\/[\w/]+(?:\?|$)|_\/product$)/.test(address);

const isScreen = (screen: FirstScreen): boolean =>
  [screen.form, screen.kind, screen.path, screen.search].every((text) => typeof text === "string") &&
  screen.asked.every(isAsked);

/** The address of the part of the document that was theirs the last time, of this text; no other script is named so. */
export function readPartAddress(storage: Storage, person: string, edition: string): string | undefined {
  const [whose, of, address = ""] = (storage.getItem(partKey) ?? "").split(" ");
  return whose === person && of === edition && /^\/_\/app\/product-[\w-]+\.js$/.test(address) ? address : undefined;
}

const mostScreens = 12;

export function remember(storage: Storage, person: string, edition: string, screen: FirstScreen): void {
  const others = readRemembered(storage, person, edition).filter(({ form }) => form !== screen.form);
  const kept: Remembered = { person, edition, screens: [screen, ...others].slice(0, mostScreens) };
  storage.setItem(rememberedKey, JSON.stringify(kept));
}

/** The next user learns nothing of where the last one was, or what they worked in. */
export function forgetPerson(storage: Storage): void {
  storage.removeItem(partKey);
  if (storage.getItem(rememberedKey)?.startsWith('{"person":""') === false) storage.removeItem(rememberedKey);
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(scopeKey)) storage.removeItem(key);
}

const stepsOf = (path: string): readonly string[] => path.split("/").filter(Boolean);

export function isOfForm(path: string, form: string): boolean {
  const [steps, wanted] = [stepsOf(path), stepsOf(form)];
  return steps.length === wanted.length && wanted.every((step, place) => step.startsWith("$") || step === steps[place]);
}

/** Every page requests the account. */
const isOfPerson = (address: string, person: string): boolean =>
  address === "/_/product" || (address.startsWith("/rest/v1/user?") && address.endsWith(`id=eq.${person}`));

/** What to ask at an address of this form: where it names other rows, only what names them by the address alone. */
export function preloadAt(
  { form, path: before, search: searched, asked }: FirstScreen,
  path: string,
  search: string,
  person: string,
): readonly string[] {
  if (path === before && search === searched) return asked;
  const [old, now] = [stepsOf(before), stepsOf(path)].map((steps) => steps.map(decodeURIComponent));
  const places =
    search === searched ? stepsOf(form).flatMap((step, place) => (step.startsWith("$") ? [place] : [])) : [];
  return asked.flatMap((address) => {
    if (isOfPerson(address, person)) return [address];
    const named = places.find((place) => valuesOf(address).includes(`eq.${old?.[place] ?? ""}`));
    if (named === undefined) return [];
    const [base = "", query = ""] = address.split("?");
    const parameters = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
      name,
      value === `eq.${old?.[named] ?? ""}` ? `eq.${now?.[named] ?? ""}` : value,
    ]);
    return [`${base}?${new URLSearchParams(parameters).toString()}`];
  });
}

const valuesOf = (address: string): readonly string[] => [...new URLSearchParams(address.split("?")[1] ?? "").values()];

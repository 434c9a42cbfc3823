// Addresses of screens: from a screen and rows to where it is.
import type { Application, ApplicationScreen } from "@writ/language/product";
import type { WireRow } from "../values/row.ts";

/** Below what no screen of a document has. */
export const accountAddresses = {
  signIn: "/_/sign-in",
  byMail: "/_/sign-in/mail",
  code: "/_/sign-in/code",
  factor: "/_/sign-in/factor",
  signUp: "/_/sign-up",
  confirm: "/_/confirm",
  recover: "/_/recover",
  recoverSent: "/_/recover/sent",
  newPassword: "/_/new-password",
  return: "/_/return",
  start: "/_/start",
  account: "/_/account",
  security: "/_/account/security",
  ownData: "/_/account/data",
  inbox: "/_/inbox",
  people: "/_/people",
  gaps: "/_/gaps",
} as const;

/** Those of a user who is in already stand where all screens do. */
const inShell: readonly string[] = [
  accountAddresses.start,
  accountAddresses.account,
  accountAddresses.security,
  accountAddresses.ownData,
  accountAddresses.inbox,
  accountAddresses.people,
];

export const isInShell = (path: string): boolean => inShell.includes(path);

/** The way in, which leads back to a place of the product. */
export const signInFrom = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  `${accountAddresses.signIn}?then=${encodeURIComponent(pathname + search)}`;

/** As the router writes a route: `/tickets/$ticket`. Two parameters of one name cannot be. */
export const patternOf = ({ route }: ApplicationScreen): string =>
  `/${route.map((step) => (step.kind === "fixed" ? step.text : `$${step.name}`)).join("/")}`;

export type Parameters = Readonly<Record<string, string>>;

/** Undefined where a parameter is unknown. `rows` by entity: the rows at this place, such as the row of a list. */
export function addressOf(
  screen: Pick<ApplicationScreen, "route">,
  rows: Readonly<Record<string, WireRow>>,
  current: Parameters = {},
): string | undefined {
  const steps: string[] = [];
  for (const step of screen.route) {
    if (step.kind === "fixed") {
      steps.push(step.text);
      continue;
    }
    const row = rows[step.entity];
    const value = row?.[step.field] ?? (row === undefined ? current[step.name] : undefined);
    // Of a step that is called so browsers make another address.
    if (value === undefined || value === null || /^\.{0,2}$/.test(String(value))) return undefined;
    steps.push(encodeURIComponent(String(value)));
  }
  return `/${steps.join("/")}`;
}

export const screenNamed = (id: string | undefined, application: Application): ApplicationScreen | undefined =>
  id === undefined ? undefined : application.screens.find((screen) => screen.id === id);

/** The screen that shows a row of an entity: the first detail that the reader may see, or the first place to edit it. */
export function detailOf(
  entity: string,
  application: Application,
  isOpen: (screen: ApplicationScreen) => boolean,
): ApplicationScreen | undefined {
  const of = (kind: string) =>
    application.screens.find(
      (screen) =>
        screen.entity === entity &&
        screen.kind === kind &&
        isOpen(screen) &&
        screen.route.some((step) => step.kind === "parameter" && step.entity === entity),
    );
  return of("detail") ?? of("edit");
}

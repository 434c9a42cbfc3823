// The reader: the account, its roles, and the part of the document that these may see. Asked for together.
import type { Session } from "@supabase/auth-js";
import type { Application } from "@writ/language/product";
import { forgetPerson, partKey, readPartAddress } from "../../preload/remembered.ts";
import type { Backend } from "../data/backend.ts";
import { refusalOf } from "../../words/refusal.ts";
import { dataOf } from "../data/rows.ts";
import { loadApplication } from "../page-settings.ts";
import type { UserRole, Person } from "../product/product.tsx";

/** The part of a text of the document that every reader gets. */
export type ShownToAll = { readonly application: Application; readonly edition: string };

export type Reader = {
  readonly application: Application;
  readonly person: Person | undefined;
  readonly roles: readonly UserRole[];
  readonly isHalfIn: boolean;
};

/** Begins to load what will draw an address, while it is still asked who is there. */
export type Preload = (path: string, application: Application) => void;

export const readerQuery = (backend: Backend, shown: ShownToAll, session: Session | null, preload?: Preload) => ({
  queryKey: [
    "standing",
    session?.user.id ?? null,
    session?.user.updated_at,
    session && levelOf(session),
    shown.edition,
  ],
  queryFn: async () => readStanding(backend, shown, session, preload),
  staleTime: 60_000,
});

async function readStanding(
  backend: Backend,
  shown: ShownToAll,
  session: Session | null,
  preload?: Preload,
): Promise<Reader> {
  // A user who has a second factor and has not shown it still counts as a visitor, on the server too.
  const tokens = await backend.accounts.session();
  const isHalfIn = tokens !== null && hasFactor(tokens) && levelOf(tokens) !== "aal2";
  if (session === null || isHalfIn) {
    const { application } = shown;
    forgetPerson(backend.storage);
    const roles = application.roles
      .filter(({ heldBy }) => heldBy === "anyone")
      .map(({ id }) => ({ role: id, within: null }));
    return { application, person: undefined, roles, isHalfIn };
  }
  const { id, email = "", is_anonymous: isVisitor = false } = session.user;
  const [{ application, roles }, people] = await Promise.all([
    readPart(backend, id, shown.edition, preload),
    shown.application.entities["user"] === undefined
      ? []
      : backend
          .from("user")
          .select("*")
          .eq("id", id)
          .then((answer) => dataOf<readonly Readonly<Record<string, unknown>>[]>(answer)),
  ]);
  return { application, person: { id, email, isVisitor, row: people[0] ?? { id, name: email } }, roles, isHalfIn };
}

const hasFactor = ({ user }: Session): boolean => user.factors?.some(({ status }) => status === "verified") === true;

/** How surely it is known who they are, as the token says. */
export function levelOf({ access_token: token }: Session): unknown {
  const [, payload = ""] = token.split(".");
  return (JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as Readonly<Record<string, unknown>>)[
    "aal"
  ];
}

/**
 * The part that was theirs the last time is loaded while the server is asked: mostly it still is, and then the first screen
 * waits for one answer alone.
 */
async function readPart(
  backend: Backend,
  person: string,
  edition: string,
  preload?: Preload,
): Promise<Pick<Reader, "application" | "roles">> {
  const kept = readPartAddress(backend.storage, person, edition);
  if (kept !== undefined && preload !== undefined)
    void loadApplication(kept).then(
      (application) => preload(location.pathname, application),
      () => undefined,
    );
  const answer = await backend.ask("/_/product").catch(() => undefined);
  const told = await answer?.json().catch(() => undefined);
  if (answer?.ok !== true) throw refusalOf(told ?? { message: "" }, answer?.status ?? 0);
  backend.storage.setItem(partKey, `${person} ${told.edition} ${told.module}`);
  return { application: await loadApplication(told.module), roles: told.roles };
}

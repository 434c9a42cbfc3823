// Stands in the page itself and runs before anything is loaded: asks for what this address was shown from the last time.
import { preloadAt, isOfForm, readPartAddress, readRemembered, sessionKey } from "./remembered.ts";

/** Written by the build: scripts and styles of each kind of screen, and of some addresses, beyond what every page loads. */
declare const filesOf: Readonly<Record<string, readonly string[]>>;

const told = JSON.parse(document.getElementById("writ")?.textContent ?? "null") as {
  readonly key: string;
  readonly edition: string;
  readonly writing?: string;
};

const link = (address: string): void => {
  const made = document.createElement("link");
  made.href = address;
  made.rel = address.endsWith(".css") ? "preload" : "modulepreload";
  if (address.endsWith(".css")) made.as = "style";
  made.crossOrigin = "";
  document.head.append(made);
};

const load = (name: string): void => filesOf[name]?.forEach(link);

function begin(): void {
  const { pathname: path, search } = location;
  load(path);
  const session = JSON.parse(localStorage.getItem(sessionKey) ?? "null") as {
    readonly access_token: string;
    readonly expires_at: number;
    readonly user: { readonly id: string };
  } | null;
  // What has ended is renewed before anything is asked.
  if (session !== null && session.expires_at * 1000 - Date.now() < 90_000) return;
  const person = session?.user.id ?? "";
  const part = readPartAddress(localStorage, person, told.edition);
  if (part !== undefined) link(part);
  const screen = readRemembered(localStorage, person, told.edition).find(({ form }) => isOfForm(path, form));
  if (screen === undefined) return;
  load(screen.kind);
  const token = session?.access_token ?? told.key;
  const headers = { accept: "application/json", apikey: told.key, authorization: `Bearer ${token}` };
  const answers = preloadAt(screen, path, search, person).map(
    (address) =>
      [
        address,
        fetch(address, { headers }).then(
          (answer) => (answer.ok ? answer : undefined),
          () => undefined,
        ),
      ] as const,
  );
  Object.assign(globalThis, { writPreload: { token, answers: new Map(answers) } });
}

/** Shows below the application's name that it could not load, in the words of every page. */
function tellStanding(): void {
  const first = document.getElementById("first");
  if (first === null || first.querySelector("a") !== null) return;
  const again = Object.assign(document.createElement("a"), { href: "", textContent: "Reload" });
  const words = document.createElement("p");
  words.role = "alert";
  words.append("This could not be loaded yet. Check your connection. ", again);
  first.append(words);
}
addEventListener(
  "error",
  ({ target }) => {
    // The error of a script that did not load is dispatched at its element alone.
    if (!(target instanceof HTMLLinkElement)) tellStanding();
    // Without its styles the page is there, and unreadable. A file that is only preloaded may fail.
    else if (target.rel === "stylesheet" && target.parentElement === document.body)
      setTimeout(() => target.replaceWith(target.cloneNode()), 2000);
  },
  true,
);
setTimeout(tellStanding, 15_000);

/**
 * The first formatter of a page takes as long as drawing a screen, whichever it is: what Intl knows of dates is read then.
 * Until the scripts have come, no one waits for it.
 */
setTimeout(() => new Intl.DateTimeFormat("en", { dateStyle: "medium" }));

// While a user writes the document, tabs have sessions of their own. The application repeats later what fails here.
try {
  if (told.writing === undefined) begin();
} catch {}

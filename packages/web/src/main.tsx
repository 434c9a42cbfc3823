// The first thing that the page runs: the document, the client of the backend, the application around both.
import { startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Broken } from "./kit/broken.tsx";
import { loadTypeface } from "./kit/font.ts";
import { keepInTab } from "./kit/keep-in-tab.ts";
import { createBackend } from "./runtime/data/backend.ts";
import { queries } from "./runtime/data/queries.ts";
import { followWhenShown, whenShown } from "./runtime/data/live.ts";
import { App } from "./runtime/app.tsx";
import { accountAddresses } from "./runtime/product/addresses.ts";
import { readerQuery, type ShownToAll } from "./runtime/session/reader.ts";
import { loadApplication, readPageSettings } from "./runtime/page-settings.ts";

keepInTab();
const told = readPageSettings();
/** Where links of the console and the terminal lead, and what the session of a tab of its own is called. */
const asAddress = "/_/as";
const tabKey = "writ.tab";
// Where a dialog keeps the page from scrolling, the style for it needs the page's number; this is where it is looked for.
Object.assign(globalThis, { __webpack_nonce__: told.nonce });
const loading = loadApplication(told.module);
// While the document is written, a link signs one tab in as one of the people to try it as.
const isWritten = told.writing !== undefined;
if (isWritten && location.pathname === asAddress) sessionStorage.setItem(tabKey, `${tabKey}.${crypto.randomUUID()}`);
const tab = isWritten ? sessionStorage.getItem(tabKey) : null;
const backend = createBackend(
  location.origin,
  told.key,
  async () => (await loading).signIn.some(({ kind }) => kind === "anonymous"),
  tab ?? undefined,
);
if (isWritten && location.pathname === asAddress) await (await import("./writing/become.ts")).become(backend);
// The part behind `#` of a link from a mail is for one page, wherever the link leads.
if (/^#(?:access_token|error|message)=/.test(location.hash) && !location.pathname.startsWith("/_/"))
  history.replaceState(
    null,
    "",
    `${accountAddresses.return}?then=${encodeURIComponent(location.pathname)}${location.hash}`,
  );
followWhenShown(backend, queries);
// Some pages show no rows.
loadTypeface((then) => {
  const waiting = setTimeout(then, 2000);
  whenShown(queries, 300, () => (clearTimeout(waiting), then()));
});
const element = document.getElementById("root");
if (element !== null) {
  const root = createRoot(element);
  const show = (shown: ShownToAll) => root.render(<App shown={shown} backend={backend} nonce={told.nonce} />);
  await loading.then(
    // In pieces, between which a finger is answered.
    (application) => startTransition(() => show({ application, edition: told.edition })),
    (failure: unknown) => {
      document.getElementById("first")?.remove();
      root.render(<Broken error={failure} />);
    },
  );
  if (isWritten)
    void import("./writing/follow.tsx").then(({ follow }) =>
      follow({
        told,
        load: async ({ module, edition }) => {
          const shown = { application: await loadApplication(module), edition };
          // A user who is signed in gets their part before anything is drawn by it.
          await queries.fetchQuery(readerQuery(backend, shown, await backend.accounts.session()));
          return shown;
        },
        show: (shown) => flushSync(() => show(shown)),
        askAgain: async () => queries.invalidateQueries(),
        rootIn: createRoot,
      }),
    );
}

// The first thing that the page runs: the document, the client of the backend, the application around both.
import "@fontsource-variable/inter/wght.css";
import "./kit/mantine.css";
import "./kit/styles.css";
import { createRoot } from "react-dom/client";
import { openBackend } from "./runtime/data/backend.ts";
import { App } from "./runtime/app.tsx";
import { accountAddresses } from "./runtime/routing/addresses.ts";
import { loadApplication, readTold } from "./runtime/told.ts";

const told = readTold();
// Where a dialog keeps the page from scrolling, the style for it needs the page's number; this is where it is looked for.
Object.assign(globalThis, { __webpack_nonce__: told.nonce });
const loading = loadApplication(told);
const backend = openBackend(location.origin, told.key, async () =>
  (await loading).signIn.some(({ kind }) => kind === "anonymous"),
);
// Whatever a link from a mail says behind `#` is for one page, wherever the link leads.
if (/^#(?:access_token|error|message)=/.test(location.hash) && !location.pathname.startsWith("/_/"))
  history.replaceState(
    null,
    "",
    `${accountAddresses.return}?then=${encodeURIComponent(location.pathname)}${location.hash}`,
  );
const application = await loading;
const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App application={application} backend={backend} nonce={told.nonce} />);

// While the document is written: each version of it takes the place of the one before in the open page, which keeps its
// place, and what keeps an edit from being served is said over it. Loaded by pages that the server tells to.
import type { WritingView } from "@writ/server/response-types";
import type { Root } from "react-dom/client";
import type { ShownToAll } from "../runtime/session/reader.ts";
import { listen } from "./listen.ts";
import { Overlay } from "./overlay.tsx";

/** A page reloads once for this, not again: the server may say something else than it serves. */
const reloadedFor = "writ.reloaded";

/** The page as it is. It is given and not imported: what is loaded first would come in more pieces otherwise. */
export type Followed = {
  readonly told: {
    readonly edition: string;
    readonly page: string;
    readonly style: string;
    readonly writing?: string;
  };
  /** All that is needed to show it to a user who is there. */
  readonly load: (told: Pick<WritingView, "module" | "edition">) => Promise<ShownToAll>;
  /** At once. */
  readonly show: (shown: ShownToAll) => void;
  /** Asks again for what the page shows; ends when it is there. */
  readonly askAgain: () => Promise<void>;
  readonly rootIn: (element: HTMLElement) => Root;
};

/** Another theme is put on in place: no one loses what they are typing. `worn`: all that were put on before it. */
function dress(worn: ReadonlySet<string>, style: string, icon: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", icon === "" ? "data:," : icon);
  // Also such as had not come when the next one was put on.
  const takeOff = (but?: HTMLLinkElement) => {
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"]'))
      if (sheet !== but && worn.has(sheet.getAttribute("href") ?? "")) sheet.remove();
  };
  if (style === "") return takeOff();
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = style;
  // Those before stay on until this one is there.
  sheet.addEventListener("load", () => takeOff(sheet));
  document.getElementById("root")?.before(sheet);
}

export function follow({ told, load, show, askAgain, rootIn }: Followed): void {
  const place = document.createElement("div");
  document.body.append(place);
  const overlay = rootIn(place);
  let shown = told.edition;
  let { style: present } = told;
  const worn = new Set<string>();
  const heard = ({ version, module, edition, page, style, icon, unserved }: WritingView) => {
    if (page !== told.page && sessionStorage.getItem(reloadedFor) !== page) {
      sessionStorage.setItem(reloadedFor, page);
      location.reload();
      return;
    }
    if (style !== present) {
      worn.add(present);
      dress(worn, style, icon);
      present = style;
    }
    overlay.render(<Overlay version={version} unserved={unserved} />);
    if (edition === shown) return;
    shown = edition;
    void replace({ module, edition });
  };
  const replace = async (next: Pick<WritingView, "module" | "edition">) => {
    const loaded = await load(next).catch(() => undefined);
    // What came in the meantime is newer.
    if (shown !== next.edition) return;
    if (loaded === undefined) {
      shown = "";
      return;
    }
    show(loaded);
    // Rows have other columns now, people other roles.
    await askAgain();
  };
  listen<WritingView>(told.writing ?? "", "told", heard);
}

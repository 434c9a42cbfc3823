// What stands around every screen: the product's name, its menu, the account; a bar at the bottom on a phone.
import {
  IconCalendar,
  IconChartBar,
  IconDots,
  IconFileText,
  IconLayoutKanban,
  IconList,
  IconPlus,
  IconSearch,
  IconSquareDashed,
  IconTable,
} from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useRef, useState, type ReactNode } from "react";
import { useKeepFocus } from "../../kit/keep-focus.ts";
import { lazy } from "../../kit/lazy.ts";
import { signInFrom } from "../product/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import { useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { menuOf, type MenuEntry } from "../session/menu.ts";
import { useScope } from "../session/scope.ts";
import { Account } from "./account.tsx";
import { Keys } from "./keys.tsx";
import { Offline } from "./offline.tsx";
import classes from "./shell.module.css";

const { Later: ScopeSwitcher } = lazy(async () => (await import("./scope-switcher.tsx")).ScopeSwitcher);

const { Later: Bell } = lazy(async () => (await import("./bell.tsx")).Bell);

export const screenIcon = {
  list: IconList,
  detail: IconFileText,
  new: IconPlus,
  edit: IconFileText,
  board: IconLayoutKanban,
  calendar: IconCalendar,
  dashboard: IconChartBar,
  page: IconFileText,
  component: IconTable,
  "not shown": IconSquareDashed,
} as const;

function useMenu(): readonly MenuEntry[] {
  const product = useProduct();
  return menuOf(product, useScope(product), useRouteParameters());
}

/** A user who looks around without an account comes back to what they have looked at. */
function SignInLink() {
  const { say } = useProduct();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <AppLink to={signInFrom({ pathname, search })} className={classes["sign-in"] ?? ""}>
      {say("signIn")}
    </AppLink>
  );
}

/** So many fit beside each other on a phone; the last of them leads to all others. */
const places = 5;

export function Shell({ children }: { readonly children: ReactNode }) {
  const { application, person, say, word } = useProduct();
  const menu = useMenu();
  const [isSearching, setIsSearching] = useState(false);
  const content = useRef<HTMLElement>(null);
  useKeepFocus(content);
  const entry = ({ screen, address }: MenuEntry) => {
    const Icon = screenIcon[screen.kind];
    return (
      <li key={screen.id}>
        <AppLink to={address} className={classes["entry"] ?? ""}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
          <span className="clip">{word(screen.label)}</span>
        </AppLink>
      </li>
    );
  };
  return (
    <div className={classes["shell"]}>
      <a className="skip" href="#content">
        {say("skip")}
      </a>
      <header className={classes["side"]}>
        <AppLink to="/" className={`${classes["name"]} product-name`}>
          {application.title}
        </AppLink>
        {person !== undefined && application.scopes.length > 0 && (
          <div className={classes["scope"]}>
            <ScopeSwitcher />
          </div>
        )}
        <button type="button" className={classes["find"]} onClick={() => setIsSearching(true)}>
          <IconSearch size={16} stroke={1.6} aria-hidden="true" />
          <span>{say("searchOrGo")}</span>
          <kbd>Ctrl K</kbd>
        </button>
        {person !== undefined && application.inbox && (
          <div className={classes["bell"]}>
            <Bell />
          </div>
        )}
        <nav aria-label={say("menu")} className={classes["menu"]}>
          <ul>{menu.map(entry)}</ul>
        </nav>
        {person === undefined && application.signIn.length > 0 && <SignInLink />}
        <div className={classes["account"]}>
          <Account />
        </div>
      </header>
      <main id="content" tabIndex={-1} ref={content} className={classes["content"]}>
        <Offline />
        {children}
      </main>
      {menu.length > 1 && (
        <nav aria-label={say("menu")} className={classes["bottom"]}>
          <ul>
            {menu.slice(0, menu.length > places ? places - 1 : places).map(entry)}
            {menu.length > places && (
              <li>
                <button type="button" className={classes["entry"]} onClick={() => setIsSearching(true)}>
                  <IconDots size={18} stroke={1.6} aria-hidden="true" />
                  <span>{say("more")}</span>
                </button>
              </li>
            )}
          </ul>
        </nav>
      )}
      <Keys isSearching={isSearching} setIsSearching={setIsSearching} menu={menu} />
    </div>
  );
}

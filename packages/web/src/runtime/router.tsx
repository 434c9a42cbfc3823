// The ways around: a route for each screen of the document, and those that every product with accounts has.
import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  RouterProvider,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import type { Application, ApplicationScreen } from "@writ/language/product";
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Away } from "../kit/failure.tsx";
import { lazy } from "../kit/lazy.ts";
import { FirstSkeleton, PageSkeleton } from "../kit/skeletons.tsx";
import { Broken } from "../kit/broken.tsx";
import { useProduct } from "./product/product.tsx";
import { Shell } from "./shell/shell.tsx";
import { GapsPage } from "./gaps/gaps-page.tsx";
import { loadScreen, loadWhenIdle } from "./screens/kinds.ts";
import { NoSuchPage } from "./gaps/no-such-page.tsx";
import { ScreenGate } from "./screens/screen-gate.tsx";
import { accountAddresses, isInShell, patternOf, screenNamed, signInFrom } from "./product/addresses.ts";
import { useGo } from "./routing/use-go.ts";
import { keepable } from "./values/keepable.ts";

const accountPages = lazy(async () => {
  const pages = await import("./account-pages.tsx");
  await pages.loadPageAt(location.pathname);
  return pages.AccountPages;
});

function AccountPage() {
  const { application, say } = useProduct();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const away = (again: () => void) => <Away onRetry={again} />;
  if (!isInShell(path))
    return (
      <accountPages.Later instead={<FirstSkeleton title={application.title} label={say("loading")} />} away={away} />
    );
  const instead = (
    <Shell>
      <PageSkeleton label={say("loading")} />
    </Shell>
  );
  return <accountPages.Later instead={instead} away={(again) => <Shell>{away(again)}</Shell>} />;
}

export function ProductRouter() {
  const { application } = useProduct();
  const { screens } = application;
  const [routes] = useState(() => new ScreenRoutes());
  const [router] = useState(() => routerFor(routes.treeOf(application)));
  const places = screens.map((screen) => `${screen.id} ${patternOf(screen)}`).join();
  const known = useRef(places);
  // Before a user who has just signed in is led on: the router did not know the address where they go before.
  useLayoutEffect(() => {
    if (places === known.current) return;
    known.current = places;
    router.update({ ...router.options, routeTree: routes.treeOf(application) });
    void router.invalidate();
  }, [places, application, router, routes]);
  return <RouterProvider router={router} />;
}

/** The addresses of a document, and of the documents that it has been before while the page was open. */
class ScreenRoutes {
  /** One for each screen, whatever becomes of the document: another one would forget what was typed into it. */
  readonly #components = new Map<string, () => ReactNode>();
  /** By their form, which screen is there. One that is gone, with a role or an edit, may be what is being looked at. */
  readonly #forms = new Map<string, ApplicationScreen>();

  /** Made anew with its root: the router knows a tree by it. */
  treeOf(application: Application) {
    const root = createRootRoute({ component: Frame, notFoundComponent: Unknown });
    const own = [
      createRoute({
        getParentRoute: () => root,
        path: "/_/$",
        component: AccountPage,
        loader: () => void accountPages.load(),
      }),
      createRoute({ getParentRoute: () => root, path: accountAddresses.gaps, component: AllGaps }),
    ];
    for (const screen of application.screens) this.#forms.set(patternOf(screen).replace(/\$[^/]+/g, "$"), screen);
    const documented = [...this.#forms.values()].map((screen) =>
      createRoute({
        getParentRoute: () => root,
        path: patternOf(screen),
        component: this.#componentOf(screen.id),
        // Beside its rows, and as soon as a user is about to go there.
        loader: () => loadScreen(screen, application),
      }),
    );
    return root.addChildren([...own, ...documented]);
  }

  #componentOf(id: string): () => ReactNode {
    const component =
      this.#components.get(id) ??
      (() => {
        const { application } = useProduct();
        const screen = screenNamed(id, application);
        return screen === undefined ? <Unknown /> : <ScreenGate key={id} screen={screen} />;
      });
    this.#components.set(id, component);
    return component;
  }
}

const routerFor = (routeTree: ReturnType<ScreenRoutes["treeOf"]>) =>
  createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultErrorComponent: Broken,
    scrollRestoration: true,
    // Values in an address stay texts, in the usual form of a query string.
    parseSearch: (text) =>
      Object.fromEntries([...new URLSearchParams(text)].map(([key, value]) => [key, keepable(value)])),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([key, value]) =>
          value === undefined || value === "" ? [] : [[key, keepable(String(value))]],
        ),
      ).toString();
      return text === "" ? "" : `?${text}`;
    },
  });

/** A visitor does not learn which addresses exist: any other may exist for a user who is signed in. */
function Unknown() {
  const { application, person, say } = useProduct();
  const go = useGo();
  const mustSignIn = person === undefined && application.signIn.length > 0;
  useEffect(() => {
    if (mustSignIn) void go(signInFrom(location), { replace: true });
  }, [mustSignIn, go]);
  return mustSignIn ? <PageSkeleton label={say("loading")} /> : <NoSuchPage />;
}

function AllGaps() {
  const { application } = useProduct();
  return <Shell>{application.gaps.length > 0 ? <GapsPage /> : <NoSuchPage />}</Shell>;
}

function Frame() {
  const { application, isHalfIn, say } = useProduct();
  // The router draws at once whatever it has found; the first screen is drawn in pieces, between which a finger is answered.
  const isFound = useDeferredValue(true, false);
  useEffect(() => (isFound ? loadWhenIdle(application) : undefined), [isFound, application]);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const router = useRouter();
  // As people write addresses of folders; what is open is known by the one address that it has.
  useEffect(() => {
    const tidy = () => {
      const plain = location.pathname.replace(/(?<=.)\/+$/, "");
      if (plain !== location.pathname) router.history.replace(plain + location.search + location.hash);
    };
    tidy();
    return router.subscribe("onResolved", tidy);
  }, [router]);
  if (!isFound) return <FirstSkeleton title={application.title} label={say("loading")} />;
  if (path.startsWith("/_/")) return <Outlet />;
  if (isHalfIn) return <Navigate to={accountAddresses.factor} search={{ then: path + search } as never} replace />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

// The ways around: a route for each screen of the document, and those that every product with accounts has.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  RouterProvider,
  useRouterState,
} from "@tanstack/react-router";
import type { ApplicationScreen } from "@writ/language/product";
import { useState } from "react";
import { useProduct } from "../session/product.tsx";
import { Shell } from "../shell/shell.tsx";
import { Gaps } from "../screens/gaps.tsx";
import { NoSuchPage } from "../screens/no-such-page.tsx";
import { ScreenGate } from "../screens/screen-gate.tsx";
import { accountAddresses, patternOf } from "./addresses.ts";

const accountPages = lazyRouteComponent(() => import("../account/pages.tsx"), "AccountPages");

export function ProductRouter() {
  const { application } = useProduct();
  const [router] = useState(() => routerFor(application.screens));
  return <RouterProvider router={router} />;
}

function routerFor(screens: readonly ApplicationScreen[]) {
  const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage });
  const own = [
    createRoute({ getParentRoute: () => root, path: "/_/$", component: accountPages }),
    createRoute({ getParentRoute: () => root, path: accountAddresses.gaps, component: AllGaps }),
  ];
  const documented = screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: patternOf(screen),
      component: () => <ScreenGate key={screen.id} screen={screen} />,
    }),
  );
  return createRouter({
    routeTree: root.addChildren([...own, ...documented]),
    defaultPreload: "intent",
    scrollRestoration: true,
    // An address says what it says: values are texts, in the form in which everybody writes addresses.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([key, value]) =>
          value === undefined || value === "" ? [] : [[key, String(value)]],
        ),
      ).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}

function AllGaps() {
  const { application } = useProduct();
  return (
    <Shell>
      <Gaps application={application} />
    </Shell>
  );
}

function Frame() {
  const { isHalfIn } = useProduct();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (path.startsWith("/_/")) return <Outlet />;
  if (isHalfIn) return <Navigate to={accountAddresses.factor} search={{ then: path } as never} replace />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

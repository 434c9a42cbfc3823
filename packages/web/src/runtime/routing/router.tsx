// The ways around: a route for each screen of the document, and those that every product with accounts has.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  useRouterState,
} from "@tanstack/react-router";
import type { ApplicationScreen } from "@writ/language/product";
import { useMemo, useState } from "react";
import { useProduct } from "../session/product.tsx";
import { Shell } from "../shell/shell.tsx";
import { Gaps } from "../screens/gaps.tsx";
import { NoSuchPage } from "../screens/no-such-page.tsx";
import { ScreenGate } from "../screens/screen-gate.tsx";
import { accountAddresses, patternOf } from "./addresses.ts";

const signInPage = lazyRouteComponent(() => import("../account/sign-in.tsx"), "SignIn");
const signUpPage = lazyRouteComponent(() => import("../account/sign-up.tsx"), "SignUp");

export function ProductRouter() {
  const { application } = useProduct();
  const [router] = useState(() => routerFor(application.screens));
  return <RouterProvider router={router} />;
}

function routerFor(screens: readonly ApplicationScreen[]) {
  const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage });
  const own = [
    createRoute({ getParentRoute: () => root, path: accountAddresses.signIn, component: signInPage }),
    createRoute({ getParentRoute: () => root, path: accountAddresses.signUp, component: signUpPage }),
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
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isAccount = useMemo(() => path.startsWith("/_/"), [path]);
  if (isAccount) return <Outlet />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

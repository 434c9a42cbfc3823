// Everything that stands around the screens: looks, answers that are kept for a while, who is there, the way around.
import { MantineProvider } from "@mantine/core";
import type { Backend } from "./data/backend.ts";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Application } from "@writ/language/product";
import { Suspense } from "react";
import { Notices } from "../kit/notices.tsx";
import { theme, variables } from "../kit/theme.ts";
import { fresh } from "./data/watch.ts";
import { Refusal } from "./data/refusal.ts";
import { Gaps } from "./screens/gaps.tsx";
import { ProductRouter } from "./routing/router.tsx";
import { SessionProvider } from "./session/session.tsx";

type AppProps = { readonly application: Application; readonly backend: Backend; readonly nonce: string };

const queries = new QueryClient({
  queryCache: new QueryCache(),
  mutationCache: new MutationCache(),
  defaultOptions: {
    queries: {
      staleTime: fresh,
      // What was refused stays refused; a connection that broke is tried again.
      retry: (count, failure) =>
        count < 2 && !(failure instanceof Refusal && failure.status >= 400 && failure.status < 500),
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

export function App({ application, backend, nonce }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        {application.screens.length === 0 && application.signIn.length === 0 ? (
          <Gaps application={application} />
        ) : (
          <Suspense>
            <SessionProvider application={application} backend={backend}>
              <ProductRouter />
            </SessionProvider>
          </Suspense>
        )}
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}

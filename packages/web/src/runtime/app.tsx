// Everything that stands around the screens: looks, answers that are kept for a while, who is there, the way around.
import { MantineProvider } from "@mantine/core";
import type { Backend } from "./data/backend.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import type { Application } from "@writ/language/product";
import { Suspense } from "react";
import { Notices } from "../kit/notices.tsx";
import { theme, variables } from "../kit/theme.ts";
import { queries } from "./data/queries.ts";
import { Gaps } from "./screens/gaps.tsx";
import { ProductRouter } from "./routing/router.tsx";
import { SessionProvider } from "./session/session.tsx";

type AppProps = { readonly application: Application; readonly backend: Backend; readonly nonce: string };

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

// Everything that stands around the screens: looks, answers that are kept for a while, who is there, the way around.
import "../kit/mantine.css";
import "../kit/styles.css";
import { MantineProvider } from "@mantine/core";
import type { Backend } from "./data/backend.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useLayoutEffect } from "react";
import { Contained } from "../kit/broken.tsx";
import { Notices } from "../kit/notices.tsx";
import { SlowProvider } from "../kit/skeletons.tsx";
import { theme, variables } from "../kit/theme.ts";
import { queries } from "./data/queries.ts";
import { Gaps } from "./gaps/gaps-page.tsx";
import { ProductRouter } from "./router.tsx";
import { loadScreenAt } from "./screens/kinds.ts";
import { SessionProvider } from "./session/session.tsx";
import type { ShownToAll } from "./session/reader.ts";

type AppProps = { readonly shown: ShownToAll; readonly backend: Backend; readonly nonce: string };

export function App({ shown, backend, nonce }: AppProps) {
  const { application } = shown;
  // What the page showed before there was anything to run stands before the style sheets, and this behind them.
  useLayoutEffect(() => document.getElementById("first")?.remove(), []);
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
          <Contained>
            <SlowProvider>
              <Suspense>
                <SessionProvider shown={shown} backend={backend} preload={loadScreenAt}>
                  <ProductRouter />
                </SessionProvider>
              </Suspense>
            </SlowProvider>
          </Contained>
        )}
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}

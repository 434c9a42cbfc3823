// The first thing that the console's page runs: styles, the settings of the page, the console.
import "@fontsource-variable/inter/wght.css";
import "../kit/mantine.css";
import "../kit/styles.css";
import { MantineProvider } from "@mantine/core";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { SlowProvider } from "../kit/skeletons.tsx";
import { theme, variables } from "../kit/theme.ts";
import { Refused } from "./api.ts";
import { Enter } from "./enter.tsx";
import { settings } from "./settings.ts";
import { Shell } from "./shell.tsx";

// Where a dialog keeps the page from scrolling, the style for it needs the page's number; this is where it is looked for.
Object.assign(globalThis, { __webpack_nonce__: settings.nonce });
const isSignedOut = (failure: unknown) => failure instanceof Refused && failure.status === 401;
// Whoever is out by now is told so at once, and not when the page is loaded again.
const onError = (failure: unknown) => {
  if (isSignedOut(failure)) void queries.invalidateQueries({ queryKey: ["state"] });
};
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (failure, { queryKey }) => {
      if (queryKey[0] !== "state" && queryKey[0] !== "enter") onError(failure);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: (count, failure) => count < 2 && !isSignedOut(failure), staleTime: 1000 } },
});

function Console() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => settings.nonce}
    >
      <QueryClientProvider client={queries}>
        <SlowProvider>
          {settings.user === undefined ? <Enter {...settings} /> : <Shell {...settings} user={settings.user} />}
        </SlowProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Console />);

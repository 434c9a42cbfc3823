// The first thing that the console's page runs: styles, the settings of the page, the console.
import "@fontsource-variable/inter/wght.css";
import "../kit/mantine.css";
import "../kit/styles.css";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { SlowProvider } from "../kit/skeletons.tsx";
import { theme, variables } from "../kit/theme.ts";
import { Refused } from "./api.ts";
import { Enter } from "./enter.tsx";
import { Shell } from "./shell.tsx";

type Told = { readonly nonce: string; readonly development: boolean; readonly isIn: boolean };

const told = JSON.parse(document.getElementById("writ")?.textContent ?? "{}") as Told;
// Where a dialog keeps the page from scrolling, the style for it needs the page's number; this is where it is looked for.
Object.assign(globalThis, { __webpack_nonce__: told.nonce });
const isSignedOut = (failure: unknown) => failure instanceof Refused && failure.status === 401;
const queries = new QueryClient({
  defaultOptions: { queries: { retry: (count, failure) => count < 2 && !isSignedOut(failure), staleTime: 1000 } },
});

function Console() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => told.nonce}
    >
      <QueryClientProvider client={queries}>
        <SlowProvider>
          {told.isIn ? <Shell development={told.development} /> : <Enter development={told.development} />}
        </SlowProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Console />);

// What a product is served with, in whichever process: its pages, the console, and words for a port that cannot be used.
import type { Edition, ServeOptions } from "@writ/server/serve";
import type { Compiled } from "@writ/language";
import { showDocument } from "../document/show-document.ts";

type Shown = Awaited<ReturnType<typeof showDocument>>;
type Pages = NonNullable<ServeOptions["pages"]>;

/** `failures`: what cannot be shown of it now. `presented`: called with what is shown, now and after each edit. */
export async function pagesFor(
  { compiled, file }: Edition,
  {
    development,
    prepare = async () => [],
    presented = () => undefined,
  }: {
    readonly development: boolean;
    /** Before each; returns what is missing, in words. */
    readonly prepare?: (of: Compiled) => Promise<readonly string[]>;
    readonly presented?: (shown: Shown) => void;
  },
): Promise<{ readonly pages: Pages; readonly failures: readonly string[] }> {
  const { applicationFolder } = await import("@writ/web/application");
  const present = async (of: Compiled): Promise<Shown> => {
    const missing = await prepare(of);
    const made = await showDocument(of, file, development);
    const shown = { ...made, failures: [...missing, ...made.failures] };
    presented(shown);
    return shown;
  };
  const first = await present(compiled);
  return { pages: { ...first, folder: applicationFolder, present }, failures: first.failures };
}

export async function consoleFor(): Promise<NonNullable<ServeOptions["console"]>> {
  const { consoleFolder } = await import("@writ/web/application");
  return { folder: consoleFolder };
}

export function portFailure(failure: unknown, port: number): string | undefined {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "EADDRINUSE") return `writ: port ${port} is in use. --port 0 selects a free one.`;
  if (code === "EACCES") return `writ: this user may not use port ${port}. Choose a port above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "writ: this machine does not have the address in WRIT_HOST.";
  return undefined;
}

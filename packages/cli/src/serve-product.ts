// What `run` and `start` share: a product at an address, until somebody stops it.
import type { Database } from "@writ/server/postgres";
import type { Running, ServeOptions } from "@writ/server/serve";
import type { Console, ExitCode } from "./console.ts";

export type Shown = {
  readonly title: string;
  /** For machines: one line when everything answers. */
  readonly json: boolean;
};

export async function serveUntilStopped(
  database: Database,
  options: ServeOptions,
  { title, json }: Shown,
  console: Console,
  /** What goes on while it is served, and how that ends. */
  meanwhile: (running: Running) => (() => Promise<void>) | undefined = () => undefined,
): Promise<ExitCode> {
  const { serveProduct } = await import("@writ/server/serve");
  const running = await serveProduct(database, options).catch((failure: unknown) => {
    const words = portFailure(failure, options.port);
    if (words === undefined) throw failure;
    console.error(`${words}\n`);
    return undefined;
  });
  if (running === undefined) return 2;
  const { url, anonKey, serviceKey } = running;
  if (json) console.out(`${JSON.stringify({ url, anonKey, serviceKey, databaseUrl: database.url })}\n`);
  else
    console.out(
      `${title} runs at ${url}\n\n  anon key     ${anonKey}\n  service key  ${serviceKey}\n\nCtrl-C stops it.\n`,
    );
  const end = meanwhile(running);
  await console.untilStopped();
  await end?.();
  await running.stop();
  return 0;
}

function portFailure(failure: unknown, port: number): string | undefined {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "EADDRINUSE") return `writ: port ${port} is taken. --port 0 takes a free one.`;
  if (code === "EACCES") return `writ: port ${port} may not be used by this user. Take one above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "writ: this machine has no such address to listen on: WRIT_HOST.";
  return undefined;
}

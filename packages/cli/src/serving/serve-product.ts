// What `run` and `start` share: a product at an address, until a user stops it.
import type { Database } from "@writ/server/postgres";
import type { Edition, PreviewPerson, Running, ServeOptions } from "@writ/server/serve";
import type { Compiled } from "@writ/language";
import type { Console, ExitCode } from "../terminal/console.ts";
import { proveInProcess } from "../proving/prove-in-process.ts";
import { showDocument } from "../document/show-document.ts";
import { visible } from "../terminal/visible.ts";

export type Shown = {
  readonly document: Edition;
  /** For machines: one line when everything answers. */
  readonly json: boolean;
  /** While a user develops: whom they may try it as. */
  readonly people?: (running: Running) => Promise<readonly PreviewPerson[]>;
  /** Called with the files that components are made of, each time that they were made. */
  readonly components?: (sources: readonly string[]) => void;
};

export async function serveUntilStopped(
  database: Database,
  options: ServeOptions,
  { document, json, people: listed, components }: Shown,
  console: Console,
  /** What goes on while it is served, and how that ends. */
  meanwhile: (running: Running, tellLacking: () => void) => (() => Promise<void>) | undefined = () => undefined,
): Promise<ExitCode> {
  const [{ serveProduct }, { applicationFolder, consoleFolder, isBuilt }] = await Promise.all([
    import("@writ/server/serve"),
    import("@writ/web/building"),
  ]);
  const { compiled, file } = document;
  const { title } = compiled.model;
  const development = options.development ?? false;
  const present = async (of: Compiled) => {
    const shown = await showDocument(of, file, development);
    for (const failure of shown.failures) console.error(`writ: ${failure.split("\n").map(visible).join("\n")}\n`);
    components?.(shown.sources);
    return shown;
  };
  if (!isBuilt()) console.error("writ: the web application is not built, so there are no pages. Run npm run build\n");
  const first = await present(compiled);
  // While a user writes it, a screen that cannot be shown is reported in its place.
  if (first.failures.length > 0 && !development) return 1;
  const pages = { ...first, folder: applicationFolder, present };
  const running = await serveProduct(database, {
    ...options,
    document,
    pages,
    console: {
      folder: consoleFolder,
      ...(development ? { prove: proveInProcess } : {}),
      onLink: (link) => console.error(`The address of the console has already been used. This is a new one: ${link}\n`),
    },
  }).catch((failure: unknown) => {
    const words = portFailure(failure, options.port);
    if (words === undefined) throw failure;
    console.error(`${words}\n`);
    return undefined;
  });
  if (running === undefined) return 2;
  const { url, anonKey } = running;
  // In production what is printed stands in logs: `writ keys service` tells it.
  const serviceKey = development ? running.serviceKey : undefined;
  const consoleUrl = running.consoleLink();
  const people = await listed?.(running);
  const told = people?.map(({ email, roles, link }) => ({ email, roles, link }));
  // A user who reads the address may end it in the same moment.
  const stopped = console.untilStopped();
  if (json)
    console.out(
      `${JSON.stringify({ url, anonKey, ...(serviceKey === undefined ? {} : { serviceKey }), databaseUrl: database.url, ...(told === undefined ? {} : { people: told }), ...(consoleUrl === undefined ? {} : { consoleUrl }) })}\n`,
    );
  else
    console.out(
      `${title} runs at ${url}\n${consoleUrl === undefined ? "" : `  console      ${consoleUrl}\n`}\n  anon key     ${anonKey}\n${serviceKey === undefined ? "" : `  service key  ${serviceKey}\n`}${printPeople(people ?? [])}\nPress Ctrl-C to stop.\n`,
    );
  // In production it stands in the log, where each line is one that programs read.
  const tellLacking = development ? tellingLacking(running, console) : () => undefined;
  tellLacking();
  const end = meanwhile(running, tellLacking);
  try {
    await stopped;
  } finally {
    await end?.();
    await running.stop();
  }
  return 0;
}

/** One that many terminals open by a click: each link stands at the end of its line. */
export function printPeople(people: readonly PreviewPerson[]): string {
  if (people.length === 0) return "";
  const lines = people.map(
    ({ email, roles, link }) => `  ${visible(email)} (${visible(roles.join(", "))})\n    ${link}\n`,
  );
  return `\nSign in as one of these people. The links work for one day, while the product runs:\n\n${lines.join("")}`;
}

/** What the document needs and the server lacks, each once: after an edit only what was not reported yet. */
function tellingLacking({ missingSettings }: Running, console: Console): () => void {
  let told: readonly string[] = [];
  return () => {
    const now = missingSettings();
    for (const one of now) if (!told.includes(one)) console.error(`writ: ${visible(one)}\n`);
    told = now;
  };
}

function portFailure(failure: unknown, port: number): string | undefined {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "EADDRINUSE") return `writ: port ${port} is in use. --port 0 selects a free one.`;
  if (code === "EACCES") return `writ: this user may not use port ${port}. Choose a port above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "writ: this machine does not have the address in WRIT_HOST.";
  return undefined;
}

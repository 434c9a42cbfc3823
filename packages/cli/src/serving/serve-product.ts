// What `run` and `start` share: a product at an address, until a user stops it.
import type { Database } from "@writ/server/postgres";
import type { Edition, PreviewPerson, Running, ServeOptions } from "@writ/server/serve";
import type { Console, ExitCode } from "../terminal/console.ts";
import { needDownloads } from "../downloads/need-downloads.ts";
import { proveInProcess } from "../proving/prove-in-process.ts";
import { visible } from "../terminal/visible.ts";
import { version } from "../version.ts";
import { consoleFor, pagesFor, portFailure } from "./served.ts";

export type Shown = {
  readonly document: Edition;
  /** For machines: one line when everything answers. */
  readonly json: boolean;
  /** Download nothing. */
  readonly offline: boolean;
  /** While a user develops: whom they may try it as. */
  readonly people?: (running: Running) => Promise<readonly PreviewPerson[]>;
  /** Called with the files that components are made of, each time that they were made. */
  readonly components?: (sources: readonly string[]) => void;
};

export async function serveUntilStopped(
  database: Database,
  options: ServeOptions,
  { document, json, offline, people: listed, components }: Shown,
  console: Console,
  /** What goes on while it is served, and how that ends. */
  meanwhile: (running: Running, tellLacking: () => void) => (() => Promise<void>) | undefined = () => undefined,
): Promise<ExitCode> {
  const { serveProduct } = await import("@writ/server/serve");
  const { title } = document.compiled.model;
  const development = options.development ?? false;
  await tellUnbuilt(console);
  const { pages, failures } = await pagesFor(document, {
    development,
    prepare: async (of) => needDownloads(of, { offline }, console),
    presented: (shown) => {
      tellFailures(shown.failures, console);
      components?.(shown.sources);
    },
  });
  // While a user writes it, a screen that cannot be shown is reported in its place.
  if (failures.length > 0 && !development) return 1;
  const running = await serveProduct(database, {
    ...options,
    version,
    document,
    pages,
    console: {
      ...(await consoleFor()),
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
      `${title} runs at ${url}\n${consoleUrl === undefined ? "" : `  console      ${consoleUrl}\n`}${printPeople(people ?? [])}\nPress Ctrl-C to stop.\n`,
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

export async function tellUnbuilt(console: Console): Promise<void> {
  const { isBuilt } = await import("@writ/web/application");
  if (!isBuilt()) console.error("writ: the web application is not built, so there are no pages. Run npm run build\n");
}

function tellFailures(failures: readonly string[], console: Console): void {
  for (const failure of failures) console.error(`writ: ${failure.split("\n").map(visible).join("\n")}\n`);
}

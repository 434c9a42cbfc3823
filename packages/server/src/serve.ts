// From a database with a document in it to an address that answers. `modules.ts` lists what it is made of.
import type { PreviewPerson } from "./auth/preview/list-people.ts";
import type { ProofListener, Prove } from "./console/proof.ts";
import { layFoundation } from "./foundation.ts";
import { projectKey } from "./keys/tokens.ts";
import { startModules } from "./module.ts";
import { modulesOf } from "./modules.ts";
import type { Database } from "./postgres/index.ts";
import type { Running, ServeOptions } from "./serve-options.ts";
import { startTracing } from "./telemetry/tracing.ts";
import type { Edition, Writing } from "./writing/writing.ts";

export type { Edition, ProofListener, PreviewPerson, Prove, Running, ServeOptions, Writing };

export async function serveProduct(database: Database, options: ServeOptions): Promise<Running> {
  const tracing = await startTracing(options.environment ?? {}, options.slot?.number);
  const foundation = layFoundation(database, options, tracing);
  const { list, jobs, console, writing, missing } = modulesOf(foundation);
  const stop = await startModules(list);
  const { development, address, log, product, slot } = foundation;
  // The developer reads it in their terminal, after each edit too. To read all code takes time: it answers by then.
  // Of several processes one says it.
  if (!development && slot.number === 1)
    setImmediate(() => {
      for (const what of missing()) log.warning("missing", { what });
    });
  return {
    url: address.url(),
    port: address.port(),
    anonKey: projectKey("anon", product.ring()),
    serviceKey: projectKey("service_role", product.ring()),
    reload: product.catalogue.reload,
    writing: development ? writing : undefined,
    consoleLink: console.link,
    people: console.people,
    mailbox: console.mailbox,
    missingSettings: missing,
    work: jobs.work,
    stop,
  };
}

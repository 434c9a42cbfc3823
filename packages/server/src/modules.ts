// The modules of a server: which there are, what each works with, and the order in which they start and stop.
import { productModules } from "@writ/language/product";
import { samplePeopleAddress, samplePeopleRoutes } from "./auth/preview/sample-people.ts";
import { accountRoutes } from "./auth/serve.ts";
import type { AuthService } from "./auth/service.ts";
import { consoleModule, type ConsoleModule } from "./console/module.ts";
import type { Foundation } from "./foundation.ts";
import { importModule } from "./importing/http/module.ts";
import { callsModule, type Calls } from "./functions/module.ts";
import { watchCertificate } from "./gate/certificate.ts";
import { listenerModule } from "./gate/listener.ts";
import { createMemoryBudget, memoryLimits } from "./gate/memory-budget.ts";
import { RefusedClients } from "./gate/refused-clients.ts";
import { usualBody } from "./gate/read-body.ts";
import type { Route } from "./gate/route-table.ts";
import { Jobs } from "./jobs/jobs.ts";
import { projectKey } from "./keys/tokens.ts";
import { readMailLimits } from "./mail/mail-limits.ts";
import { createSender } from "./mail/sender.ts";
import type { ServerModule } from "./module.ts";
import { healthOf } from "./operating/health/health-of.ts";
import { operatingModule } from "./operating/module.ts";
import { missingSettings } from "./operating/missing-settings.ts";
import { productRoute } from "./pages/for-caller.ts";
import { nothingShown, createPages, type Pages } from "./pages/pages.ts";
import { feedOf } from "./realtime/changes/feed-of.ts";
import { createLive, type Live } from "./realtime/live.ts";
import { locatedAt } from "./rest/describe/located-at.ts";
import { dataRoutes, usualFetch, type DataService } from "./rest/serve.ts";
import { createFileStore } from "./storage/disk/file-store.ts";
import { storageRoutes } from "./storage/serve.ts";
import type { Alone } from "./storage/disk/one-at-a-time.ts";
import { aloneInAll } from "./storage/resumable/alone-in-all.ts";
import type { StorageService } from "./storage/service.ts";
import { writingAddress, writingRoute } from "./writing/answer-writing.ts";
import { followApplied } from "./writing/follow-applied.ts";
import { createWriting, type Writing } from "./writing/writing.ts";

export type ServerModules = {
  readonly list: readonly ServerModule[];
  readonly accounts: AuthService;
  readonly calls: Calls;
  readonly jobs: Jobs;
  readonly console: ConsoleModule;
  readonly writing: Writing | undefined;
  /** What the document needs of the place where it is served and that is not there. */
  readonly missing: () => readonly string[];
};

export function modulesOf(foundation: Foundation): ServerModules {
  const { options, slot, log, metrics, tracing, proxies, host, address, product, sessions, claims, streams } =
    foundation;
  const pages = pagesOf(foundation);
  const writing = writingOf(foundation, pages);
  const data = dataOf(foundation);
  const calls = callsOf(foundation, data, writing);
  const accounts = accountsOf(foundation, calls);
  const uploads = slot.count === 1 ? undefined : aloneInAll(foundation.database, slot.bus);
  const files = filesOf(foundation, uploads?.alone);
  const jobs = jobsOf(foundation, calls, files);
  const live = liveOf(foundation);
  const certificate = options.tls === undefined ? undefined : watchCertificate(options.tls, log);
  const missing = () => missingSettings({ auth: accounts, calls: calls.service, data: product.catalogue.beside() });
  const refused = new RefusedClients(log);
  const health = healthOf(foundation, {
    certificate,
    missing,
    live,
    refused: refused.count,
    served: () => writing?.state().served,
  });
  const shown = { store: files?.store, calls: calls.service, data, live, health: health.look };
  const imports = importModule(foundation, data);
  const console = consoleModule(foundation, { writing, imports: imports.answer, ...shown });
  const operating = operatingModule(foundation, {
    certificate,
    live: live.load,
    outbox: jobs.load,
    backup: jobs.backup,
    refused: refused.count,
  });
  const listener = listenerModule({
    routes: () => list.flatMap(({ routes = [] }) => routes),
    gate: { log, metrics, tracing, proxies, memoryBudget: createMemoryBudget(options.memory ?? memoryLimits(slot)) },
    port: options.port,
    host,
    sockets: live.sockets,
    certificate,
    incoming: slot.incoming,
    refused,
    address,
  });
  /** Of two routes that fit, the first answers: calls have addresses among those of data. They stop backwards. */
  const list: readonly ServerModule[] = [
    tracing === undefined ? { name: "traces" } : { name: "traces", stop: tracing.stop },
    product,
    sessions,
    { name: "claims", start: claims.start, stop: claims.stop },
    calls,
    ...(files === undefined
      ? []
      : [
          {
            name: "files",
            routes: storageRoutes(files),
            start: files.store.start,
            ...(uploads === undefined ? {} : { stop: uploads.stop }),
          },
        ]),
    jobs,
    { name: "data", routes: dataRoutes(data) },
    { name: "accounts", routes: accountRoutes(accounts) },
    operating,
    { name: "pages", routes: pages === undefined ? [] : [productRoute(data, pages), ...pages.routes] },
    { name: "writing", routes: writingRoutes(foundation, writing, pages) },
    ...(foundation.development || writing === undefined ? [] : [followApplied(writing, product, log)]),
    {
      name: "sample people",
      routes: samplePeopleRoutes(foundation, {
        compiled: () => writing?.state().served.compiled,
        people: console.people,
      }),
    },
    health,
    console,
    listener,
    // What stays open keeps the listener from closing: it is stopped before.
    { name: "event streams", start: streams.start, stop: streams.stop },
    imports,
    live,
  ];
  return { list, accounts, calls, jobs, console, writing, missing };
}

function pagesOf(foundation: Foundation): Pages | undefined {
  const { options, development, settings, address, product } = foundation;
  if (options.pages === undefined) return undefined;
  return createPages(options.pages, {
    title: () => product.product().title,
    key: () => projectKey("anon", product.ring()),
    secret: () => product.ring().secret,
    isSecure: () => address.url().startsWith("https:"),
    shortestPassword: settings.passwordLength,
    writing: development && options.document !== undefined ? writingAddress : undefined,
    samplePeople: samplePeopleAddress(foundation),
  });
}

function writingOf({ options, product }: Foundation, pages: Pages | undefined): Writing | undefined {
  if (options.document === undefined) return undefined;
  return createWriting(options.document, async ({ compiled }, isOther) => {
    // The page first, so that a browser that hears of the change finds the new one.
    pages?.present((await options.pages?.present?.(compiled)) ?? { modules: productModules(compiled) });
    if (isOther) await product.catalogue.reload();
  });
}

const writingRoutes = (
  { development, streams, address }: Foundation,
  writing: Writing | undefined,
  pages: Pages | undefined,
): readonly Route[] =>
  development && writing !== undefined
    ? [writingRoute({ writing, streams, port: address.port, pages: () => pages?.current() ?? nothingShown })]
    : [];

function dataOf({ options, address, log, operator, product, sessions, inWords }: Foundation): DataService {
  const { catalogue } = product;
  return {
    pool: product.dataPool,
    cache: catalogue,
    inWords,
    failed: (failure) => log.failure(failure, { during: "data" }),
    readHints: () => catalogue.beside().readHints,
    checkToken: sessions.checkSession,
    operator,
    maxRows: 1000,
    body: { ...usualBody, ...options.body },
    located: () => locatedAt(address.url()),
    fetching: { ...usualFetch, ...options.fetching },
  };
}

function callsOf(foundation: Foundation, data: DataService, writing: Writing | undefined): Calls {
  const { options, slot, environment, product, claims, log, metrics, tracing, signal } = foundation;
  const judged = options.callsJudgedBy ?? {
    edition: () => writing?.state().served,
    secretOf: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
  };
  const { pool, owner } = product;
  const { wake } = signal;
  const { onPrint } = options;
  return callsModule(
    { ...judged, data, pool, owner, claims, environment, log, metrics, tracing, wake, onPrint },
    { isMade: options.callsJudgedBy === undefined, slot },
  );
}

const accountsOf = (
  { address, settings, product, sessions, signal, inWords }: Foundation,
  { service: { edition } }: Calls,
): AuthService => ({
  pool: product.owner,
  product: product.product,
  ring: product.ring,
  checkToken: sessions.checkToken,
  used: sessions.used,
  url: address.url,
  settings,
  providers: new Map(),
  wake: signal.wake,
  inWords,
  edition,
});

/** Of one file. */
const usualMostFileBytes = 5 * 2 ** 30;

function filesOf(
  { options, address, product, sessions }: Foundation,
  alone: Alone | undefined,
): StorageService | undefined {
  if (options.files === undefined) return undefined;
  return {
    pool: product.pool,
    owner: product.owner,
    store: createFileStore(options.files, alone),
    checkToken: sessions.checkSession,
    ring: product.ring,
    url: address.url,
    mostBytes: options.mostFileBytes ?? usualMostFileBytes,
  };
}

function jobsOf(foundation: Foundation, calls: Calls, files: StorageService | undefined): Jobs {
  const { options, slot, development, environment, product, claims, log, metrics, tracing, signal } = foundation;
  const { owner } = product;
  const sender = createSender({ environment, development, slot, pool: owner, onKept: options.onMail });
  return new Jobs({
    pool: owner,
    product: product.product,
    sending: { sender, limits: readMailLimits(environment), claims, tracing },
    log,
    metrics,
    signal,
    calls: calls.takeWaiting,
    files,
    onlyAsked: options.jobs === "asked",
  });
}

function liveOf({ database, options, slot, proxies, log, metrics, product, sessions }: Foundation): Live {
  const { owner, catalogue } = product;
  const { ended, checkSession } = sessions;
  return createLive({
    owner,
    checkToken: checkSession,
    ended,
    proxies,
    log,
    metrics,
    limits: options.live,
    slot,
    feed: feedOf({
      database,
      bus: slot.count === 1 ? undefined : slot.bus,
      owner,
      log,
      ended,
      watchCatalogue: catalogue.watch,
    }),
  });
}

// The modules of a server: which there are, what each works with, and the order in which they start and stop.
import { productModules } from "@writ/language/product";
import { accountRoutes } from "./auth/serve.ts";
import type { AuthService } from "./auth/service.ts";
import { consoleModule, type ConsoleModule } from "./console/module.ts";
import type { Foundation } from "./foundation.ts";
import { callsModule, type Calls } from "./functions/module.ts";
import { listenerModule } from "./gate/listener.ts";
import { createMemoryBudget } from "./gate/memory-budget.ts";
import { usualBody } from "./gate/read-body.ts";
import type { Route } from "./gate/route-table.ts";
import { Jobs } from "./jobs/jobs.ts";
import { projectKey } from "./keys/tokens.ts";
import { readMailLimits } from "./mail/mail-limits.ts";
import { createSender } from "./mail/sender.ts";
import type { ServerModule } from "./module.ts";
import { gaugesOf } from "./operating/loads.ts";
import { metricsGuard } from "./operating/may-watch.ts";
import { operatingRoutes } from "./operating/routes.ts";
import { productRoute } from "./pages/for-caller.ts";
import { nothingShown, createPages, type Pages } from "./pages/pages.ts";
import { feedOf } from "./realtime/changes/feed-of.ts";
import { createLive, type Live } from "./realtime/live.ts";
import { locatedAt } from "./rest/describe/located-at.ts";
import { dataRoutes, usualFetch, type DataService } from "./rest/serve.ts";
import { createFileStore } from "./storage/disk/file-store.ts";
import { storageRoutes } from "./storage/serve.ts";
import type { StorageService } from "./storage/service.ts";
import { writingAddress, writingRoute } from "./writing/answer-writing.ts";
import { createWriting, type Writing } from "./writing/writing.ts";

export type ServerModules = {
  readonly list: readonly ServerModule[];
  readonly accounts: AuthService;
  readonly calls: Calls;
  readonly jobs: Jobs;
  readonly console: ConsoleModule;
  readonly writing: Writing | undefined;
};

export function modulesOf(foundation: Foundation): ServerModules {
  const { options, log, metrics, proxies, host, address, product, sessions, claims, streams } = foundation;
  const pages = pagesOf(foundation);
  const writing = writingOf(foundation, pages);
  const data = dataOf(foundation);
  const calls = callsOf(foundation, data, writing);
  const accounts = accountsOf(foundation, calls);
  const files = filesOf(foundation);
  const jobs = jobsOf(foundation, calls, files);
  const live = liveOf(foundation);
  const console = consoleModule(foundation, { writing, store: files?.store, calls: calls.service, live });
  const gauges = gaugesOf({ live: live.load, outbox: jobs.load, pool: product.pool });
  const mayWatch = metricsGuard(foundation.environment["WRIT_METRICS_TOKEN"], proxies);
  const listener = listenerModule({
    routes: () => list.flatMap(({ routes = [] }) => routes),
    gate: { log, metrics, proxies, memoryBudget: createMemoryBudget(options.memory) },
    port: options.port,
    host,
    sockets: live.sockets,
    address,
  });
  /** Of two routes that fit, the first answers: calls have addresses among those of data. They stop backwards. */
  const list: readonly ServerModule[] = [
    product,
    sessions,
    { name: "claims", start: claims.start, stop: claims.stop },
    calls,
    ...(files === undefined ? [] : [{ name: "files", routes: storageRoutes(files), start: files.store.start }]),
    jobs,
    { name: "data", routes: dataRoutes(data) },
    { name: "accounts", routes: accountRoutes(accounts) },
    { name: "operating", routes: operatingRoutes({ metrics, gauges, mayWatch, isReady: product.isThere }) },
    { name: "pages", routes: pages === undefined ? [] : [productRoute(data, pages), ...pages.routes] },
    { name: "writing", routes: writingRoutes(foundation, writing, pages) },
    console,
    listener,
    // What stays open keeps the listener from closing: it is stopped before.
    { name: "event streams", start: streams.start, stop: streams.stop },
    live,
  ];
  return { list, accounts, calls, jobs, console, writing };
}

function pagesOf({ options, development, settings, address, product }: Foundation): Pages | undefined {
  if (options.pages === undefined) return undefined;
  return createPages(options.pages, {
    title: () => product.product().title,
    key: () => projectKey("anon", product.ring()),
    secret: () => product.ring().secret,
    isSecure: () => address.url().startsWith("https:"),
    shortestPassword: settings.passwordLength,
    writing: development && options.document !== undefined ? writingAddress : undefined,
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
  const { options, environment, product, claims, log, metrics, signal } = foundation;
  const judged = options.callsJudgedBy ?? {
    edition: () => writing?.state().served,
    secretOf: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
  };
  const { pool, owner } = product;
  return callsModule(
    { ...judged, data, pool, owner, claims, environment, log, metrics, wake: signal.wake, onPrint: options.onPrint },
    { isMade: options.callsJudgedBy === undefined },
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

function filesOf({ options, address, product, sessions }: Foundation): StorageService | undefined {
  if (options.files === undefined) return undefined;
  return {
    pool: product.pool,
    owner: product.owner,
    store: createFileStore(options.files),
    checkToken: sessions.checkSession,
    ring: product.ring,
    url: address.url,
    mostBytes: options.mostFileBytes ?? usualMostFileBytes,
  };
}

function jobsOf(foundation: Foundation, calls: Calls, files: StorageService | undefined): Jobs {
  const { options, development, environment, product, claims, log, metrics, signal } = foundation;
  const { owner } = product;
  const sender = createSender({ environment, development, pool: owner, onKept: options.onMail });
  return new Jobs({
    pool: owner,
    product: product.product,
    sending: { sender, limits: readMailLimits(environment), claims },
    log,
    metrics,
    signal,
    calls: calls.takeWaiting,
    files,
    onlyAsked: options.jobs === "asked",
  });
}

function liveOf({ database, options, proxies, log, metrics, product, sessions }: Foundation): Live {
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
    feed: feedOf({ database, owner, log, ended, watchCatalogue: catalogue.watch }),
  });
}

// From a database with a document in it to an address that answers: keys, connections, what changes are heard of.
import { randomBytes } from "node:crypto";
import type { Compiled } from "@writ/language";
import { productModules } from "@writ/language/product";
import { isLoopback } from "./gate/own-page.ts";
import { usualBody } from "./gate/read-body.ts";
import { listPeople, type PreviewPerson } from "./auth/preview/list-people.ts";
import { listen } from "./gate/listen.ts";
import { openMemoryBudget } from "./gate/memory-budget.ts";
import { readSettings } from "./auth/settings.ts";
import { openClaims } from "./outbox/claims.ts";
import { startJobs } from "./jobs/jobs.ts";
import { readMailbox } from "./mail/mailbox.ts";
import { readMailLimits } from "./mail/mail-limits.ts";
import { openSender } from "./mail/sender.ts";
import { followEndedSessions, refusingEnded } from "./keys/ended-sessions.ts";
import { notingUsed, openUsedTokens } from "./keys/used-tokens.ts";
import { projectIssuer, projectKey, tokenChecker } from "./keys/tokens.ts";
import { openRecentRecords } from "./operating/recent-records.ts";
import { openLog } from "./telemetry/log.ts";
import { watching } from "./operating/may-watch.ts";
import { metricsOf } from "./operating/loads.ts";
import { whatIsLacking } from "./operating/what-is-lacking.ts";
import { again } from "./postgres/after-change.ts";
import type { Database } from "./postgres/index.ts";
import { locatedAt } from "./rest/describe/located-at.ts";
import { readOperatorSettings } from "./rest/operator-settings.ts";
import { wordsOf } from "./rest/respond/in-words.ts";
import { pathOf } from "./gate/exchange.ts";
import { followChanges } from "./realtime/changes/follow.ts";
import { lackingIn, refusedFeed } from "./realtime/changes/refused.ts";
import { socketAddress } from "./realtime/entrance.ts";
import { openLive } from "./realtime/live.ts";
import { openCalls } from "./functions/open.ts";
import { usualFetch, type DataService } from "./rest/serve.ts";
import { eventStreams } from "./gate/events.ts";
import { nothingShown, openPages } from "./pages/pages.ts";
import { isThere, openPools, prepare, readKnown, type AtEnd } from "./product-database.ts";
import { makeListener } from "./server.ts";
import type { Running, ServeOptions } from "./serve-options.ts";
import { openFileStore } from "./storage/file-store.ts";
import { openAccess } from "./console/access.ts";
import { openConsole } from "./console/console.ts";
import { openProof, type Heard, type Prove } from "./console/proof.ts";
import { answerWriting, writingAddress } from "./writing/answer-writing.ts";
import { openWriting, type Edition, type Writing } from "./writing/writing.ts";

export type { Edition, Heard, PreviewPerson, Prove, Running, ServeOptions, Writing };

/** Of one file. */
const usualMostFileBytes = 5 * 2 ** 30;

export async function serveProduct(database: Database, options: ServeOptions): Promise<Running> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await start(database, options, (step) => void undo.push(step))), stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

async function start(database: Database, options: ServeOptions, atEnd: AtEnd): Promise<Omit<Running, "stop">> {
  const { development = false, environment = {}, proxies = 0, host = "127.0.0.1" } = options;
  const records = options.console === undefined ? undefined : openRecentRecords();
  const log = openLog(options.log ?? "warn", records);
  const operator = readOperatorSettings(environment);
  const pools = openPools(database, options.limits, atEnd);
  await pools.owner.withConnection(prepare);
  // A document that was applied may have brought tables.
  let changed = () => {};
  const cache = await readKnown(database, { jwtSecret: options.jwtSecret, schemas: operator.schemas }, atEnd, () => {
    pools.owner.renew();
    pools.pool.renew();
    changed();
  });
  const [owner, pool] = [again(pools.owner, cache), again(pools.pool, cache)];
  const { product, ring } = { product: () => cache.beside().product, ring: () => cache.beside().ring };
  const ended = await followEndedSessions(database);
  atEnd(ended.stop);
  const issuers = [projectIssuer];
  const used = openUsedTokens();
  const checkToken = notingUsed(tokenChecker(ring, { issuers }), used);
  const store = options.files === undefined ? undefined : await openFileStore(options.files);
  const sender = openSender({ environment, development, pool: owner, onKept: options.onMail });
  let takeCalls = async () => {};
  const files = store && { owner, store };
  const metrics = metricsOf(pool, { live: () => live.load(), outbox: () => jobs.load() });
  const { graceMilliseconds: grace } = options;
  const claims = await openClaims(database, grace === undefined ? {} : { grace });
  atEnd(claims.stop);
  const jobs = startJobs({
    pool: owner,
    product,
    sending: { sender, limits: readMailLimits(environment), claims },
    log,
    metrics,
    calls: async () => takeCalls(),
    files,
    onlyAsked: options.jobs === "asked",
  });
  atEnd(jobs.stop);
  const inWords = wordsOf(() => cache.beside().constraints, owner);
  const settings = readSettings(environment, { development });
  let url = "";
  const pages =
    options.pages &&
    openPages(options.pages, {
      title: () => product().title,
      key: () => projectKey("anon", ring()),
      secret: () => ring().secret,
      isSecure: () => url.startsWith("https:"),
      shortestPassword: settings.passwordLength,
      writing: development && options.document !== undefined ? writingAddress : undefined,
    });
  const writing =
    options.document &&
    openWriting(options.document, async ({ compiled }, isOther) => {
      // The page first, so that whoever is told that something has changed finds the new one.
      const shown = (await options.pages?.present?.(compiled)) ?? { modules: productModules(compiled) };
      pages?.present(shown);
      if (isOther) await cache.reload();
    });
  const streams = eventStreams();
  let port = 0;
  const edits = { streams, port: () => port, pages: () => pages?.current() ?? nothingShown };
  const secret = randomBytes(32);
  const people = async (compiled: Compiled) =>
    development && isLoopback(host)
      ? owner.withConnection(async (client) => listPeople({ client, compiled, url, secret }))
      : [];
  const mailbox = async (to?: string) => owner.withConnection(async (client) => readMailbox(client, to));
  const operatorKey = environment["WRIT_CONSOLE_KEY"];
  // Off, unless somebody develops on this very machine or an operator has a key.
  const mayHave = development ? isLoopback(host) : operatorKey !== undefined && operatorKey !== "";
  const onLink = options.console?.onLink;
  const access = openAccess({ development, operatorKey, port: () => port, url: () => url, onLink });
  const live = openLive({
    owner,
    checkToken: refusingEnded(checkToken, ended),
    ended,
    proxies,
    log,
    metrics,
    limits: options.live,
    feed: (hub, limits) => {
      const lacking = lackingIn(database.capabilities);
      if (lacking !== undefined) return refusedFeed(lacking);
      const followed = followChanges({ database, owner, log, ended }, hub, limits);
      changed = followed.changed;
      return followed;
    },
  });
  const data: DataService = {
    // A request for data is also planned anew.
    pool: pools.pool,
    cache,
    inWords,
    failed: (failure) => log.failure(failure, { during: "data" }),
    narrowings: () => cache.beside().narrowings,
    checkToken: refusingEnded(checkToken, ended),
    operator,
    maxRows: 1000,
    body: { ...usualBody, ...options.body },
    located: () => locatedAt(url),
    fetching: { ...usualFetch, ...options.fetching },
  };
  const { edition, secretOf } = options.callsJudgedBy ?? {
    edition: () => writing?.standing().served,
    secretOf: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
  };
  const calls = openCalls(
    {
      edition,
      data,
      pool,
      owner,
      claims,
      environment,
      secretOf,
      log,
      metrics,
      wake: jobs.wake,
      onPrint: options.onPrint,
    },
    atEnd,
    options.callsJudgedBy === undefined,
  );
  takeCalls = calls.takeWaiting;
  const proof = openProof(development ? options.console?.prove : undefined, atEnd);
  const consoleOf =
    mayHave && options.console !== undefined && records !== undefined && writing !== undefined
      ? openConsole({
          folder: options.console.folder,
          access,
          development,
          proxies,
          writing,
          pool: owner,
          streams,
          people: async ({ compiled }) => people(compiled),
          mailbox: async () => (development ? mailbox() : []),
          store,
          calls: calls.service,
          proof,
          live: live.look,
          records,
          wake: jobs.wake,
          failed: (failure) => log.failure(failure, { during: "console" }),
          bodyMilliseconds: Math.min(20_000, options.body?.milliseconds ?? 20_000),
        })
      : undefined;
  const listener = makeListener({
    // Before anything that other sites' pages may use.
    own: (request, response) =>
      (development && writing !== undefined && answerWriting(request, response, { ...edits, writing })) ||
      consoleOf?.(request, response) === true,
    auth: {
      pool: owner,
      product,
      ring,
      // Flows look the session up themselves, and say which of all reasons it is.
      checkToken,
      used,
      url: () => url,
      settings: { ...settings, ...(options.fetch === undefined ? {} : { fetch: options.fetch }) },
      wake: jobs.wake,
      inWords,
      edition,
    },
    storage: store && {
      pool,
      owner,
      store,
      checkToken: refusingEnded(checkToken, ended),
      ring,
      url: () => url,
      mostBytes: options.mostFileBytes ?? usualMostFileBytes,
    },
    pages,
    live: live.service,
    data,
    calls: calls.service,
    log,
    metrics,
    mayWatch: watching(environment["WRIT_METRICS_TOKEN"], proxies),
    proxies,
    memoryBudget: openMemoryBudget(options.memory),
    isReady: async () => isThere(owner),
  });
  const listening = await listen(listener, {
    port: options.port,
    host,
    sockets: { is: ({ url: asked = "" }) => pathOf(asked) === socketAddress, upgrade: live.upgrade },
  });
  port = listening.port;
  atEnd(listening.close);
  // Before that: they would keep it from ending.
  atEnd(async () => streams.end());
  atEnd(live.stop);
  url = options.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  issuers.push(`${url}/auth/v1`);
  const lacking = () => whatIsLacking({ auth: { product, settings }, calls: calls.service, data: cache.beside() });
  // Whoever develops reads it in their terminal, after each edit too. To read all code takes time: it answers by then.
  if (!development)
    setImmediate(() => {
      for (const what of lacking()) log.warning("lacking", { what });
    });
  return {
    url,
    port,
    anonKey: projectKey("anon", ring()),
    serviceKey: projectKey("service_role", ring()),
    reload: cache.reload,
    writing: development ? writing : undefined,
    consoleLink: () => (consoleOf === undefined ? undefined : access.link()),
    people,
    mailbox,
    lacking,
    work: jobs.work,
  };
}

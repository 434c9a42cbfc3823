// Sessions that have ended while tokens of theirs are still about: kept in the database, known here as soon as it happens.
import type { Client } from "pg";
import type { Database } from "../postgres/index.ts";
import type { TokenChecker } from "./tokens.ts";

export type EndedSessions = {
  readonly has: (id: string) => boolean;
  /** Known from somewhere else: what PostgreSQL tells of every commit says it in its order. */
  readonly note: (id: string) => void;
  /** Called with each as soon as it is known, until the answer is called. */
  readonly watch: (ended: (id: string) => void) => () => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** How long an access token is good for. */
export const accessTokenSeconds = 3600;

/** Longer than a token lasts, with a margin for clocks that are behind. */
export const rememberedSeconds = accessTokenSeconds + 120;

/** What was missed, because a message was lost on its way, is known so late at most. */
const lookMilliseconds = 30_000;

/** Listens on a connection of its own, and opens it again when it breaks; then it reads all that ended meanwhile. */
export function followEndedSessions(database: Database): EndedSessions {
  const ended = new Map<string, number>();
  let listener: Client | undefined;
  let isStopped = false;
  let looking: NodeJS.Timeout | undefined;

  const watchers = new Set<(id: string) => void>();
  const note = (id: string, seconds = 0) => {
    if (ended.has(id)) return;
    // Not the time of day: were that set back, a token would be good again whose session is forgotten.
    ended.set(id, performance.now() + (rememberedSeconds - seconds) * 1000);
    for (const watcher of watchers) watcher(id);
  };
  const read = async (client: Client, since: number) => {
    const { rows } = await client.query<{ id: string; seconds: string }>(
      `SELECT id, extract(epoch FROM now() - ended_at) AS seconds FROM auth.ended_sessions
       WHERE ended_at > now() - make_interval(secs => $1)`,
      [since],
    );
    for (const { id, seconds } of rows) note(id, Number(seconds));
  };
  const open = async () => {
    const client = await database.connect({ as: "owner", application_name: "writ sessions", query_timeout: 10_000 });
    client.on("notification", ({ payload = "" }) => payload.split(" ").forEach((id) => note(id)));
    try {
      await client.query("LISTEN writ_sessions");
      await read(client, rememberedSeconds);
    } catch (failure) {
      await client.end().catch(() => undefined);
      throw failure;
    }
    listener = client;
    client.once("end", () => {
      listener = undefined;
      again();
    });
  };
  const again = () => {
    if (!isStopped) setTimeout(() => void open().catch(again), 500).unref();
  };
  const look = async () => {
    const now = performance.now();
    for (const [id, until] of ended) if (until < now) ended.delete(id);
    // Longer than any transaction of accounts may take, since a row says when its transaction began.
    const client = listener;
    if (client !== undefined) await read(client, 120).catch(async () => client.end());
  };

  return {
    has: (id) => ended.has(id),
    note: (id) => note(id),
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    start: async () => {
      await open();
      looking = setInterval(() => void look(), lookMilliseconds);
      looking.unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(looking);
      await listener?.end();
    },
  };
}

export const endedWords = "JWT of a session that has ended";

/** Without asking the database, which would be a way there and back for each request. */
export const refusingEnded =
  (check: TokenChecker, ended: Pick<EndedSessions, "has">): TokenChecker =>
  async (token) => {
    const checked = await check(token);
    if ("refusal" in checked) return checked;
    const { session_id: session } = checked.claims;
    if (typeof session !== "string" || !ended.has(session)) return checked;
    return { refusal: { why: "claims", message: endedWords } };
  };

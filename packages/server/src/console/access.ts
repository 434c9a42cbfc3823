// Who may use the console: under `writ run` anyone who opens the address that the terminal printed, once; under `writ
// start` anyone who has the console key, where there is one. Then a cookie that no script reads and no other site
// sends.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Bus } from "../bus/bus.ts";
import { createSharedSet } from "../bus/shared-set.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { isFromLoopback, isOwnPage, loopbackHosts } from "../gate/own-page.ts";

export type AccessOptions = {
  readonly development: boolean;
  /** Where no one develops: what lets an operator in. Without it there is no console. */
  readonly operatorKey: string | undefined;
  /** Other processes know the same sessions. */
  readonly bus: Bus;
  readonly pool: Pick<RequestPool, "withConnection">;
  readonly port: () => number;
  /** The address that people know. */
  readonly url: () => string;
  /** Called when a link is used a second time: with a new one, for the terminal. */
  readonly onLink?: ((link: string) => void) | undefined;
};

export type Access = {
  /** Whether it was sent to a name that only this product has: the page, which holds nothing. */
  readonly isOwnHost: (request: IncomingMessage) => boolean;
  /** And by no other site's page. */
  readonly isOwnRequest: (request: IncomingMessage) => boolean;
  readonly isSignedIn: (request: IncomingMessage) => boolean;
  /** The address that lets a browser in, once; undefined in production. */
  readonly link: () => string | undefined;
  /** A cookie for the token of a link. */
  readonly enter: (token: string) => string | undefined;
  /** A cookie for the console key; `wait`: it was tried too often from that network. */
  readonly enterByKey: (key: string, network: string) => Promise<string | "wait" | undefined>;
  readonly leave: (request: IncomingMessage) => string;
};

const hours = 12;
/**
 * Wrong keys from one network: at this rate a key of sixteen characters is never guessed, and a client that guesses
 * keeps no other client out.
 */
const triesPerMinute = 10;
const act = "console key";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

export function createAccess({ development, operatorKey, bus, pool, port, url, onLink }: AccessOptions): Access {
  // Only digests are kept: what is read out of memory lets no one in.
  const tokens = new Set<string>();
  const used = new Set<string>();
  const sessions = createSharedSet(bus, "console.sessions");
  // Cookies do not tell ports apart: two products on one machine would sign each other out.
  const name = () => `writ_console_${port()}`;
  const secure = () => (url().startsWith("https:") ? "; Secure" : "");
  const cookie = (value: string, age: number) =>
    `${name()}=${value}; Path=/_/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure()}`;
  const begin = (): string => {
    const session = randomBytes(32).toString("base64url");
    sessions.add(digest(session), Date.now() + hours * 3_600_000);
    return cookie(session, hours * 3600);
  };
  const sessionOf = ({ headers }: IncomingMessage): string | undefined =>
    (headers.cookie ?? "")
      .split(/; */)
      .find((one) => one.startsWith(`${name()}=`))
      ?.slice(name().length + 1);
  const link = (): string | undefined => {
    if (!development) return undefined;
    const token = randomBytes(32).toString("base64url");
    tokens.add(digest(token));
    return `${url()}/_/?token=${token}`;
  };
  /** Counted in the database, for all processes; a right key takes its own try back. */
  const isTooOften = async (network: string): Promise<boolean> =>
    pool.withConnection(async (client) => {
      const { rows } = await client.query<{ wait: number }>("SELECT auth.count_try($1, $2, $3, 60) AS wait", [
        act,
        network,
        triesPerMinute,
      ]);
      return (rows[0]?.wait ?? 0) > 0;
    });
  const hosts = () => (development ? loopbackHosts(port()) : [new URL(url()).host, ...loopbackHosts(port())]);
  return {
    isOwnHost: (request) =>
      hosts().includes(request.headers.host?.toLowerCase() ?? "") && (!development || isFromLoopback(request)),
    isOwnRequest: (request) => isOwnPage(request, hosts()) && (!development || isFromLoopback(request)),
    isSignedIn: (request) => {
      const session = sessionOf(request);
      return session !== undefined && sessions.has(digest(session));
    },
    link,
    enter: (token) => {
      const key = digest(token);
      if (tokens.delete(key)) {
        used.add(key);
        return begin();
      }
      // Only its recipient has it, and only the terminal sees the next one.
      if (used.delete(key)) {
        const next = link();
        if (next !== undefined) onLink?.(next);
      }
      return undefined;
    },
    enterByKey: async (key, network) => {
      if (development || operatorKey === undefined) return undefined;
      if (await isTooOften(network)) return "wait";
      if (!timingSafeEqual(Buffer.from(digest(key)), Buffer.from(digest(operatorKey)))) return undefined;
      await pool.withConnection(async (client) =>
        client.query(
          "UPDATE auth.tries SET times = trim_array(times, 1) WHERE act = $1 AND subject = $2 AND cardinality(times) > 0",
          [act, network],
        ),
      );
      return begin();
    },
    leave: (request) => {
      const session = sessionOf(request);
      if (session !== undefined) sessions.delete(digest(session));
      return cookie("", 0);
    },
  };
}

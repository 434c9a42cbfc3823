// What all flows of accounts work with: the database, the document's settings, keys, and the surroundings of the server.
import { DatabaseError, type ClientBase } from "pg";
import type { Product } from "@writ/language/plan";
import type { KeyRing } from "../keys/key-ring.ts";
import type { TokenChecker } from "../keys/tokens.ts";
import type { UsedTokens } from "../keys/used-tokens.ts";
import { sendPacket } from "../postgres/connections/packet.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { WordsOf } from "../rest/respond/in-words.ts";
import type { Edition } from "../writing/writing.ts";
import type { ReachableProvider } from "./providers/configuration.ts";
import type { AuthRequest } from "./request.ts";
import type { AuthSettings } from "./settings.ts";

export type AuthService = {
  /** As the owner: no other role may read accounts. */
  readonly pool: RequestPool;
  readonly product: () => Product;
  readonly ring: () => KeyRing;
  readonly checkToken: TokenChecker;
  readonly used: Pick<UsedTokens, "has">;
  /** The address of this server, as people know it. */
  readonly url: () => string;
  readonly settings: AuthSettings;
  /** Providers: what one publishes changes rarely, and its keys are looked up anew by themselves. */
  readonly providers: Map<string, Promise<ReachableProvider>>;
  /** What PostgreSQL itself refused, in the words of the document where it has some for that. */
  readonly inWords: WordsOf;
  /** There is something to send. */
  readonly wake: () => void;
  /** The document that is served, where it is known. */
  readonly edition: () => Edition | undefined;
};

export type Answer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Flow = (request: AuthRequest, service: AuthService) => Promise<Answer>;

/**
 * On a connection of the owner's, when it is the caller's turn. A client that disconnects meanwhile does not cancel it:
 * a device that is signed out as its window closes is signed out.
 */
export const withFairConnection = async <Result>(
  { caller }: Pick<AuthRequest, "caller">,
  { pool }: Pick<AuthService, "pool">,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> => pool.withConnection(work, { caller });

/**
 * One transaction of the system's own. Guards of the document see who asks as they see it elsewhere: the language and
 * the address, never a token. What two requests did to each other is done again: nothing of it was kept.
 */
export async function inTransaction<Result>(
  request: AuthRequest,
  service: AuthService,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await withFairConnection(request, service, async (client) => atOnce(client, request, work));
      service.wake();
      return result;
    } catch (failure) {
      if (!(failure instanceof DatabaseError) || failure.code !== "40P01" || tries === mostTries) throw failure;
    }
  }
}

const mostTries = 5;

async function atOnce<Result>(
  client: ClientBase,
  request: AuthRequest,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const headers = {
    "x-forwarded-for": request.address,
    "accept-language": request.headers.get("accept-language") ?? "",
  };
  try {
    await sendPacket(
      client,
      [
        { text: "BEGIN", values: [] },
        { text: "SELECT set_config('request.headers', $1, true)", values: [JSON.stringify(headers)] },
      ],
      "",
    );
    const done = await work(client);
    const { command } = await client.query("COMMIT");
    // After an error that a flow kept to itself PostgreSQL answers with a rollback, and calls that a success.
    if (command !== "COMMIT")
      throw new Error("nothing was written: a statement failed, and the flow went on without it");
    return done;
  } catch (failure) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}

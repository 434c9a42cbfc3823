// What the bench of live messages measures: the server with a document of talks, and a bare fan-out beside it.
import { SignJWT } from "jose";
import { WebSocketServer } from "ws";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { readKeyRing, signingKey } from "@writ/server/keys";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";

export type Served = {
  readonly url: string;
  readonly anonKey: string;
  readonly database: string;
  readonly tokens: readonly string[];
};

const source = `<!-- writ 1 -->
# Talks

## 1. What the product does and for whom

Talks of many speakers.

## 2. Screens and routes

none.

## 3. Entities and their fields

### Talk
- Owner: Speaker

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Speaker | reference to User | auto | \`me\` |
| Open | yes/no | yes | yes |
| Fee | integer | yes | 0 |

## 4. States and transitions

none.

## 5. Validation rules

none.

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Speaker | signed in |
| Chair | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| shown | Talk | \`talk.open or talk.speaker == me\` |

| For | May | Speaker | Chair |
| --- | --- | --- | --- |
| Talk | create | yes | yes |
| Talk | read | shown | yes |
| Talk | update, delete | own | yes |
| Talk | see Fee | own | yes |

## 7. The calls it makes

none.

## 8. The error catalogue

none.

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

export async function serve(folder: string, people: number): Promise<void> {
  const database = await openDatabase({ folder });
  const client = await database.connect();
  const compiled = compile(source);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  await applyDocument(client, source, compiled, (before) => compile(before));
  const many = 1e9;
  const running = await serveProduct(database, {
    port: 0,
    log: "error",
    live: {
      sockets: many,
      socketsOfOne: many,
      channelsOfOne: many,
      joins: many,
      joinsOfOne: many,
      messages: many,
      messagesOfOne: many,
      waitingBytes: many,
      silenceMilliseconds: many,
    },
  });
  const ring = await readKeyRing(client);
  const tokens: string[] = [];
  for (let index = 0; index < people; index++) {
    const { rows } = await client.query(
      "INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id",
      [`p${index}@example.test`],
    );
    tokens.push(
      await new SignJWT({ role: "authenticated", sub: String(rows[0].id) })
        .setProtectedHeader({ alg: "ES256", kid: signingKey(ring).kid })
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(signingKey(ring).privateKey),
    );
  }
  answerMemory();
  process.send?.({ url: running.url, anonKey: running.anonKey, database: database.url, tokens } satisfies Served);
}

/** What is left when everything but sending is taken away. */
export function serveBare(): void {
  const server = new WebSocketServer({ port: 0, perMessageDeflate: false });
  server.on("connection", (socket) => {
    socket.on("message", (data, isBinary) => {
      for (const other of server.clients) if (other !== socket) other.send(data, { binary: isBinary });
    });
  });
  server.on("listening", () => {
    const address = server.address();
    process.send?.({ url: `ws://127.0.0.1:${typeof address === "object" ? address?.port : ""}` });
  });
}

function answerMemory(): void {
  process.on("message", () => {
    globalThis.gc?.();
    process.send?.({ bytes: process.memoryUsage.rss() });
  });
}

// A product that runs, for tests over its wire: a document, its database, an address, and people with tokens.
import { SignJWT } from "jose";
import { join } from "node:path";
import { after } from "node:test";
import { compile } from "@writ/language";
import { applyDocument } from "../applying/index.ts";
import { readKeyRing, signingKey } from "../keys/key-ring.ts";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { serveProduct, type Running, type ServeOptions } from "../serve.ts";

export type TestProduct = Running & {
  readonly database: Database;
  readonly folder: string;
  /** As the owner: fixtures, and looking at what came of it. */
  readonly owner: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** An account with its roles; the answer is a token of it. */
  readonly person: (name: string, ...roles: readonly string[]) => Promise<string>;
  /** Before the product itself ends. */
  readonly atEnd: (end: () => Promise<void>) => void;
  /** A token that says this, signed as accounts sign theirs. */
  readonly token: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
};

export type StartProduct = (source: string, options?: Partial<ServeOptions>) => Promise<TestProduct>;

/** For a file of tests; all of its products end with it. */
export function products(): StartProduct {
  const endings: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const end of endings.reverse()) await end();
  });
  return async (source, options) => start(source, options ?? {}, (end) => void endings.push(end));
}

async function start(
  source: string,
  options: Partial<ServeOptions>,
  atEnd: (end: () => Promise<void> | void) => void,
): Promise<TestProduct> {
  const compiled = compile(source);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ address, message }) => `${address}: ${message}`).join("\n"));
  const folder = emptyFolder({ after: atEnd });
  const database = await openMade(folder);
  atEnd(async () => database.stop());
  const client = await database.connect();
  await applyDocument(client, source, compiled, (before) => compile(before));
  const running = await serveProduct(database, { port: 0, log: "silent", files: join(folder, "files"), ...options });
  atEnd(async () => running.stop());
  const ring = await readKeyRing(client);
  const token = async (claims: Readonly<Record<string, unknown>>) =>
    new SignJWT({ role: "authenticated", aud: "authenticated", iss: `${running.url}/auth/v1`, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: signingKey(ring).kid })
      .setIssuedAt()
      .setExpirationTime(typeof claims["exp"] === "number" ? claims["exp"] : "1h")
      .sign(signingKey(ring).privateKey);
  return {
    ...running,
    database,
    folder,
    token,
    atEnd,
    owner: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    person: async (name, ...roles) => {
      const { rows } = await client.query(
        "INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ($1, now(), $2) RETURNING id",
        [`${name.toLowerCase()}@example.test`, { name }],
      );
      const sub = String(rows[0].id);
      for (const role of roles)
        await client.query("INSERT INTO writ.assigned_role (person, role) VALUES ($1, $2)", [sub, role]);
      return token({ sub });
    },
  };
}

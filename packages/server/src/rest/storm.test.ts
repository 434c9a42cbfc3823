// A storm of requests of several people on a few connections, with failures at every place: every answer belongs to its asker.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { drawFrom } from "../../../language/src/testing/draw.ts";
import { products, type TestProduct } from "../testing/product.ts";

const startProduct = products();
const seed = Number(process.env["WRIT_SEED"] ?? 20_261_122);
const count = Number(process.env["WRIT_COUNT"] ?? (process.env["WRIT_LONG"] === "1" ? 20_000 : 1500));

const source = `<!-- writ 1 -->
# Diaries

## 1. What the product does and for whom

Everybody writes for themselves.

## 2. Screens and routes

none.

## 3. Entities and their fields

### Note
- Owner: Writer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 60 | yes | |
| Amount | integer | yes | 0 |
| Writer | reference to User | auto | \`me\` |

## 4. States and transitions

none.

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not too much | Note | \`note.amount <= 100\` | TOO_MUCH |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Note | create | yes | yes |
| Note | read | own | yes |
| Note | update, delete | own | own |

## 7. The calls it makes

none.

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_MUCH | | 422 | That is too much. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

type Person = { readonly name: string; readonly token: string; readonly id: string };

let desk: TestProduct;
const people: Person[] = [];

before(async () => {
  desk = await startProduct(source, { limits: { connections: 3 } });
  for (const name of ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]) {
    const token = await desk.person(name);
    const [row] = await desk.owner('SELECT id FROM public."user" WHERE name = $1', [name]);
    people.push({ name, token, id: String(row?.["id"]) });
  }
  // What a function leaves behind is what the next one on its connection would see.
  await desk.owner(`
    CREATE FUNCTION public.said(word text, pause float8) RETURNS json LANGUAGE plpgsql VOLATILE AS $$
      DECLARE
        found text := coalesce(current_setting('app.secret', true), '');
        sub text := current_setting('request.jwt.claims')::json ->> 'sub';
      BEGIN
        PERFORM set_config('app.secret', word, false), set_config('request.jwt.claims', '{"sub": "left behind"}', false), pg_sleep(pause);
        RETURN json_build_object('word', word, 'sub', sub, 'found', found, 'user', current_user);
      END $$;
    CREATE FUNCTION public.fails(word text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
      BEGIN PERFORM set_config('app.secret', word, false); RAISE EXCEPTION '%', word; END $$;
    CREATE FUNCTION public.throws_away() RETURNS text LANGUAGE plpgsql VOLATILE AS $$ BEGIN DEALLOCATE ALL; RETURN 'gone'; END $$;
    GRANT EXECUTE ON FUNCTION public.said(text, float8), public.fails(text), public.throws_away() TO authenticated`);
  await desk.reload();
});

type Got = { readonly status: number; readonly body: unknown };

async function ask(
  { token }: Person,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Got | undefined> {
  try {
    const response = await fetch(`${desk.url}/rest/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        prefer: "return=representation",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, body: await response.json() };
  } catch (failure) {
    if (signal?.aborted === true) return undefined;
    throw failure;
  }
}

/** Of connections that are ended under their requests; whatever ran on one is told so. */
const isAway = (got: Got): boolean => got.status === 503;

const kept = new Map<string, string[]>();
const lost = new Set<string>();

/** One request of somebody, and what its answer must be, whatever happens to all others. */
type Act = (who: Person, word: string, pause: number) => Promise<void>;

const acts: Readonly<Record<string, Act>> = {
  said: async (who, word, pause) => {
    const got = await ask(who, "POST", "rpc/said", { word, pause });
    if (got === undefined || isAway(got)) return;
    assert.deepEqual(got, { status: 200, body: { word, sub: who.id, found: "", user: "authenticated" } });
  },
  fails: async (who, word) => {
    const got = await ask(who, "POST", "rpc/fails", { word });
    if (got === undefined || isAway(got)) return;
    assert.deepEqual([got.status, (got.body as { message: string }).message], [400, word]);
  },
  "throws away": async (who) => {
    const got = await ask(who, "POST", "rpc/throws_away", {});
    if (got === undefined || isAway(got)) return;
    // Whoever throws away the statement that ends their own packet meets themselves again; nobody else does.
    if (got.status === 400) assert.equal((got.body as { code: string }).code, "26000");
    else assert.deepEqual(got, { status: 200, body: "gone" });
  },
  leaves: async (who, word, pause) => {
    const leaving = new AbortController();
    // By the clock: at any moment of what is asked.
    const timer = setTimeout(() => leaving.abort(), pause * 1000);
    await ask(who, "POST", "rpc/said", { word, pause: 0.02 }, leaving.signal);
    clearTimeout(timer);
  },
  "leaves a write": async (who, word, pause) => {
    const leaving = new AbortController();
    // By the clock: at any moment of what is asked.
    const timer = setTimeout(() => leaving.abort(), pause * 100);
    const got = await ask(who, "POST", "note", { words: word }, leaving.signal);
    clearTimeout(timer);
    if (got?.status === 201) kept.get(who.name)?.push(word);
    else lost.add(word);
  },
  writes: async (who, word) => {
    const got = await ask(who, "POST", "note?select=words,writer", { words: word });
    if (got === undefined || isAway(got)) return void lost.add(word);
    assert.deepEqual(got, { status: 201, body: [{ words: word, writer: who.id }] });
    kept.get(who.name)?.push(word);
  },
  // Found out by the commit, which stands in the same packet.
  "writes too much": async (who, word) => {
    const got = await ask(who, "POST", "note", { words: word, amount: 101 });
    if (got === undefined || isAway(got)) return;
    assert.deepEqual([got.status, (got.body as { code: string }).code], [422, "TOO_MUCH"]);
  },
  "reads all": async (who) => {
    const got = await ask(who, "GET", "note?select=words,writer&order=words");
    if (got === undefined || isAway(got)) return;
    assert.equal(got.status, 200);
    for (const row of got.body as readonly { readonly writer: string }[]) assert.equal(row.writer, who.id);
  },
  "reads one": async (who) => {
    const words = kept.get(who.name)?.at(-1) ?? "none";
    const got = await ask(who, "GET", `note?select=words&words=eq.${words}`);
    if (got === undefined || isAway(got)) return;
    assert.deepEqual(got, { status: 200, body: words === "none" ? [] : [{ words }] });
  },
  "reads another's": async (who) => {
    const other = people.find(({ name }) => name !== who.name && (kept.get(name)?.length ?? 0) > 0);
    const words = kept.get(other?.name ?? "")?.at(-1) ?? "none";
    const got = await ask(who, "GET", `note?select=words&words=eq.${words}`);
    if (got === undefined || isAway(got)) return;
    assert.deepEqual(got, { status: 200, body: [] });
  },
  // Another text each time: it stays unprepared, beside those that are kept.
  "asks for what is new": async (who, word) => {
    const got = await ask(who, "GET", `note?select=${word}:words&limit=1`);
    if (got === undefined || isAway(got)) return;
    assert.equal(got.status, 200);
    for (const row of got.body as readonly object[]) assert.deepEqual(Object.keys(row), [word]);
  },
};

test("every answer belongs to its asker", { timeout: 600_000 }, async () => {
  const draw = drawFrom(seed);
  for (const { name } of people) kept.set(name, []);
  const ending = await desk.database.connect({ as: "authenticator" });
  const names = Object.keys(acts).filter((name) => name !== "throws away");
  let made = 0;
  const clients = Array.from({ length: 24 }, async () => {
    while (made < count) {
      const at = made++;
      const [who, name, pause] = [
        draw.pick(people),
        draw.once(50) ? "throws away" : draw.pick(names),
        draw.number(0, 20) / 1000,
      ];
      const word = `w${at}`;
      if (at % 100 === 99)
        await ending.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'authenticator' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1",
        );
      await acts[name]?.(who, word, pause).catch((failure: unknown) => {
        throw new Error(`request ${at} of seed ${seed}, "${name}" by ${who.name}`, { cause: failure });
      });
    }
  });
  await Promise.all(clients);
  await ending.end();
  // What was acknowledged is there, and nothing that was refused.
  for (const { name, id } of people) {
    const rows = await desk.owner("SELECT words FROM note WHERE writer = $1", [id]);
    const words = new Set(rows.map((row) => String(row["words"])));
    for (const word of kept.get(name) ?? []) assert.ok(words.delete(word), `${name} was told that ${word} is kept`);
    assert.deepEqual(
      [...words].filter((word) => !lost.has(word)),
      [],
    );
  }
});

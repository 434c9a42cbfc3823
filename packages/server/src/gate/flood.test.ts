// What somebody can use up who means no good: memory, connections, turns. Each caller is one address behind a server in front; long because each greed is one story.
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { before, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeGate, type Gate } from "../testing/gate.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { listen } from "./listen.ts";
import { readBody } from "./read-body.ts";
import { eventually, patience, pause } from "../../../language/src/testing/eventually.ts";

const startProduct = products();
let pages: TestProduct;
let gate: Gate;

before(async () => {
  pages = await startProduct(visitorsOnly("Page"), {
    proxies: 1,
    limits: { connections: 4, waiting: 40, waitMilliseconds: patience, statementMilliseconds: patience },
    memory: { bytes: 40_000_000, bytesOfOne: 6_000_000 },
  });
  await pages.owner(`
    CREATE FUNCTION public.sleep(seconds float) RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT pg_sleep(seconds)::text $$;
    CREATE FUNCTION public.large() RETURNS text LANGUAGE sql STABLE AS $$ SELECT repeat('x', 24000000) $$;
    GRANT EXECUTE ON FUNCTION public.sleep(float), public.large() TO anon`);
  gate = await makeGate(pages);
});

type Options = { readonly from?: string; readonly method?: string; readonly body?: string };

const ask = async (path: string, { from = "192.0.2.1", method = "GET", body }: Options = {}, signal?: AbortSignal) =>
  fetch(`${pages.url}/rest/v1/${path}`, {
    method,
    headers: { "x-forwarded-for": from, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.resume();
  return socket;
}

const raw = async (...parts: readonly string[]): Promise<Socket> => {
  const socket = await opened(Number(new URL(pages.url).port));
  for (const part of parts) socket.write(part);
  return socket;
};

const head = (method: string, path: string, ...more: readonly string[]): string =>
  [`${method} /rest/v1/${path} HTTP/1.1`, "Host: x", "X-Forwarded-For: 192.0.2.1", ...more, "", ""].join("\r\n");

async function answerOn(socket: Socket, until: (text: string) => boolean): Promise<string> {
  let text = "";
  socket.on("data", (data: Buffer) => (text += data.toString("latin1")));
  await eventually(
    () => until(text) || socket.destroyed,
    () => text,
  );
  return text;
}

/** What is tried until it is so. */
const soon = async (check: () => Promise<boolean> | boolean): Promise<boolean> => eventually(check, "it is not so");

/** Three who hold all the connections that one may have, until the gate is opened. */
async function threeHeld(more = 0) {
  await gate.shut();
  const held = Array.from({ length: 3 + more }, async () => ask("rpc/held"));
  await gate.isHeldBy(3);
  return held;
}

test("a body of many chunks takes no more memory than its bytes", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const chunks = 100_000;
  const request = Object.assign(new PassThrough(), { headers: {}, setTimeout: () => undefined });
  let held = 0;
  const add = (bytes: number) => void (held += bytes);
  const body = readBody(request, { bytes: 10_000_000, milliseconds: 10_000 }, { reserve: add, charge: add });
  const atRest = heap();
  for (let times = 0; times < chunks; times++) if (!request.write(Buffer.from(" "))) await once(request, "drain");
  const taken = heap() - atRest;
  request.end();
  assert.equal(await body, " ".repeat(chunks));
  assert.ok(taken < 3_000_000, `${taken} bytes for ${chunks}`);
  assert.ok(held >= chunks && held < 3 * chunks, `${held}`);
});

test("a client with unfinished bodies gets no more memory, and other clients do", async () => {
  const body = JSON.stringify({ words: "x".repeat(2_000_000) });
  const begin = async () => {
    const socket = await raw(head("POST", "page", "Content-Length: 4000001"), "x".repeat(4_000_000));
    // The other one was faster, and this one is refused.
    socket.once("data", () => socket.destroy());
    return socket;
  };
  let stuck = await begin();
  let begun = 1;
  const refused = await soon(async () => {
    // On a busy machine it may have taken too long, and is let go; or the other one is as fast each time, and has to wait for it.
    if (stuck.destroyed) {
      stuck = await begin();
      await pause(50 * Math.min(begun++, 40), "the other one is to be faster for once");
    }
    return (await ask("page", { method: "POST", body })).status === 503;
  });
  assert.ok(refused);
  assert.equal((await ask("page", { method: "POST", body })).headers.get("retry-after"), "1");
  assert.notEqual((await ask("page", { method: "POST", body, from: "192.0.2.2" })).status, 503);
  stuck.destroy();
  assert.ok(await soon(async () => (await ask("page", { method: "POST", body })).status !== 503));
});

test("a client that does not fetch its answers has to wait, and other clients do not", async () => {
  const socket = await raw(head("GET", "rpc/large"));
  socket.pause();
  assert.ok(await soon(async () => (await ask("page")).status === 503));
  assert.equal((await ask("page", { from: "192.0.2.2" })).status, 200);
  socket.destroy();
  assert.ok(await soon(async () => (await ask("page")).status === 200));
});

test("requests that are sent ahead are answered in their order, and only so many of them", async () => {
  const paths = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? "page?select=words" : `nothing${at}`));
  const socket = await raw(paths.map((path) => head("GET", path)).join(""));
  const text = await answerOn(socket, (so) => so.split("HTTP/1.1 ").length > 50);
  const statuses = [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(
    statuses,
    paths.map((_, at) => (at % 2 === 0 ? "200" : "404")),
  );
  socket.destroy();
  const greedy = await raw(head("GET", "page").repeat(1000));
  assert.ok(await soon(() => greedy.destroyed));
});

test("a client with many requests at once takes neither all connections nor the whole queue", async () => {
  const held = await threeHeld(1);
  let answered = 0;
  const more = Array.from({ length: 26 }, async () => {
    const answer = await ask("rpc/sleep?seconds=0");
    answered++;
    return answer;
  });
  await eventually(
    () => answered === 17,
    () => `${answered} were answered`,
  );
  // One connection is left for others.
  assert.equal((await ask("page", { from: "192.0.2.2" })).status, 200);
  await gate.open();
  const statuses = (await Promise.all([...held, ...more])).map(({ status }) => status);
  const served = statuses.filter((status) => status === 200).length;
  // Three at once, and ten that wait.
  assert.deepEqual([served, statuses.filter((status) => status === 503).length], [13, 17]);
});

test("a client that leaves the queue starts no work", async () => {
  const busy = await threeHeld();
  const controller = new AbortController();
  const body = JSON.stringify({ words: "left" });
  const come: ServerResponse[] = [];
  const keep = (message: unknown) => void come.push((message as { readonly response: ServerResponse }).response);
  subscribe("http.server.request.start", keep);
  const left = ask("page", { method: "POST", body }, controller.signal).catch(() => undefined);
  const served = await eventually(() => come[0], "that it has come");
  unsubscribe("http.server.request.start", keep);
  await pause(100, "it is to wait for its turn by then, which nothing tells");
  controller.abort();
  await left;
  await eventually(() => served.closed, "that the server knows that it is gone");
  await gate.open();
  await Promise.all(busy);
  assert.equal((await ask("page", { method: "POST", body: JSON.stringify({ words: "stayed" }) })).status, 201);
  const rows = await pages.owner("SELECT words FROM public.page WHERE words IN ('left', 'stayed')");
  assert.deepEqual(rows, [{ words: "stayed" }]);
});

test("a client that leaves at any moment leaves nothing to the next user of the connection", async () => {
  const body = JSON.stringify({ words: "whole" });
  for (let round = 0; round < 60; round++) {
    const controller = new AbortController();
    const gone = ask("rpc/sleep?seconds=0.02", {}, controller.signal).catch(() => undefined);
    // By the clock: at any moment of what is asked.
    setTimeout(() => controller.abort(), round % 30);
    const stayed = await ask("page", { method: "POST", body, from: "192.0.2.2" });
    assert.equal(stayed.status, 201, await stayed.text());
    await gone;
  }
});

test("a head that does not come, or comes letter by letter, is not waited for", async () => {
  const { port, close } = await listen(
    (_request, response) => void response.end("there"),
    {
      port: 0,
      host: "127.0.0.1",
    },
    { headersTimeout: 100, connectionsCheckingInterval: 50 },
  );
  const silent = await opened(port);
  const slow = await opened(port);
  // By the clock: letter by letter, until the server ends it.
  const letters = setInterval(() => slow.write("G"), 20);
  const areClosed = await soon(() => silent.destroyed && slow.destroyed);
  clearInterval(letters);
  assert.ok(areClosed);
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "there");
  await close();
});

test("a body that arrives byte by byte has a deadline, whether it is read or not", async () => {
  const impatient = await startProduct(visitorsOnly("Card"), { body: { milliseconds: 400 } });
  const port = Number(new URL(impatient.url).port);
  const socket = await opened(port);
  socket.write(
    "POST /rest/v1/card HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n",
  );
  // By the clock: letter by letter, until the server ends it.
  const letters = setInterval(() => socket.write(" "), 20);
  await soon(() => socket.destroyed);
  clearInterval(letters);
  // A whole one is taken, and its connection serves the next.
  const answered = await fetch(`${impatient.url}/rest/v1/card`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ words: "whole" }),
  });
  assert.equal(answered.status, 201);
});

test("a server that is to end answers what runs, and does not wait for who goes on asking", async () => {
  let begun = 0;
  const answer = (response: ServerResponse) => {
    begun++;
    // By the clock: some answers are under way when it is to end.
    setTimeout(() => response.end("whole"), 30);
  };
  const { port, close } = await listen((_request, response) => answer(response), { port: 0, host: "127.0.0.1" });
  const over = new AbortController();
  const outcomes: unknown[] = [];
  const clients = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      outcomes.push(
        await fetch(`http://127.0.0.1:${port}/`)
          .then(async (response) => response.text())
          .catch((failure: Error & { readonly cause?: { readonly code?: string } }) => failure.cause?.code),
      );
    }
  });
  const idle = await opened(port);
  await eventually(() => outcomes.length >= 8, "answers");
  // It ends although they never stop asking.
  await close();
  over.abort();
  await Promise.all(clients);
  if (!idle.destroyed) await once(idle, "close", { signal: AbortSignal.timeout(patience) });
  // Whoever had only just come to the door when it was closed was not let in, and is told so by the system.
  assert.equal(outcomes.filter((outcome) => outcome === "whole").length, begun);
  for (const outcome of new Set(outcomes))
    assert.ok(["whole", "ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"].includes(String(outcome)), String(outcome));
});

test("a body that could only be meant to do harm is refused at once", async () => {
  const post = async (path: string, body: string, type = "application/json") => {
    const headers = { "content-type": type, "x-forwarded-for": "192.0.2.3" };
    return fetch(`${pages.url}/rest/v1/${path}`, { method: "POST", headers, body });
  };
  const names = Array.from({ length: 2000 }, (_, at) => `"k${at}":1`).join(",");
  const harmful: Readonly<Record<string, readonly [path: string, body: string, type?: string]>> = {
    deep: ["page", `{"words":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`],
    "deep as an argument": ["rpc/sleep", `{"seconds":${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}}`],
    "more rows than a statement can do": ["page", `[${"{},".repeat(100_000)}{}]`],
    "more lines than that": ["page", `words\n${"a\n".repeat(100_002)}`, "text/csv"],
    "more columns than a table has": ["page", `{${names}}`],
    "more arguments than that": ["rpc/sleep", `{${names}}`],
    "more cells than that": ["page", ",".repeat(2000), "text/csv"],
    "more values of a form than that": ["page", "a=&".repeat(1_000_000), "application/x-www-form-urlencoded"],
    "more of them for a function": ["rpc/sleep", "seconds=0&".repeat(200_000), "application/x-www-form-urlencoded"],
    "a quote that does not end": ["page", `words\n"${"x".repeat(2_000_000)}`, "text/csv"],
  };
  for (const [name, given] of Object.entries(harmful)) {
    const answer = await post(...given);
    const text = await answer.text();
    assert.equal(answer.status, 400, `${name}: ${text.slice(0, 200)}`);
    assert.match(text, /PGRST102/, name);
  }
  const quoted = `words\n"${'say ""x"" '.repeat(9000)}"\nplain`;
  assert.equal((await post("page", quoted, "text/csv")).status, 201);
  const [row] = await pages.owner("SELECT words FROM public.page WHERE words LIKE 'say%'");
  assert.equal(row?.["words"], 'say "x" '.repeat(9000));
});

// What answers at an address may be anything: it ends in words, soon, and never in an error of this side.
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { planOf } from "../plan/plan.ts";
import { lending } from "../testing/lending.ts";
import { RemoteUnavailable } from "./unavailable.ts";
import { findRemote } from "./product.ts";
import { runRemote } from "./run-remote.ts";

const { source } = completeDocument(lending);
const compiled = compile(source);
const digest = createHash("sha256").update(source).digest("hex");
/** Whatever ends is waited for, however slow the machine is. */
const limits = { patience: 60_000, most: 2 ** 20 };
/** What never ends is not. */
const short = { ...limits, patience: 500 };

type Answering = (asked: IncomingMessage, answer: ServerResponse) => void;

async function serverThat(answering: Answering): Promise<string> {
  const server = createServer((asked, answer) => {
    answer.setHeader("content-type", "application/json");
    answering(asked, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function refusal(work: () => Promise<unknown>): Promise<string> {
  const failure: unknown = await work().catch((problem: unknown) => problem);
  assert.ok(failure instanceof RemoteUnavailable, String(failure));
  return failure.message;
}

const saying = (body: unknown): Answering => {
  const text = JSON.stringify(body);
  return (_asked, answer) => void answer.end(text);
};

for (const [what, answering, told] of [
  [
    "a title that is no text",
    saying({ document: "0123456789abcdef", title: { toString: 1 }, anon_key: "x" }),
    /serves another document, which has no title \(sha256 0123456789ab…/,
  ],
  [
    "a title without end",
    saying({ document: "0", title: "T".repeat(200_000), anon_key: "x" }),
    /serves another document, "T{79}…" \(sha256/,
  ],
  ["a key that no header holds", saying({ document: digest, title: "T", anon_key: "a\nb" }), /is not a Writ product/],
  ["nothing", saying(null), /is not a Writ product/],
  [
    "an answer larger than anybody waits for",
    (_asked, answer) => {
      const more = () => {
        while (!answer.destroyed) if (!answer.write("x".repeat(2 ** 16))) return void answer.once("drain", more);
      };
      more();
    },
    /cannot be read: its answer is larger than 1 MB$/,
  ],
  [
    "an answer that drips",
    (_asked, answer) => {
      // By the clock: it drips, however slowly, and never ends.
      const dripping = setInterval(() => answer.write(" "), 50);
      answer.once("close", () => clearInterval(dripping));
    },
    /cannot be read: its answer did not end within/,
  ],
  [
    "an answer that breaks off",
    (_asked, answer) => {
      answer.write("{");
      // By the clock: it breaks off after its beginning has been sent.
      setTimeout(() => answer.destroy(), 50);
    },
    /cannot be read: its answer broke off$/,
  ],
  [
    "a status that there is not",
    (_asked, answer) => void answer.writeHead(999).end("{}"),
    /cannot be read: its answer has the invalid status 999$/,
  ],
  [
    "a status in letters that no other one takes",
    (_asked, answer) => void answer.writeHead(200, "\u00e9\u00ff").end("{}"),
    /is not a Writ product/,
  ],
] satisfies readonly (readonly [string, Answering, RegExp])[])
  test(`what tells ${what} is refused in words`, async () => {
    const url = await serverThat(answering);
    const isEndless = what === "an answer that drips";
    const words = await refusal(async () => findRemote(url, "key", source, isEndless ? short : limits));
    assert.match(words, told);
    assert.ok(words.length < 700);
  });

/** Which is found as the product, and then answers otherwise. */
async function tried(answering: Answering) {
  const url = await serverThat((asked, answer) => {
    if (asked.url?.includes("/admin/product") === true)
      return void answer.end(JSON.stringify({ document: digest, title: "T", anon_key: "x" }));
    answering(asked, answer);
  });
  const elsewhere = await findRemote(url, "key", source, limits);
  const plan = planOf(compiled, "6/Loan/delete", Date.now());
  const { failure, left } = await runRemote(plan, elsewhere, { send: false }, () => undefined);
  assert.ok(failure instanceof RemoteUnavailable, String(failure));
  return { words: failure.message, left };
}

for (const text of ["null", "[1,2", "{}", "[]", '"x"', '{"hashed_token":{"toString":1},"msg":{"toString":1}}'])
  for (const status of [200, 422])
    test(`what answers ${status} ${text} to all is told, and so is whoever may be left`, async () => {
      const { words, left } = await tried((_asked, answer) => void answer.writeHead(status).end(text));
      assert.match(words, /there|no longer answers/);
      assert.match(left.join("\n"), /^the account writ-/);
    });

test("an error without end is shortened", async () => {
  const { words, left } = await tried((_asked, answer) => {
    answer
      .writeHead(500)
      .end(JSON.stringify({ msg: "y".repeat(100_000), code: "y".repeat(100_000), message: "y".repeat(100_000) }));
  });
  assert.ok(words.length < 700 && left.every((one) => one.length < 700), String(words.length));
});

test("rows without end are looked for so long alone", async () => {
  const { words, left } = await tried((asked, answer) => {
    const by = /created_by\.in\.\(([\da-f-]{36})/.exec(decodeURIComponent(asked.url ?? ""));
    if (asked.method === "GET" && by !== null)
      return void answer.end(
        JSON.stringify([{ id: randomUUID(), created_at: new Date().toISOString(), created_by: by[1] }]),
      );
    answer.writeHead(asked.method === "POST" ? 500 : 200).end(asked.url?.includes("/rest/") === true ? "[]" : "{}");
  });
  assert.match(words, /was refused there/);
  assert.match(left.join("\n"), /do not come to an end there/);
});

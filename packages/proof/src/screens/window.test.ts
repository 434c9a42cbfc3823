// A window on pages that come late, never come to rest, or let no one go.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { findForPages } from "../../../web/src/testing/find-chromium.ts";
import { missingBrowser, launch } from "./browser.ts";
import { createWindow } from "./window.ts";
import { pause } from "../../../language/src/testing/eventually.ts";

let browser: Browser;

before(async () => {
  const file = findForPages();
  assert.ok(file !== undefined, missingBrowser(process.env["WRIT_CHROMIUM"]));
  browser = await launch(file);
});
after(async () => browser.close());

/** Ways in which a page is there before all of it is. */
const late = {
  asked: `fetch("/answer").then((answer) => answer.text()).then(() => setTimeout(add))`,
  told: `const status = Object.assign(document.createElement("p"), { role: "status", ariaLabel: "Loading" });
    document.body.append(status);
    setTimeout(() => { status.remove(); add(); }, 500)`,
  drawn: `let pieces = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      for (const end = performance.now() + 5; performance.now() < end; );
      if (pieces++ < 60) port2.postMessage(0);
      else add();
    };
    port2.postMessage(0)`,
};

test("late content is waited for, whether it was requested, announced as loading, or drawn in pieces", async () => {
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", "text/html");
    const script = late[url.slice(1) as keyof typeof late];
    const add = `const add = () => document.body.append(document.createElement("button"));`;
    // By the clock: an answer that comes late.
    if (url === "/answer") setTimeout(() => response.end(), 500);
    else response.end(`<h1>Late</h1><script>${add} ${script}</script>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const window = await createWindow(browser, {});
  try {
    for (const way of Object.keys(late)) {
      await window.goTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${way}`);
      const { commands, isWaiting } = await window.lookAtRest();
      assert.deepEqual([way, commands.length, isWaiting], [way, 1, false]);
    }
  } finally {
    await window.close();
    server.close();
  }
});

/** Ways in which a page never comes to rest. */
const endless = {
  loops: `for (;;);`,
  reloads: `location.reload();`,
  nameless: `document.querySelector("h1").remove();`,
};

test("a page that never comes to rest is reported as that, and the next one is looked at as ever", async () => {
  const server = createServer(({ url = "" }, response) => {
    const script = endless[url.slice(1) as keyof typeof endless] ?? "";
    response.setHeader("content-type", "text/html");
    response.end(`<h1>Page</h1><script>setTimeout(() => { ${script} })</script>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const window = await createWindow(browser, {}, { patience: 3000 });
  const lookAt = async (path: string) => {
    await window.goTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`);
    const { heading, isWaiting } = await window.lookAtRest();
    return { heading, isWaiting };
  };
  try {
    assert.deepEqual(await lookAt("loops"), { heading: "", isWaiting: true });
    assert.deepEqual(await lookAt("good"), { heading: "Page", isWaiting: false });
    assert.equal((await lookAt("reloads")).isWaiting, true);
    assert.deepEqual(await lookAt("good"), { heading: "Page", isWaiting: false });
    assert.deepEqual(await lookAt("nameless"), { heading: "", isWaiting: false });
    assert.deepEqual(await lookAt("good"), { heading: "Page", isWaiting: false });
  } finally {
    await window.close();
    server.close();
    server.closeAllConnections();
  }
});

/** Ways in which a page that has come to rest is in the way of the next one. */
const restless = {
  "loops by and by": `setTimeout(() => { for (;;); }, 300);`,
  "loops when it is left": `addEventListener("pagehide", () => { for (;;); });`,
  "asks whether to leave": `addEventListener("beforeunload", (event) => event.preventDefault());`,
  "opens others": `window.open("/asks"); setTimeout(() => window.open("/asks"), 100);`,
  asks: `setInterval(() => fetch("/never"), 10);`,
};

test("what a page does once it was looked at does not hold up the next one", async () => {
  const server = createServer(({ url = "" }, response) => {
    if (url === "/never") return;
    const script = restless[decodeURI(url.slice(1)) as keyof typeof restless] ?? "";
    response.setHeader("content-type", "text/html");
    response.end(`<h1>Page</h1><script>setTimeout(() => { ${script} })</script>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const window = await createWindow(browser, {}, { patience: 3000 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (const way of Object.keys(restless)) {
      await window.goTo(`${url}/${way}`);
      await window.lookAtRest();
      await pause(500, "the page is to begin with what it does");
      await window.goTo(`${url}/good`);
      const { path, isWaiting } = await window.lookAtRest();
      assert.deepEqual([way, path, isWaiting], [way, "/good", false]);
    }
  } finally {
    await window.close();
    server.close();
    server.closeAllConnections();
  }
});

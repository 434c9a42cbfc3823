// The modules of a server: which there are, in which order they start and stop, and what is left of a start that fails.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "@writ/language";
import { productModules } from "@writ/language/product";
import { eventually } from "../../language/src/testing/eventually.ts";
import { layFoundation } from "./foundation.ts";
import { startModules, type ServerModule } from "./module.ts";
import { modulesOf } from "./modules.ts";
import { emptyFolder } from "./postgres/testing/surroundings.ts";
import { serveProduct } from "./serve.ts";
import { products } from "./testing/product.ts";
import { visitorsOnly } from "./testing/visitors-only.ts";

const startProduct = products();

function recorded(failing: string | undefined): { readonly all: readonly ServerModule[]; readonly log: string[] } {
  const log: string[] = [];
  const all = ["one", "two", "three"].map((name): ServerModule => ({
    name,
    start: async () => {
      log.push(`start ${name}`);
      if (name === failing) throw new Error(`${name} does not start`);
    },
    stop: async () => {
      log.push(`stop ${name}`);
      if (name === "three") throw new Error("three does not stop");
    },
  }));
  return { all, log };
}

test("modules stop in the opposite order, also where one of them cannot be stopped", async () => {
  const { all, log } = recorded(undefined);
  const stop = await startModules(all);
  await assert.rejects(stop(), /three does not stop/);
  assert.deepEqual(log, ["start one", "start two", "start three", "stop three", "stop two", "stop one"]);
  // Nothing is stopped twice.
  await stop();
  assert.equal(log.length, 6);
});

test("a start that fails stops what had started, and the module itself", async () => {
  const { all, log } = recorded("two");
  await assert.rejects(startModules(all), /two does not start/);
  assert.deepEqual(log, ["start one", "start two", "stop two", "stop one"]);
  const last = recorded("three");
  await assert.rejects(startModules(last.all), /three does not start/);
  assert.deepEqual(last.log.slice(3), ["stop three", "stop two", "stop one"]);
});

test("a server whose port is taken leaves no connection to the database behind", async () => {
  const product = await startProduct(visitorsOnly("Page"));
  // Those that a server keeps as long as it runs, one of each.
  const kept = async () => {
    const rows = await product.owner(
      "SELECT application_name FROM pg_stat_activity WHERE application_name IN ('writ catalogue', 'writ claims', 'writ sessions') ORDER BY 1",
    );
    return rows.map((row) => row["application_name"]).join();
  };
  const ofOne = "writ catalogue,writ claims,writ sessions";
  assert.equal(await kept(), ofOne);
  await assert.rejects(serveProduct(product.database, { port: product.port, log: "silent" }), /EADDRINUSE/);
  await eventually(async () => (await kept()) === ofOne, "the connections of the server that failed are closed");
});

test("the page of the package lists the modules in their order, with what they answer", (context) => {
  const source = visitorsOnly("Page");
  const compiled = compile(source);
  const folder = emptyFolder(context);
  for (const name of ["index.html", "console.html"]) writeFileSync(join(folder, name), "");
  const database = { poolConfig: () => ({}), capabilities: {} } as never;
  const { list } = modulesOf(
    layFoundation(database, {
      port: 0,
      log: "silent",
      development: true,
      files: emptyFolder(context),
      document: { file: "SPEC.md", source, compiled },
      pages: { folder, modules: productModules(compiled) },
      console: { folder },
    }),
  );
  const page = readFileSync(`${import.meta.dirname}/../README.md`, "utf8");
  const rows = Array.from(page.matchAll(/^\| `([\w ]+)` \| (.*?) \|/gm), ([, name = "", answers = ""]) => ({
    name,
    answers,
  }));
  assert.deepEqual(
    rows.map(({ name }) => name),
    list.map(({ name }) => name),
  );
  for (const [at, { name, answers }] of rows.entries()) {
    const addresses = Array.from(answers.matchAll(/`(.*?)`/g), ([, address = ""]) => address);
    const fits = (path: string) =>
      addresses.some((address) => address === path || (address.endsWith("*") && path.startsWith(address.slice(0, -1))));
    const unnamed = (list[at]?.routes ?? []).map(({ path }) => path).filter((path) => path !== "*" && !fits(path));
    assert.deepEqual(unnamed, [], name);
  }
});

// What is asked for at an address, from what was asked for at another one of its form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { preloadAt, isOfForm, readPartAddress, readRemembered, type FirstScreen } from "./remembered.ts";

const ticket: FirstScreen = {
  form: "/tickets/$ticket",
  kind: "detail",
  path: "/tickets/CD-1%2F2",
  search: "",
  asked: [
    "/_/product",
    "/rest/v1/user?select=*&id=eq.me",
    "/rest/v1/user?select=*&id=eq.somebody",
    "/rest/v1/ticket?select=id%2Cnumber&number=eq.CD-1%2F2&limit=1",
    "/rest/v1/comment?select=id&and=%28ticket.eq.17%29",
  ],
};

test("the same address requests everything that it requested before", () => {
  assert.deepEqual(preloadAt(ticket, ticket.path, "", "me"), ticket.asked);
});

test("another address of the form requests the account and the row that it names; nothing of the other row", () => {
  assert.deepEqual(preloadAt(ticket, "/tickets/CD%203", "", "me"), [
    "/_/product",
    "/rest/v1/user?select=*&id=eq.me",
    "/rest/v1/ticket?select=id%2Cnumber&number=eq.CD+3&limit=1",
  ]);
});

test("another search requests no rows: only the application knows which they are", () => {
  const list = { ...ticket, form: "/tickets", path: "/tickets", asked: ["/_/product", "/rest/v1/ticket?select=id"] };
  assert.deepEqual(preloadAt(list, "/tickets", "?q=printer", "me"), ["/_/product"]);
});

test("an address is of a form by its steps", () => {
  assert.ok(isOfForm("/tickets/CD-1", "/tickets/$ticket"));
  assert.ok(isOfForm("/", "/"));
  assert.ok(!isOfForm("/tickets", "/tickets/$ticket"));
  assert.ok(!isOfForm("/tickets/CD-1/edit", "/tickets/$ticket"));
  assert.ok(!isOfForm("/queue/CD-1", "/tickets/$ticket"));
});

const holding = (text: string): Storage => ({ getItem: () => text }) as unknown as Storage;

test("a damaged record, or one with requests for more than rows and the account, is ignored", () => {
  const read = (screens: unknown) =>
    readRemembered(holding(JSON.stringify({ person: "me", edition: "1", screens })), "me", "1");
  assert.deepEqual(read([ticket]), [ticket]);
  for (const screens of [undefined, null, 5, [null], [{}], [{ ...ticket, kind: 5 }], [{ ...ticket, asked: "x" }]])
    assert.deepEqual(read(screens), [], JSON.stringify(screens));
  for (const address of [
    5,
    "https://example.test/rest/v1/ticket",
    "//example.test/rest/v1/ticket",
    "/auth/v1/reauthenticate",
    "/rest/v1/../../auth/v1/reauthenticate",
    "/rest/v1/..%2f..%2fauth/v1/reauthenticate",
    "/_/product/x",
  ])
    assert.deepEqual(read([{ ...ticket, asked: [address] }]), [], String(address));
});

test("a part of the document is named by what makes its address", () => {
  const read = (address: string) => readPartAddress(holding(`me 1 ${address}`), "me", "1");
  assert.equal(read("/_/app/product-3-Ab_-9.js"), "/_/app/product-3-Ab_-9.js");
  for (const other of ["", "https://example.test/_/app/product-3.js", "/storage/v1/object/public/a/product-3.js"])
    assert.equal(read(other), undefined, other);
  assert.equal(readPartAddress(holding("you 1 /_/app/product-3.js"), "me", "1"), undefined);
  assert.equal(readPartAddress(holding(""), "me", "1"), undefined);
});

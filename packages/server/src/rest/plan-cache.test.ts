// Requests of one shape: each gets its own answer, whatever was asked in that shape before.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawRequest } from "./request/read-request.ts";
import { readRequest } from "./request/read-request.ts";
import { prepare } from "./prepare.ts";
import type { Service } from "./service.ts";
import { cachedPlan } from "./plan-cache.ts";
import type { Catalogue, Column } from "./catalogue/catalogue.ts";

const column = (name: string, type: string): Column => ({
  name,
  type,
  nominalType: type,
  nullable: true,
  default: null,
  maxLength: null,
  choices: [],
  description: null,
  casts: {},
});
const note = {
  schema: "public",
  name: "note",
  isView: false,
  isEntity: false,
  settles: false,
  fields: null,
  insertable: true,
  updatable: true,
  deletable: true,
  primaryKey: ["id"],
  columns: [column("id", "uuid"), column("title", "text"), column("_value_0_", "text")],
  description: null,
};
const catalogue = {
  tables: new Map([["public.note", note]]),
  ways: new Map(),
  functions: new Map(),
  handlers: [],
} as unknown as Catalogue;
const service = {
  catalogue: () => catalogue,
  schemas: ["public"],
  maxRows: 100,
  aggregates: true,
  transactionEnd: "commit",
} as unknown as Service;
const raw = (query: string, headers: Readonly<Record<string, string>> = {}): RawRequest => ({
  method: "GET",
  path: "/note",
  query,
  headers: { get: (name) => headers[name] ?? null },
  body: "",
});

test("what a shape gives is what the request by itself gives", () => {
  const queries = [
    "id=eq.1&title=neq.a",
    "id=eq.2&title=neq.b",
    "title=neq.b&id=eq.2",
    "id=gte.5&id=lt.9&order=title.desc&limit=3",
    "select=id,title&title=eq.x-y_z",
    "title=eq.a&title=like.b=eq.c",
    "title=eq.1&title=like.b=eq.2",
    "title=like.eq.a",
    "or=(id.eq.1,id.eq.2)&title=eq.3",
    "id=in.(1,2)&title=gt.1",
    "title=eq.",
    "title=eq.a%20b&id=eq.7",
    "",
  ];
  for (const headers of [{}, { prefer: "count=exact" }, { prefer: "count=planned" }]) {
    for (const query of [...queries, ...queries]) {
      const found = cachedPlan(raw(query, headers), service, catalogue);
      const request = readRequest(raw(query, headers), service);
      const { statement, explain } = prepare(request, service, catalogue);
      if (found === undefined) continue;
      assert.deepEqual(found.prepared.statement, statement, query);
      assert.deepEqual(found.prepared.explain, explain, query);
      assert.equal(found.request.canonical, request.canonical, query);
    }
  }
  for (const query of ["id=eq.1", "id=gte.5&order=title"]) assert.ok(cachedPlan(raw(query), service, catalogue), query);
});

test("what is no plain value, or could be taken for a stand-in, is read by itself", () => {
  const apart = [
    "title=like.b=eq.c",
    "_value_0_=eq.1",
    "title=eq._value_0_",
    "id=eq.1&title=eq.%5Fvalue_0_",
    "id=eq.1&title=like.%5fvalue%5F0_",
    "order=eq.title",
    "select=eq.a",
    "id=eq.1&id=nonsense",
  ];
  for (const query of apart) assert.equal(cachedPlan(raw(query), service, catalogue), undefined, query);
  assert.equal(cachedPlan({ ...raw("id=eq.1"), method: "DELETE" }, service, catalogue), undefined);
  assert.equal(cachedPlan({ ...raw("a=eq.1"), path: "/rpc/f" }, service, catalogue), undefined);
});

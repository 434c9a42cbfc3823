// The answer to OPTIONS.
import { keyOf, type Catalogue } from "../catalogue/catalogue.ts";
import { findTable } from "../plan/write-plan.ts";
import type { DataRequest } from "../request/request.ts";
import type { DataResponse } from "./respond.ts";

/** What may be done there, for the caller before doing it. */
export function respondAllowed(request: DataRequest, catalogue: Catalogue): DataResponse {
  const { target } = request;
  const methods: string[] = ["OPTIONS", "GET", "HEAD"];
  if (target.kind === "function") {
    const some = catalogue.functions.get(keyOf(target)) ?? [];
    if (some.length > 0 && some.every(({ volatility }) => volatility === "volatile")) methods.splice(1, 2);
    methods.push("POST");
  } else if (target.kind === "table") {
    const table = findTable(request, catalogue);
    if (table.insertable) methods.push("POST");
    if (table.insertable && table.updatable && table.primaryKey.length > 0) methods.push("PUT");
    if (table.updatable) methods.push("PATCH");
    if (table.deletable) methods.push("DELETE");
  }
  return { status: 200, headers: [["Allow", methods.join(",")]], body: "" };
}

// `/_/product`: to the caller, where their part of the document is, and which roles they have.
import type { Exchange } from "../gate/exchange.ts";
import type { Route } from "../gate/route-table.ts";
import { dataWire, serveCaller, type DataService } from "../rest/serve.ts";
import type { DataResponse } from "../rest/respond/respond.ts";
import type { Pages } from "./pages.ts";

const productAddress = "/_/product";

/** What it answers. The roles are those of `my_roles()`, so that the browser and the address go by one answer. */
export type ProductView = ReturnType<Pages["shownTo"]> & { readonly roles: readonly RoleView[] };
type RoleView = { readonly role: string; readonly within: string | null };

export const productRoute = (service: DataService, pages: Pages): Route => ({
  method: "GET",
  path: productAddress,
  answer: async (exchange) => serveProductPart(exchange, service, pages),
  wire: dataWire(service),
});

async function serveProductPart(exchange: Exchange, service: DataService, pages: Pages): Promise<void> {
  await serveCaller(exchange, service, productAddress, async ({ caller, headers, ask }) => {
    // Neither the key of the project nor that of the service is a person: both get the part that every page names.
    if (caller.role !== "authenticated") return productResponse({ ...pages.current(), roles: [] });
    if (pages.roles().length === 0)
      return productResponse({ ...pages.shownTo({ isSignedIn: true, roles: [] }), roles: [] });
    const plain = {
      get: (name: string) => (/^(?:range|prefer|accept(?:-profile)?)$/i.test(name) ? null : headers.get(name)),
    };
    const answer = await ask({ method: "GET", path: "/rpc/my_roles", query: "", headers: plain, body: "" });
    if (answer.status !== 200) return answer;
    const roles = JSON.parse(String(answer.body)) as readonly RoleView[];
    return productResponse({ ...pages.shownTo({ isSignedIn: true, roles: roles.map(({ role }) => role) }), roles });
  });
}

const productResponse = (product: ProductView): DataResponse => ({
  status: 200,
  headers: [
    ["Content-Type", "application/json; charset=utf-8"],
    // Another answer for each person, and another one as soon as their roles change.
    ["Cache-Control", "no-store"],
  ],
  body: JSON.stringify(product),
});

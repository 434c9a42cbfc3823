// `/_/sample-people`: whom the sign-in page offers to try the product as, under `writ run --sample` on this machine.
import type { Compiled } from "@writ/language";
import type { Foundation } from "../../foundation.ts";
import type { Exchange } from "../../gate/exchange.ts";
import { isFromLoopback, isLoopback, isOwnPage, loopbackHosts } from "../../gate/own-page.ts";
import type { Route } from "../../gate/route-table.ts";
import type { PreviewPerson } from "./list-people.ts";
import type { SamplePerson } from "./response-types.ts";

type Offered = Pick<Foundation, "development" | "host" | "options">;

/** Undefined in production, without `--sample`, and where other machines can reach the server. */
export const samplePeopleAddress = ({ development, host, options }: Offered): string | undefined =>
  development && options.samplePeople === true && isLoopback(host) && options.document !== undefined
    ? "/_/sample-people"
    : undefined;

type Listing = {
  readonly compiled: () => Compiled | undefined;
  readonly people: (compiled: Compiled) => Promise<readonly PreviewPerson[]>;
};

/** A role that every user has says something only of those who have no other. */
function distinctive(roles: readonly string[], compiled: Compiled | undefined): readonly string[] {
  const isGeneral = (label: string) =>
    compiled?.model.permissions.roles.some(
      ({ name, givenBy }) => name.label === label && givenBy.some(({ kind }) => kind === "signed in"),
    );
  const others = roles.filter((label) => !isGeneral(label));
  return others.length > 0 ? others : roles;
}

/** Each link signs in, so they are for pages of this address alone. */
export function samplePeopleRoutes(foundation: Foundation, { compiled, people }: Listing): readonly Route[] {
  const path = samplePeopleAddress(foundation);
  if (path === undefined) return [];
  const answer = async ({ request, response }: Exchange) => {
    if (!isFromLoopback(request) || !isOwnPage(request, loopbackHosts(foundation.address.port()))) {
      response
        .writeHead(403, { "Content-Type": "text/plain; charset=utf-8" })
        .end("This is for pages of this address.\n");
      return;
    }
    const served = compiled();
    const listed = served === undefined ? [] : await people(served);
    const body = listed.map(({ name, email, roles, link }): SamplePerson => {
      const { pathname, search } = new URL(link);
      return { name: name || email, roles: distinctive(roles, served), link: pathname + search };
    });
    response
      .writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" })
      .end(JSON.stringify(body));
  };
  return [{ method: "GET", path, answer, isOwn: true }];
}

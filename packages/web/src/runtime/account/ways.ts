// The ways to sign in that the document names, in its order, as pages show them.
import type { Application } from "@writ/language/product";

export type Way =
  | { readonly kind: "address" }
  | { readonly kind: "visitor" }
  /** `name` on the wire, `label` for people. */
  | { readonly kind: "provider"; readonly name: string; readonly label: string };

const named: Readonly<Record<string, string>> = {
  Google: "google",
  GitHub: "github",
  Microsoft: "azure",
  Apple: "apple",
};
const byAddress: ReadonlySet<string> = new Set(["email and password", "magic link", "code by mail"]);

export function waysOf({ signIn }: Application): readonly Way[] {
  const firstIssuer = signIn.find(({ issuer }) => issuer !== undefined)?.issuer;
  const ways = signIn.map(({ kind, issuer }): Way => {
    if (byAddress.has(kind)) return { kind: "address" };
    if (issuer !== undefined) {
      const host = new URL(issuer).hostname;
      return { kind: "provider", name: issuer === firstIssuer ? "openid" : `custom:${host}`, label: host };
    }
    const name = named[kind];
    return name === undefined ? { kind: "visitor" } : { kind: "provider", name, label: kind };
  });
  const first = ways.findIndex(({ kind }) => kind === "address");
  return ways.filter((way, at) => way.kind !== "address" || at === first);
}

export type MailWays = { readonly link: boolean; readonly code: boolean; readonly password: boolean };

export function mailWays({ signIn }: Application): MailWays {
  const kinds = new Set(signIn.map(({ kind }) => kind));
  return {
    link: kinds.has("magic link"),
    code: kinds.has("code by mail"),
    password: kinds.has("email and password"),
  };
}

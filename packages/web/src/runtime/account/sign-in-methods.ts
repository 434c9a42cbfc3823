// The ways to sign in that the document names, in its order, as pages show them.
import type { Application } from "@writ/language/product";

export type SignInMethod =
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

export function signInMethods({ signIn }: Application): readonly SignInMethod[] {
  const firstIssuer = signIn.find(({ issuer }) => issuer !== undefined)?.issuer;
  const methods = signIn.map(({ kind, issuer }): SignInMethod => {
    if (byAddress.has(kind)) return { kind: "address" };
    if (issuer !== undefined) {
      const host = new URL(issuer).hostname;
      return { kind: "provider", name: issuer === firstIssuer ? "openid" : `custom:${host}`, label: host };
    }
    const name = named[kind];
    return name === undefined ? { kind: "visitor" } : { kind: "provider", name, label: kind };
  });
  const first = methods.findIndex(({ kind }) => kind === "address");
  return methods.filter((method, at) => method.kind !== "address" || at === first);
}

export type MailMethods = { readonly link: boolean; readonly code: boolean; readonly password: boolean };

export function mailMethods({ signIn }: Application): MailMethods {
  const kinds = new Set(signIn.map(({ kind }) => kind));
  return {
    link: kinds.has("magic link"),
    code: kinds.has("code by mail"),
    password: kinds.has("email and password"),
  };
}

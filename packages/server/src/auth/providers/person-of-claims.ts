// Whom an OpenID provider speaks of, by the claims of its token: what is kept of them, and what is believed.
import { isObject, readAddress, type Fields } from "../request.ts";
import { readJson } from "../../gate/read-json.ts";
import type { ProvidedPerson } from "./identify.ts";
import type { Provider } from "./providers.ts";

export function personOfClaims(provider: Provider, claims: Fields, given: Fields = {}): ProvidedPerson {
  const email = typeof claims["email"] === "string" ? readAddress(claims["email"]) : undefined;
  return {
    provider: provider.name,
    // At Microsoft one application sees the people of many tenants under one name each.
    id: String(claims["sub"]),
    email,
    isVerified: email !== undefined && provider.isTrusted(claims),
    data: dataOf({ ...given, ...claims }, provider.issuer),
  };
}

/** Apple tells a name once, beside the token and unsigned: good enough for what people call themselves anyway. */
export function nameOfForm(text: string | null): Fields {
  if (text === null || text.length > 4000) return {};
  let said: unknown;
  try {
    said = readJson(text);
  } catch {
    return {};
  }
  const name = isObject(said) && isObject(said["name"]) ? said["name"] : {};
  const parts = [name["firstName"], name["lastName"]].map(shown).filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { name: parts.join(" ") };
}

/** The claims of a user that may be shown; never a token. */
function dataOf(claims: Fields, issuer: string): Fields {
  const texts = ["name", "given_name", "family_name", "nickname", "preferred_username", "picture", "locale"];
  const kept = Object.fromEntries(
    texts.flatMap((name) => {
      const text = shown(claims[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  return {
    ...kept,
    ...(kept["name"] === undefined ? {} : { full_name: kept["name"] }),
    ...(kept["picture"] === undefined ? {} : { avatar_url: kept["picture"] }),
    iss: issuer,
    sub: String(claims["sub"]),
    provider_id: String(claims["sub"]),
  };
}

/** Every token carries it, so a picture inside a `data:` address would make it too long. */
export function shown(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replaceAll(/\p{C}/gu, "").trim();
  return text === "" || text.length > 1000 ? undefined : text;
}

// GitHub is no OpenID provider: who somebody is, and which of their addresses are confirmed, is asked of its API.
import { AuthRefusal } from "../refusal.ts";
import { readAddress } from "../request.ts";
import type { AuthService } from "../service.ts";
import type { ProvidedPerson } from "./identify.ts";

type Person = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatar_url: string;
};
type Address = { readonly email: string; readonly primary: boolean; readonly verified: boolean };

export async function personOfGitHub(token: string, service: AuthService): Promise<ProvidedPerson> {
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const response = await (service.settings.fetch ?? fetch)(`https://api.github.com${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json", "user-agent": "writ" },
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new AuthRefusal(400, "bad_oauth_callback", `GitHub answers ${response.status}`);
    return (await response.json()) as Answer;
  };
  const person = await ask<Person>("/user");
  const addresses = await ask<readonly Address[]>("/user/emails");
  const first =
    addresses.find(({ primary, verified }) => primary && verified) ?? addresses.find(({ primary }) => primary);
  const email = first === undefined ? undefined : readAddress(first.email);
  return {
    provider: "github",
    id: String(person.id),
    email,
    isVerified: email !== undefined && first?.verified === true,
    data: {
      iss: "https://api.github.com",
      sub: String(person.id),
      provider_id: String(person.id),
      user_name: person.login,
      preferred_username: person.login,
      avatar_url: person.avatar_url,
      ...(person.name === null ? {} : { name: person.name, full_name: person.name }),
    },
  };
}

// GitHub is no OpenID provider: its API returns the user, and which of their addresses are confirmed.
import { AuthRefusal } from "../refusal.ts";
import { isObject, readAddress } from "../request.ts";
import type { AuthService } from "../service.ts";
import type { ProvidedPerson } from "./identify.ts";
import { shown } from "./person-of-claims.ts";
import type { Provider } from "./providers.ts";

type Address = { readonly email: string; readonly primary: boolean; readonly verified: boolean };

export async function personOfGitHub(
  token: string,
  { issuer }: Provider,
  { settings }: AuthService,
): Promise<ProvidedPerson> {
  // A company's own server has its API below its own address.
  const api = issuer === "https://github.com" ? "https://api.github.com" : `${issuer}/api/v3`;
  const ask = async (path: string): Promise<unknown> => {
    const response = await (settings.fetch ?? fetch)(`${api}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json", "user-agent": "writ" },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new AuthRefusal(400, "bad_oauth_callback", `GitHub answers ${response.status}`);
    return response.json();
  };
  const person = await ask("/user");
  // A person of GitHub keeps their number, and may give their name away.
  if (!isObject(person) || !Number.isSafeInteger(person["id"]))
    throw new AuthRefusal(400, "bad_oauth_callback", "GitHub does not say who it is");
  const said = await ask("/user/emails");
  const addresses = Array.isArray(said) ? said.filter(isAddress) : [];
  const first =
    addresses.find(({ primary, verified }) => primary && verified) ?? addresses.find(({ primary }) => primary);
  const email = first === undefined ? undefined : readAddress(first.email);
  const id = String(person["id"]);
  const [login, name, picture] = [person["login"], person["name"], person["avatar_url"]].map(shown);
  return {
    provider: "github",
    id,
    email,
    isVerified: email !== undefined && first?.verified === true,
    data: {
      iss: api,
      sub: id,
      provider_id: id,
      ...(login === undefined ? {} : { user_name: login, preferred_username: login }),
      ...(picture === undefined ? {} : { avatar_url: picture }),
      ...(name === undefined ? {} : { name, full_name: name }),
    },
  };
}

const isAddress = (value: unknown): value is Address =>
  isObject(value) &&
  typeof value["email"] === "string" &&
  typeof value["primary"] === "boolean" &&
  typeof value["verified"] === "boolean";

// `/_/as`: signs this tab in as the person that a link of the console or the terminal is for.
import { thenAddress } from "../runtime/account/then.ts";
import type { Backend } from "../runtime/data/backend.ts";
import { accountAddresses } from "../runtime/product/addresses.ts";

/** The tokens are gone from the address before anything is drawn. */
export async function become({ auth }: Backend): Promise<void> {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [access, refresh] = [parameters.get("access_token"), parameters.get("refresh_token")];
  const then = thenAddress(new URLSearchParams(location.search).get("then") ?? undefined);
  history.replaceState(null, "", then === "/" ? accountAddresses.start : then);
  if (access !== null && refresh !== null) await auth.setSession({ access_token: access, refresh_token: refresh });
}

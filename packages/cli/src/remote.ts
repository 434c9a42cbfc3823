// A product that runs somewhere else: its address, and the key that opens everything there.
import { settingIn, type Console } from "./terminal/console.ts";

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Why `option` does not name a product that may be asked; undefined where it does. */
export function wrongAddress(option: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.search !== "" ||
    url.hash !== ""
  )
    return `${option} must be an address such as https://desk.example.org, not "${text}"`;
  if (url.protocol === "http:" && !loopback.test(url.hostname))
    return `${option} must begin with https, because the service key can be read on any other connection`;
  return undefined;
}

export const serviceKeyIn = ({ environment }: Pick<Console, "environment">): string | undefined =>
  settingIn(environment, "WRIT_SERVICE_KEY")?.trim();

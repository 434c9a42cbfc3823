// Whether this server may connect somewhere in the product's name: to the open internet, and to what the operator allows.
import { lookup as resolve, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The author of a document, or of a secret's value, must not reach the network behind this server. */
export class AddressRefused extends Error {
  override readonly message = "its address is a private one";
}

/** Hosts that may be at such addresses, with their port or without: `WRIT_PRIVATE_HOSTS`. */
export type PrivateHosts = ReadonlySet<string>;

export const privateHostsOf = (environment: Readonly<Record<string, string | undefined>>): PrivateHosts =>
  new Set(
    (environment["WRIT_PRIVATE_HOSTS"] ?? "")
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ""),
  );

export const isAllowed = ({ hostname, host }: URL, allowed: PrivateHosts): boolean =>
  allowed.has(hostname) || allowed.has(host);

/** Only public addresses: not this machine, its network, link-local addresses, nor those that embed another one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return !(address instanceof ipaddr.IPv6 && alsoClosed.some(([network, bits]) => address.match(network, bits)));
}

/** What the library takes for the open internet: an IPv4 address in another form, and networks of a site of old. */
const alsoClosed = ["::/96", "64:ff9b:1::/48", "fec0::/10"].map((network) => ipaddr.IPv6.parseCIDR(network));

/** An address that is written out is not looked up, so it is asked here. */
export function isWrittenClosed({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/** What was found is what is connected to: no second answer to the same question comes in between. */
export const createLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (failure, found: readonly LookupAddress[]) => {
    const open = failure === null ? found.filter(({ address }) => isPublicAddress(address)) : [];
    const [first] = open;
    if (failure !== null) done(failure, "");
    else if (first === undefined) done(new AddressRefused(), "");
    else if (options.all === true) done(null, [...open]);
    else done(null, first.address, first.family);
  });
};

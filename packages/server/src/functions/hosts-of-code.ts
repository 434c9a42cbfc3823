// Where code may connect: the Hosts of its call, as far as they are not of this machine or of the networks behind it.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isAllowed, isPublicAddress, type PrivateHosts } from "./outgoing/private-addresses.ts";

/** A slow answer is not waited for: the process itself looks again at what it connects to. */
const patience = 5000;

export type Reach = {
  readonly hosts: readonly string[];
  /** Whether the process refuses private addresses by itself. The operator's word for one host is one for all of its call. */
  readonly isPublicOnly: boolean;
};

const urlOf = (host: string): URL => new URL(`http://${host}`);

export const reachOf = (hosts: readonly string[], allowed: PrivateHosts): Reach => ({
  hosts,
  isPublicOnly: !hosts.some((host) => !host.startsWith("*.") && isAllowed(urlOf(host), allowed)),
});

/** The first host that leads behind this server and that the operator has not named. */
export async function closedHostIn(hosts: readonly string[], allowed: PrivateHosts): Promise<string | undefined> {
  const asked = hosts.filter((host) => !host.startsWith("*.") && !isAllowed(urlOf(host), allowed));
  const closed = await Promise.all(
    asked.map(async (host) => ((await leadsInside(urlOf(host).hostname)) ? host : undefined)),
  );
  return closed.find((host) => host !== undefined);
}

async function leadsInside(name: string): Promise<boolean> {
  if (isIP(name) !== 0) return !isPublicAddress(name);
  const found = lookup(name, { all: true }).catch(() => []);
  const late = new Promise<readonly []>((resolve) => setTimeout(() => resolve([]), patience).unref());
  return (await Promise.race([found, late])).some(({ address }) => !isPublicAddress(address));
}

/** For the process, which looks at the address that a name has led to: what Deno can say of networks. */
export const closedNetworks: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "[::]",
  "[::1]",
];

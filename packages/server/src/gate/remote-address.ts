// Who is at the other end of a connection, for limits and logs.

/**
 * `proxies`: how many servers stand before this one, each of which appends the address that it sees to `x-forwarded-for`.
 * What a client wrote there itself stands further left and is never believed.
 */
export function remoteAddress(
  socketAddress: string | undefined,
  forwarded: string | readonly string[] | undefined,
  proxies: number,
): string {
  const seen = socketAddress?.startsWith("::ffff:") === true ? socketAddress.slice(7) : (socketAddress ?? "");
  if (proxies === 0) return seen;
  const hops = [
    ...[forwarded ?? ""]
      .flat()
      .join(",")
      .split(",")
      .map((one) => one.trim()),
    seen,
  ].filter((one) => one !== "");
  return withoutPort(hops.at(-1 - proxies) ?? hops[0] ?? "");
}

/** Some servers write the port behind the address, and then brackets around one of IPv6: each connection has another. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([^:]+):\d+$/.exec(hop) ?? [];
  return (bracketed ?? plain ?? hop).replace(/^::ffff:/i, "");
}

/** Half of an IPv6 address is one network: a client with one of its addresses has all of them. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [left = "", right = ""] = address.split("::");
  const groups = left.split(":").filter((group) => group !== "");
  const after = right.split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => "0");
  return `${[...groups, ...(address.includes("::") ? zeros : []), ...after].slice(0, 4).join(":")}::/64`;
}

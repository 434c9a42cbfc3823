// Who is at the other end of a connection, for limits and logs.

/**
 * `proxies`: how many servers stand before this one, each of which appends the address that it sees to `x-forwarded-for`.
 * What a client wrote there itself stands further left and is never believed.
 */
export function remoteAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string {
  const seen = socketAddress?.replace(/^::ffff:/, "") ?? "";
  if (proxies === 0) return seen;
  const hops = [...(forwarded ?? "").split(",").map((one) => one.trim()), seen].filter((one) => one !== "");
  return hops.at(-1 - proxies) ?? hops[0] ?? "";
}

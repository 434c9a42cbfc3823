// Where one wanted to go before signing in. Only addresses of this product: a link from outside must not lead away.

/** The origin of no page: an address that leads to another origin is recognised by it. */
const here = "http://here.invalid";

/** A path of this page, or the start page. */
export function thenAddress(wanted: string | undefined): string {
  // Read as browsers do, who take backslashes for slashes and leave line ends out.
  const read = wanted?.startsWith("/") === true ? URL.parse(wanted, here) : null;
  return wanted === undefined || read?.origin !== here || read.pathname.startsWith("//") ? "/" : wanted;
}

// Where one wanted to go before signing in. Only addresses of this product: a link from outside must not lead away.

/** A path of this page, or the start page. */
export function thenAddress(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith("/") || wanted.startsWith("//") || wanted.includes("\\")) return "/";
  return wanted;
}

// Which other sites' pages may use this address: all of them, since nothing here is done on the strength of a cookie.
import { cors } from "hono/cors";

/** A page of another site has to bring a token of its own; the browser adds nothing that would let it in. */
export const crossOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
  exposeHeaders: [
    "Content-Range",
    "Content-Location",
    "Content-Profile",
    "Location",
    "Preference-Applied",
    "Range-Unit",
    "Retry-After",
    "X-Request-Id",
    "X-Total-Count",
    "Link",
  ],
  maxAge: 86_400,
});

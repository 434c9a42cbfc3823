// The health of a product, of what it stands on.
import type { Foundation } from "../../foundation.ts";
import type { CertificateWatch } from "../../gate/certificate.ts";
import type { Edition } from "../../writing/writing.ts";
import { createHealth, type Health } from "./health.ts";

type Watched = {
  readonly certificate: CertificateWatch | undefined;
  readonly missing: () => readonly string[];
  readonly live: { readonly load: () => { readonly sockets: number } };
  readonly refused: () => number;
  readonly served: () => Edition | undefined;
};

export const healthOf = (
  { options, slot, metrics, product, development }: Foundation,
  { certificate, missing, live, refused, served }: Watched,
): Health =>
  createHealth({
    slot,
    metrics,
    pool: product.pool,
    owner: product.owner,
    isThere: product.isThere,
    folder: options.files,
    certificateSeconds: certificate?.secondsLeft,
    missingSettings: missing,
    served,
    applied: () => product.catalogue.beside().source,
    hasSignIn: () => product.product().signIn.length > 0,
    development,
    sockets: () => live.load().sockets,
    refused,
    version: options.version,
  });

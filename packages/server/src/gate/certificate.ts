// The certificate of a server that speaks TLS itself: read, judged, and read again when another one lies in its place.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Log } from "../telemetry/log.ts";

/** Paths of files in PEM form: the certificate with those that it stands on, and its key. */
export type CertificateFiles = { readonly certificate: string; readonly key: string };

export type Certificate = {
  readonly cert: string;
  readonly key: string;
  readonly validTo: Date;
};

/** Its message is for people. */
export class CertificateFailure extends Error {}

export function readCertificate(files: CertificateFiles): Certificate {
  const [cert, key] = [readText(files.certificate), readText(files.key)];
  const read = <Value>(what: string, file: string, work: () => Value): Value => {
    try {
      return work();
    } catch {
      throw new CertificateFailure(`${file} holds no ${what} in PEM form`);
    }
  };
  const certificate = read("certificate", files.certificate, () => {
    // Also of those that it stands on.
    createSecureContext({ cert });
    return new X509Certificate(cert);
  });
  const isItsKey = read("key without a passphrase", files.key, () =>
    certificate.checkPrivateKey(createPrivateKey(key)),
  );
  if (!isItsKey)
    throw new CertificateFailure(`the key in ${files.key} is not that of the certificate in ${files.certificate}`);
  return { cert, key, validTo: certificate.validToDate };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (failure) {
    const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
    throw new CertificateFailure(code === "ENOENT" ? `there is no file ${file}` : `${file} cannot be read (${code})`);
  }
}

/** Another one is taken within so many milliseconds. */
const lookAgain = 10_000;
/** Authorities renew theirs a month before they run out: by then somebody should have looked. */
const soon = 14 * 24 * 3600 * 1000;
const day = 24 * 3600 * 1000;

export type CertificateWatch = {
  readonly first: Certificate;
  /** Until it runs out; less than nothing afterwards. */
  readonly secondsLeft: () => number;
  /** `taken`: called with another one, which is served from then on. */
  readonly start: (taken: (certificate: Certificate) => void) => void;
  readonly stop: () => void;
};

/** What is wrong with another one is told, and the one before it is still served. */
export function watchCertificate(
  files: CertificateFiles,
  log: Pick<Log, "note" | "warning">,
  { every = lookAgain, now = Date.now }: { readonly every?: number; readonly now?: () => number } = {},
): CertificateWatch {
  const first = readCertificate(files);
  let current = first;
  let timer: NodeJS.Timeout | undefined;
  let said = "";
  let warnedAt = -Infinity;
  const left = () => current.validTo.getTime() - now();
  const warn = () => {
    if (left() > soon || now() - warnedAt < day) return;
    warnedAt = now();
    const what = left() > 0 ? "the certificate runs out soon" : "the certificate has run out: browsers refuse it";
    log.warning("certificate", { what, validTo: current.validTo.toISOString() });
  };
  const look = (taken: (certificate: Certificate) => void) => {
    try {
      const found = readCertificate(files);
      said = "";
      if (found.cert === current.cert && found.key === current.key) return;
      taken(found);
      current = found;
      warnedAt = -Infinity;
      log.note("certificate", { what: "another certificate is served", validTo: found.validTo.toISOString() });
    } catch (failure) {
      // Its two files are written one after the other.
      const why = failure instanceof Error ? failure.message : String(failure);
      if (why !== said) log.warning("certificate", { what: why });
      said = why;
    } finally {
      warn();
    }
  };
  return {
    first,
    secondsLeft: () => Math.round(left() / 1000),
    start: (taken) => {
      warn();
      timer = setInterval(() => look(taken), every);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

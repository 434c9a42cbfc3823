// A product that runs elsewhere: whether it answers, takes the key of its service, and serves the document that is tested.
import { createHash } from "node:crypto";
import { shortened } from "../run/shortened.ts";
import { fetchWithin, usualLimits } from "./fetch-within.ts";
import { RemoteUnavailable } from "./unavailable.ts";

export type Remote = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** How far its clock is ahead of this machine's, in milliseconds. */
  readonly ahead: number;
};

type Told = { readonly document?: unknown; readonly title?: unknown; readonly anon_key?: unknown };

/** Fails with `NotThere`. The key is in no message. */
export async function findRemote(
  address: string,
  serviceKey: string,
  source: string,
  limits = usualLimits,
): Promise<Remote> {
  // A header cannot hold it, and the error of the client would contain the key.
  if (!isKey(serviceKey))
    throw new RemoteUnavailable(
      "the key in WRIT_SERVICE_KEY contains an invalid character, such as a line break, a space or a quote",
    );
  const url = address.replace(/\/+$/, "");
  const asked = Date.now();
  const headers = { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` };
  const answer = await fetchWithin(`${url}/auth/v1/admin/product`, { headers }, limits).catch((failure: unknown) => {
    if (failure instanceof RemoteUnavailable)
      throw new RemoteUnavailable(`the answer of ${url} cannot be read: ${failure.message}`);
    throw new RemoteUnavailable(`nothing answers at ${url}: ${reasonIn(failure)}`);
  });
  if (answer.status === 401 || answer.status === 403)
    throw new RemoteUnavailable(`${url} rejects the key in WRIT_SERVICE_KEY: it is not its service key`);
  const told = (await answer.json().catch(() => undefined)) as Told | undefined;
  if (answer.status !== 200 || typeof told?.document !== "string" || !isKey(told.anon_key))
    throw new RemoteUnavailable(`${url} is not a Writ product that identifies its document (status ${answer.status})`);
  const digest = createHash("sha256").update(source).digest("hex");
  if (told.document !== digest)
    throw new RemoteUnavailable(
      `${url} serves another document, ${titleIn(told)} (sha256 ${told.document.slice(0, 12)}…, and not ${digest.slice(0, 12)}…): test the document that it was started with`,
    );
  // The header has whole seconds, and was written some time between the question and the answer.
  const said = Date.parse(answer.headers.get("date") ?? "");
  const ahead = Number.isNaN(said) ? 0 : said + 500 - (asked + Date.now()) / 2;
  return { url, anonKey: told.anon_key, serviceKey, ahead: Math.abs(ahead) < 1000 ? 0 : ahead };
}

/** A header can hold it. */
const isKey = (key: unknown): key is string => typeof key === "string" && /^[!-~]+$/.test(key);

const titleIn = ({ title }: Told): string =>
  typeof title === "string" ? `"${shortened(title, 80)}"` : "which has no title";

export function reasonIn(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined;
  if (cause instanceof AggregateError) return String((cause.errors[0] as Error | undefined)?.message ?? cause.message);
  if (cause instanceof Error) return cause.message;
  return failure instanceof Error ? failure.message : String(failure);
}

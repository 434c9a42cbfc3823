// Where mails go: to the server of the operator, or into a mailbox that is only looked at in development.
import { createTransport } from "nodemailer";
import { partOf, type ProcessSlot } from "../bus/slot.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { isAddress, oneLine, type Mail } from "./mail.ts";
import { storeMail } from "./mailbox.ts";
import { reasons } from "./reasons.ts";

export type Sender = {
  /** The answer of the mail server, where there is one. */
  readonly send: (mail: Mail) => Promise<string | undefined>;
  readonly stop: () => void;
};

/** It will never go out: the address is none, or the server takes nothing for it. */
export class Undeliverable extends Error {
  override readonly name = "Undeliverable";
}

export type SenderOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly development: boolean;
  readonly pool: RequestPool;
  readonly slot: ProcessSlot;
  /** Called with mails that stay here. */
  readonly onKept?: ((mail: Mail) => void) | undefined;
};

export function createSender({ environment, development, pool, slot, onKept }: SenderOptions): Sender {
  const url = environment["WRIT_SMTP_URL"];
  const from = environment["WRIT_MAIL_FROM"];
  if (url !== undefined && url !== "") return smtpSender(url, from, partOf(mostConnections, slot));
  return {
    send: async (mail) => {
      // In production there is no mailbox to look into: a mail that cannot be sent waits, with its failure.
      if (!development) throw new Error("WRIT_SMTP_URL names no mail server");
      await pool.withConnection(async (client) => storeMail(client, mail));
      onKept?.(mail);
      return undefined;
    },
    stop: () => undefined,
  };
}

/** To the mail server, of all processes together. */
const mostConnections = 4;

function smtpSender(url: string, from: string | undefined, maxConnections: number): Sender {
  if (from === undefined || from === "") throw new Error("WRIT_SMTP_URL needs WRIT_MAIL_FROM, the sender of mails");
  const transport = createTransport(url, {
    pool: true,
    maxConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Nothing that a row holds becomes a file or an address that the server reads.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[1]);
  return {
    send: async ({ to, subject, text, html }) => {
      if (!isAddress(to)) throw new Undeliverable("this is no address");
      try {
        // As an object, so that it is not taken apart into several.
        const { response } = (await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          html,
          headers: { "Auto-Submitted": "auto-generated" },
        })) as { readonly response?: string };
        return response;
      } catch (failure) {
        const code = failure instanceof Error && "responseCode" in failure ? Number(failure.responseCode) : 0;
        const words = wordsOf(failure);
        if (code >= 550 && code <= 559) throw new Undeliverable(`the mail server answers ${code}${words}`);
        const name = failure instanceof Error && "code" in failure ? String(failure.code) : "no answer";
        const reason = reasons[name] === undefined ? "" : `: ${reasons[name]}`;
        throw new Error(`the mail server: ${code || `${name}${reason}`}${words}`, { cause: failure });
      }
    },
    stop: () => transport.close(),
  };
}

/** What the server said behind its code, in one line. */
function wordsOf(failure: unknown): string {
  const said = failure instanceof Error && "response" in failure ? String(failure.response) : "";
  const words = oneLine(said.replace(/^\d{3}[ -]?/, "")).slice(0, 300);
  return words === "" ? "" : `: ${words}`;
}

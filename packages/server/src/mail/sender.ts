// Where mails go: to the server of the operator, or into a mailbox that is only looked at in development.
import { createTransport } from "nodemailer";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { isAddress, oneLine, type Mail } from "./mail.ts";
import { storeMail } from "./mailbox.ts";

export type Sender = {
  readonly send: (mail: Mail) => Promise<void>;
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
  /** Called with mails that stay here. */
  readonly onKept?: ((mail: Mail) => void) | undefined;
};

export function createSender({ environment, development, pool, onKept }: SenderOptions): Sender {
  const url = environment["WRIT_SMTP_URL"];
  const from = environment["WRIT_MAIL_FROM"];
  if (url !== undefined && url !== "") return smtpSender(url, from);
  return {
    send: async (mail) => {
      // In production there is no mailbox to look into: a mail that cannot be sent waits, with its failure.
      if (!development) throw new Error("WRIT_SMTP_URL names no mail server");
      await pool.withConnection(async (client) => storeMail(client, mail));
      onKept?.(mail);
    },
    stop: () => undefined,
  };
}

function smtpSender(url: string, from: string | undefined): Sender {
  if (from === undefined || from === "") throw new Error("WRIT_SMTP_URL needs WRIT_MAIL_FROM, the sender of mails");
  const transport = createTransport(url, {
    pool: true,
    maxConnections: 4,
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
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          html,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (failure) {
        const code = failure instanceof Error && "responseCode" in failure ? Number(failure.responseCode) : 0;
        if (code >= 550 && code <= 559) throw new Undeliverable(`the mail server answers ${code}`);
        throw new Error(
          `the mail server: ${code || (failure instanceof Error && "code" in failure ? String(failure.code) : "no answer")}`,
          {
            cause: failure,
          },
        );
      }
    },
    stop: () => transport.close(),
  };
}

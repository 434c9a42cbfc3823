// How many mails of the document may go out in an hour: to one address, because of one sender, and in all.
import type { ClientBase } from "pg";
import { allOrNothing } from "../postgres/connections/transaction.ts";

export type MailLimits = { readonly toAddress: number; readonly bySender: number; readonly inAll: number };

type Environment = Readonly<Record<string, string | undefined>>;

/** Their names in the environment, and what holds without them. */
const mailLimitNames = {
  toAddress: { name: "WRIT_MAILS_TO_ADDRESS", usual: 30 },
  bySender: { name: "WRIT_MAILS_BY_SENDER", usual: 500 },
  inAll: { name: "WRIT_MAILS_IN_ALL", usual: 5000 },
} as const;

export const readMailLimits = (environment: Environment): MailLimits => {
  const read = ({ name, usual }: { readonly name: string; readonly usual: number }) => {
    const given = environment[name];
    return given !== undefined && /^[1-9]\d{0,6}$/.test(given) ? Number(given) : usual;
  };
  return {
    toAddress: read(mailLimitNames.toAddress),
    bySender: read(mailLimitNames.bySender),
    inAll: read(mailLimitNames.inAll),
  };
};

const anHour = 3600;

/** An address has reached its limit: more mails would be abuse, so they are not sent later either. */
export class TooManyMails extends Error {}

/** Others wait for their turn: they may be for many people, who all want theirs. */
export class MailWaits extends Error {
  readonly seconds: number;

  constructor(seconds: number, message: string) {
    super(message);
    this.seconds = seconds;
  }
}

type Addressed = { readonly to: string; readonly sender: string | null };

/** Counts the mail where it may go out; throws where it may not, or not yet, and then nothing of it is counted. */
export const countDocumentMail = async (client: ClientBase, mail: Addressed, limits: MailLimits): Promise<void> =>
  allOrNothing(client, async () => countEach(client, mail, limits));

async function countEach(client: ClientBase, { to, sender }: Addressed, limits: MailLimits): Promise<void> {
  const wait = async (act: string, subject: string, most: number): Promise<number> => {
    const { rows } = await client.query<{ wait: number }>("SELECT auth.count_try($1, $2, $3, $4) AS wait", [
      act,
      subject,
      most,
      anHour,
    ]);
    return rows[0]?.wait ?? 0;
  };
  if ((await wait("mails to address", to.toLowerCase(), limits.toAddress)) > 0)
    throw new TooManyMails(`not sent: this address has had ${limits.toAddress} mails within an hour`);
  const own = sender === null ? 0 : await wait("mails by sender", sender, limits.bySender);
  if (own > 0) throw new MailWaits(own, `waits: ${limits.bySender} mails within an hour because of one person`);
  const all = await wait("mails in all", "", limits.inAll);
  if (all > 0) throw new MailWaits(all, `waits: ${limits.inAll} mails within an hour`);
}

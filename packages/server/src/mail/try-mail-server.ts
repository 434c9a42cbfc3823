// `writ mail test`: what the mail server of the environment says to one mail, step by step.
import { createTransport } from "nodemailer";
import { isAddress, oneLine } from "./mail.ts";
import { reasons } from "./reasons.ts";

export type MailTrial = {
  /** In the order in which they were taken; the last one may have failed. */
  readonly steps: readonly { readonly name: string; readonly ok: boolean; readonly text: string }[];
};

type Settings = { readonly url: string; readonly from: string };
type Step = MailTrial["steps"][number];

/** `to` gets a mail, where the server takes it. */
export async function tryMailServer({ url, from }: Settings, to: string): Promise<MailTrial> {
  if (!isAddress(to)) return { steps: [{ name: "Address", ok: false, text: `${to} is no email address` }] };
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = createTransport(url, patience as Parameters<typeof createTransport>[1]);
  const steps: Step[] = [];
  const step = async (name: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      steps.push({ name, ok: true, text: await work() });
      return true;
    } catch (failure) {
      steps.push({ name, ok: false, text: reasonOf(failure) });
      return false;
    }
  };
  try {
    const isReached = await step("Server", async () => {
      await transport.verify();
      return reached(new URL(url));
    });
    if (isReached)
      await step("Mail", async () => {
        const subject = "Test of the mail server";
        const text = "Mails of your product arrive. You do not need to reply to this one.\n";
        const headers = { "Auto-Submitted": "auto-generated" };
        const sent = await transport.sendMail({ from, to: { name: "", address: to }, subject, text, headers });
        return `taken for ${to} from ${oneLine(from)}: ${oneLine(sent.response)}`;
      });
  } finally {
    transport.close();
  }
  return { steps };
}

function reached({ protocol, hostname, port, username }: URL): string {
  const where = `${hostname}:${port === "" ? (protocol === "smtps:" ? "465" : "587") : port}`;
  return `${where} answers${username === "" ? "" : ` and accepts ${decodeURIComponent(username)}`}`;
}

function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const code = "code" in failure ? String(failure.code) : "";
  const said = oneLine("response" in failure ? String(failure.response) : failure.message);
  if (/certificate|self.signed/i.test(said)) return `its certificate is not trusted (${said})`;
  if (/wrong version number|packet length too long/i.test(said)) return `${reasons["ETLS"]} (${said})`;
  return `${reasons[code] ?? "it refuses"} (${said})`;
}

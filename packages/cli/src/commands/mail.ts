// `writ mail test ADDRESS`: whether mails of a product would arrive, before its users wait for one.
import { settingIn, type Console, type ExitCode } from "../terminal/console.ts";
import { visible } from "../terminal/visible.ts";
import { settingLines, unknownIn, wrongIn } from "./environment.ts";

export async function testMail(to: string, { json }: { readonly json: boolean }, console: Console): Promise<ExitCode> {
  const url = settingIn(console.environment, "WRIT_SMTP_URL");
  const from = settingIn(console.environment, "WRIT_MAIL_FROM");
  const wrong = wrongIn(console.environment);
  console.error(settingLines("mail", unknownIn(console.environment)));
  if (url === undefined || from === undefined || wrong.length > 0) {
    const missing = "WRIT_SMTP_URL and WRIT_MAIL_FROM are not both in the environment: no mail server is set";
    console.error(settingLines("mail", wrong.length > 0 ? wrong : [missing]));
    return 2;
  }
  const { tryMailServer } = await import("@writ/server/mail");
  const { steps } = await tryMailServer({ url, from }, to);
  const isSent = steps.every(({ ok }) => ok);
  if (json) console.out(`${JSON.stringify({ ok: isSent, steps })}\n`);
  else for (const { name, ok, text } of steps) console.out(`${ok ? "✓" : "✗"} ${name.padEnd(8)}${visible(text)}\n`);
  return isSent ? 0 : 1;
}

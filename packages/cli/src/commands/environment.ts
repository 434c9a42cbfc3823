// The environment of a product that is to be served: wrong values are reported at the start, and not to its users.
import { wrongOperatorSetting } from "@writ/server/operator-settings";
import type { Console } from "../terminal/console.ts";

/** What an operator has set; empty is nothing. */
export const settingIn = (environment: Console["environment"], name: string): string | undefined =>
  environment[name] === "" ? undefined : environment[name];

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).host !== "";

/** In words; undefined where nothing is wrong. */
export function wrongIn(environment: Console["environment"]): string | undefined {
  const given = (name: string) => environment[name] ?? "";
  const site = given("WRIT_SITE_URL");
  if (site !== "" && !isUrl(site, ["http:", "https:"]))
    return `WRIT_SITE_URL must be an address such as https://desk.example.org, not "${site}"`;
  const secret = given("WRIT_JWT_SECRET");
  if (secret !== "" && secret.length < 32) return "WRIT_JWT_SECRET needs at least 32 characters";
  const length = given("WRIT_PASSWORD_LENGTH");
  if (length !== "" && !(/^\d+$/.test(length) && Number(length) >= 6 && Number(length) <= 128))
    return `WRIT_PASSWORD_LENGTH must be a number from 6 to 128, not "${length}"`;
  // It may hold a password, so it is not repeated.
  const mail = given("WRIT_SMTP_URL");
  if (mail !== "" && !isUrl(mail, ["smtp:", "smtps:"]))
    return "WRIT_SMTP_URL must be an address such as smtps://user:password@mail.example.org";
  if (mail !== "" && !given("WRIT_MAIL_FROM").includes("@"))
    return "WRIT_SMTP_URL needs WRIT_MAIL_FROM, the sender of mails, such as Desk <desk@example.org>";
  for (const name of ["WRIT_MAILS_TO_ADDRESS", "WRIT_MAILS_BY_SENDER", "WRIT_MAILS_IN_ALL"])
    if (given(name) !== "" && !/^[1-9]\d{0,6}$/.test(given(name)))
      return `${name} must be a number of mails per hour from 1 to 9999999, not "${given(name)}"`;
  const key = given("WRIT_CONSOLE_KEY");
  if (key !== "" && key.length < 16)
    return "WRIT_CONSOLE_KEY needs at least 16 characters, because it alone protects the console";
  return wrongOperatorSetting(environment);
}

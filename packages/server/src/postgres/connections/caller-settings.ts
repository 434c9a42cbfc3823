// The caller, as settings of a transaction: role and claims of the token that was checked, and the request.
import { quoteText } from "@writ/language/sql-quote";
import type { Statement } from "./packet.ts";

export type Settings = Readonly<Record<string, string>>;

export type SettingCaller = {
  readonly role: string;
  readonly claims: object;
  /** What functions of the database may know of the request. */
  readonly settings: Settings;
};

export const settingsOf = ({ role, claims, settings }: SettingCaller): Settings => ({
  role,
  "request.jwt.claims": asText(claims),
  ...settings,
});

/** Until the transaction ends. Names of settings are the server's and the database's own. */
export const setLocally = (settings: Settings): Statement => ({
  text: settingText(Object.keys(settings)),
  values: Object.values(settings),
});

function settingText(names: readonly string[]): string {
  const calls = names.map((name, index) => `set_config(${quoteText(name)}, $${index + 1}, true)`);
  // One number comes back, and not every setting once more.
  return `SELECT num_nulls(${calls.join(", ")})`;
}

/** A cache: each request of a token has the same claims, which are one object as long as the token is remembered. */
const claimTexts = new WeakMap<object, string>();

function asText(claims: object): string {
  let text = claimTexts.get(claims);
  if (text === undefined) claimTexts.set(claims, (text = JSON.stringify(claims)));
  return text;
}

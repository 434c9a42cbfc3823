// The environment of a product that is to be served: wrong values are reported at the start, and not to its users; all
// of them at once, and names that nothing reads.
import { didYouMean } from "@writ/language";
import { wrongOperatorSettings } from "@writ/server/operator-settings";
import { readTracingSettings } from "@writ/server/tracing-settings";
import { settingIn, type Console } from "../terminal/console.ts";
import { visible } from "../terminal/visible.ts";
import { millisecondsIn } from "./backups/settings.ts";
import { processesIn, processesWords } from "./processes.ts";

type Environment = Console["environment"];

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).host !== "";

export const levels = ["silent", "error", "warn", "info", "debug"] as const;
export const isLevel = (text: string): text is (typeof levels)[number] => (levels as readonly string[]).includes(text);

/** In words; undefined where the value can be. What may hold a password is not repeated. */
type Checks = Readonly<Record<string, (value: string, environment: Environment) => string | undefined>>;

const checks: Checks = {
  WRIT_SITE_URL: (site) =>
    isUrl(site, ["http:", "https:"]) ? undefined : `must be an address such as https://desk.example.org, not "${site}"`,
  WRIT_JWT_SECRET: ({ length }) => (length < 32 ? "needs at least 32 characters" : undefined),
  WRIT_PASSWORD_LENGTH: (length) =>
    /^\d+$/.test(length) && Number(length) >= 6 && Number(length) <= 128
      ? undefined
      : `must be a number from 6 to 128, not "${length}"`,
  WRIT_SMTP_URL: (mail, environment) => {
    const wrong = isUrl(mail, ["smtp:", "smtps:"])
      ? []
      : ["must be an address such as smtps://user:password@mail.example.org"];
    const from = settingIn(environment, "WRIT_MAIL_FROM")?.includes("@") === true;
    if (!from) wrong.push("needs WRIT_MAIL_FROM, the sender of mails, such as Desk <desk@example.org>");
    return wrong.length === 0 ? undefined : wrong.join(", and ");
  },
  WRIT_MAILS_TO_ADDRESS: (count) => wrongCount(count),
  WRIT_MAILS_BY_SENDER: (count) => wrongCount(count),
  WRIT_MAILS_IN_ALL: (count) => wrongCount(count),
  WRIT_CONSOLE_KEY: ({ length }) =>
    length < 16 ? "needs at least 16 characters, because it alone protects the console" : undefined,
};

const wrongCount = (count: string): string | undefined =>
  /^[1-9]\d{0,6}$/.test(count) ? undefined : `must be a number of mails per hour from 1 to 9999999, not "${count}"`;

/** What `writ start` alone reads. */
const checksOfStart: Checks = {
  WRIT_PUBLIC_URL: (url) =>
    /^https?:\/\/[^/\s]+(?:\/\S*)?$/.test(url) && URL.canParse(url)
      ? undefined
      : `must be an address such as https://desk.example.org, not "${url}"`,
  WRIT_PROXIES: (count) =>
    /^\d$/.test(count) ? undefined : `must be the number of proxies in front of this server, not "${count}"`,
  WRIT_LOG: (log) => (isLevel(log) ? undefined : `must be one of ${levels.join(", ")}, not "${log}"`),
  WRIT_BACKUP: (folder) => (folder.trim() === "" ? "must be the path of a folder" : undefined),
  WRIT_BACKUP_EVERY: (every) =>
    millisecondsIn(every) === undefined
      ? `must be a length of time such as 1 day, 6 hours or 30 minutes, not "${every}"`
      : undefined,
  WRIT_BACKUP_KEEP: (count) =>
    /^[1-9]\d{0,3}$/.test(count) ? undefined : `must be a number of backups from 1 to 9999, not "${count}"`,
  WRIT_BACKUP_KEY: ({ length }) => (length < 32 ? "needs at least 32 characters" : undefined),
  WRIT_PROCESSES: (count) => (processesIn(count) === undefined ? processesWords(count) : undefined),
};

const wrongBy = (all: Checks, environment: Environment): readonly string[] =>
  Object.entries(all).flatMap(([name, check]) => {
    const value = settingIn(environment, name);
    const wrong = value === undefined ? undefined : check(value, environment);
    return wrong === undefined ? [] : [`${name} ${wrong}`];
  });

/** In words, one for each setting that cannot be. */
export function wrongIn(environment: Environment): readonly string[] {
  const traces = readTracingSettings(environment);
  const wrongTraces = traces !== undefined && "wrong" in traces ? traces.wrong : [];
  return [...wrongBy(checks, environment), ...wrongTraces, ...wrongOperatorSettings(environment)];
}

/** Of a product in production. */
export const wrongInStart = (environment: Environment): readonly string[] => [
  ...wrongIn(environment),
  ...wrongBy(checksOfStart, environment),
];

/** What has no check. */
const others = [
  "WRIT_CHROMIUM",
  "WRIT_DOWNLOADS",
  "WRIT_HOST",
  "WRIT_MAIL_FROM",
  "WRIT_METRICS_TOKEN",
  "WRIT_OFFLINE",
  "WRIT_PLANS",
  "WRIT_PRIVATE_HOSTS",
  "WRIT_REDIRECT_URLS",
  "WRIT_ROLLBACKS",
  "WRIT_SCHEMAS",
  "WRIT_SERVICE_KEY",
];

export const knownSettings: readonly string[] = [...Object.keys({ ...checks, ...checksOfStart }), ...others];

const ofProviders = ["CLIENT_ID", "CLIENT_SECRET", "URL", "TEAM_ID", "KEY_ID", "PRIVATE_KEY"];
/** A further provider is named by its host. */
const isOfProvider = new RegExp(
  `^WRIT_(?:GOOGLE|GITHUB|MICROSOFT|APPLE|OPENID(?:_[A-Z0-9_]+)?)_(?:${ofProviders.join("|")})$`,
);
/** Of those who work on Writ. */
const isOfTests = /^WRIT_(?:ACCEPT|LONG|PICTURES|SEED|TESTS_END)$/;

/**
 * Names that look like settings and that nothing reads, with the one that may be meant. The document names secrets of its
 * calls, which may be called so too.
 */
export function unknownIn(environment: Environment, source = ""): readonly string[] {
  const known = [
    ...knownSettings,
    ...["GOOGLE", "GITHUB", "MICROSOFT", "APPLE", "OPENID"].flatMap((one) =>
      ofProviders.map((own) => `WRIT_${one}_${own}`),
    ),
  ];
  return Object.keys(environment)
    .filter((name) => /^writ_/i.test(name) && settingIn(environment, name) !== undefined)
    .filter(
      (name) => !known.includes(name) && !isOfProvider.test(name) && !isOfTests.test(name) && !source.includes(name),
    )
    .toSorted()
    .map((name) => `${name} is no setting of Writ. ${didYouMean(name, known)}`.trimEnd());
}

/** One line for each. */
export const settingLines = (command: string, told: readonly string[]): string =>
  told.map((one) => `writ ${command}: ${visible(one)}\n`).join("");

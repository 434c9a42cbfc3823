// What was typed after the name of a command, read and checked.
import { didYouMean } from "@writ/language";
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { CertificateFiles } from "@writ/server/certificate";
import { processesIn, processesWords } from "./commands/processes.ts";
import type { NamedRole } from "./commands/role.ts";
import { optionsOf, type CommandName } from "./options.ts";
import { settingIn, type Console } from "./terminal/console.ts";

/** What was typed does not fit; its message is for people. */
export class UsageError extends Error {}

type Parsed<Name extends CommandName> = ReturnType<
  typeof parseArgs<{ readonly options: (typeof optionsOf)[Name]; readonly allowPositionals: true }>
>;

export function parse<Name extends CommandName>(name: Name, args: readonly string[]): Parsed<Name> {
  const parsed = parsedOf(name, args);
  // A variable of a shell that is not set leaves such a hole; the folder of the process is not what was meant.
  const hole = Object.entries(parsed.values).find(([, value]) => [value].flat().includes(""));
  if (hole !== undefined) throw new UsageError(`--${hole[0]} has no value`);
  return parsed as Parsed<Name>;
}

function parsedOf(name: CommandName, args: readonly string[]) {
  const options: NonNullable<ParseArgsConfig["options"]> = optionsOf[name];
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (failure) {
    const message = (failure instanceof Error ? failure.message : String(failure)).replaceAll("\n", " ");
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    if (unknown === undefined) throw new UsageError(message);
    const known = Object.keys(options).map((one) => `--${one}`);
    const meant = didYouMean(unknown, known);
    throw new UsageError(`there is no option ${unknown}. ${meant || `writ ${name} --help lists its options`}`);
  }
}

export const tlsWords = "--tls needs two files, the certificate and its key: --tls cert.pem key.pem";

/** `--tls CERT KEY` takes two words, which no parser of options knows. */
export function takeTls(args: readonly string[]): {
  readonly tls: CertificateFiles | undefined;
  readonly args: readonly string[];
} {
  const at = args.indexOf("--tls");
  if (at < 0) return { tls: undefined, args };
  const [certificate, key] = args.slice(at + 1, at + 3);
  if (certificate === undefined || key === undefined || [certificate, key].some((one) => /^--|^$/.test(one)))
    throw new UsageError(tlsWords);
  return { tls: { certificate, key }, args: args.toSpliced(at, 3) };
}

export const usualFile = "SPEC.md";

/** Without one, it is the document of the current folder. */
export function needFiles(files: readonly string[], console: Pick<Console, "exists">): readonly string[] {
  if (files.length === 0 && console.exists(usualFile)) return [usualFile];
  if (files.length === 0) throw new UsageError(`there is no ${usualFile} in this folder: name a file`);
  // What was read once is gone: the second time, a document would seem to be empty.
  if (files.filter((file) => file === "-").length > 1) throw new UsageError("- can be given only once");
  return files;
}

export function needFile(files: readonly string[], console: Pick<Console, "exists">): string {
  const [file, ...more] = needFiles(files, console);
  if (file === undefined || more.length > 0) throw new UsageError("only one document can be given");
  return file;
}

/** Found out before the work whose outcome would have nowhere to go. */
export function needWritable(option: string, path: string | undefined, console: Console): string | undefined {
  const why = path === undefined ? undefined : console.unwritable(path);
  if (why !== undefined) throw new UsageError(`${option}: ${why}`);
  return path;
}

export function onlyOf(addresses: readonly string[]): string {
  const [only = "", ...more] = addresses;
  // The last one alone would be tried, and no one would know.
  if (more.length > 0) throw new UsageError("--only can be given only once; for a whole section, use --only 6/");
  return only;
}

export function needRole(text: string): NamedRole {
  const [, email, role] = /^([^\s=@]+@[^\s=@]+)=(.+)$/.exec(text) ?? [];
  if (email === undefined || role === undefined)
    throw new UsageError(`a role needs an email address: ann@example.org=Lead, not "${text}"`);
  return { email, role };
}

export function needAddress(text: string): string {
  if (!/^[^\s=@]+@[^\s=@]+$/.test(text)) throw new UsageError(`this is no email address: "${text}"`);
  return text;
}

/** Where a link leads that is made here: to the product as people reach it. Undefined where no link is wanted. */
export function needLink(
  { link = false, url }: { readonly link?: boolean | undefined; readonly url?: string | undefined },
  { environment }: Pick<Console, "environment">,
): string | undefined {
  if (!link && url !== undefined) throw new UsageError("--url needs --link: it says where the link leads");
  if (!link) return undefined;
  const address = url ?? settingIn(environment, "WRIT_PUBLIC_URL");
  if (address === undefined)
    throw new UsageError(
      "--link needs the address of the product, in WRIT_PUBLIC_URL or as --url https://desk.example.org",
    );
  const { protocol = "", search, hash, username } = URL.parse(address) ?? {};
  if (!/^https?:$/.test(protocol) || [search, hash, username].some((part) => part !== ""))
    throw new UsageError(`the address of the product must be like https://desk.example.org, not "${address}"`);
  return address.replace(/\/+$/, "");
}

export function needPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}

export function needProcesses(text: string | undefined): number | undefined {
  const count = text === undefined ? undefined : processesIn(text);
  if (text !== undefined && count === undefined) throw new UsageError(`--processes ${processesWords(text)}`);
  return count;
}

export function needTime(text: string): number {
  const [, count = "0", unit = ""] = /^(\d+)(s|m)$/.exec(text) ?? [];
  const milliseconds = Number(count) * (unit === "m" ? 60_000 : 1000);
  if (milliseconds === 0) throw new UsageError(`--explore needs seconds or minutes, such as 60s or 10m, not "${text}"`);
  return milliseconds;
}

export function needSeed(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text))
    throw new UsageError(`--seed must be a whole number with at most nine digits, not "${text}"`);
  return text === undefined ? undefined : Number(text);
}

export function needKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--keep must be a number of backups from 1 to 9999, not "${text}"`);
  return Number(text);
}

/** With its zone, so that nobody has to guess whose clock was meant. */
export function needMoment(text: string): Date {
  const moment = new Date(text.replace(" ", "T"));
  if (
    !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(Number(moment))
  )
    throw new UsageError(`--to must be a moment with its zone, such as 2026-03-09T14:30:00Z or …+01:00, not "${text}"`);
  return moment;
}

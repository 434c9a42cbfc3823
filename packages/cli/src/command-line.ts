// The command line: finds the command, reads its options, and hands it a console.
import { didYouMean } from "@writ/language";
import {
  needAddress,
  needFile,
  needFiles,
  needLink,
  needPort,
  needProcesses,
  needRole,
  needSeed,
  needTime,
  needWritable,
  onlyOf,
  parse,
  takeTls,
  tlsWords,
  UsageError,
} from "./arguments.ts";
import { copies } from "./copies.ts";
import { check } from "./document/check.ts";
import type { Console, ExitCode } from "./terminal/console.ts";
import { explain } from "./commands/explain.ts";
import { fmt } from "./commands/fmt.ts";
import { newDocument } from "./commands/new.ts";
import type { CommandName } from "./options.ts";
import { overview, usageOf } from "./terminal/usage.ts";
import { version } from "./version.ts";
import { visible } from "./terminal/visible.ts";

type Command = (args: readonly string[], console: Console) => ExitCode | Promise<ExitCode>;

const commands: Readonly<Record<CommandName, Command>> = {
  check: (args, console) => {
    const { values, positionals } = parse("check", args);
    if (values.json === true && values.format !== undefined)
      throw new UsageError("--json means --format json: use only one of them");
    const format = values.json === true ? "json" : (values.format ?? "text");
    if (format !== "text" && format !== "json" && format !== "github")
      throw new UsageError(`--format must be text, json or github, not "${format}"`);
    return check(needFiles(positionals, console), format, console);
  },
  fmt: (args, console) => {
    const { values, positionals } = parse("fmt", args);
    const options = { check: values.check === true, fix: values.fix === true };
    return fmt(needFiles(positionals, console), options, console);
  },
  // What needs a database is loaded with it.
  plan: async (args, console) => {
    const { values, positionals } = parse("plan", args);
    const { data, against: address, rename: renames = [], sql = false, json = false } = values;
    if (sql && json) throw new UsageError("--json has the statements already: use only one of --json and --sql");
    const file = needFile(positionals, console);
    if (address === undefined)
      return (await import("./commands/plan.ts")).plan(file, { data, renames, sql, json }, console);
    if (data !== undefined) throw new UsageError("--against cannot be combined with --data");
    const { planRemote } = await import("./commands/plan-remote.ts");
    return planRemote(file, { address, renames, sql, json }, console);
  },
  apply: async (args, console) => {
    const { values, positionals } = parse("apply", args);
    const { apply } = await import("./commands/apply.ts");
    const { data, drop = [], rename: renames = [], back = false, yes = false, sql = false } = values;
    const options = { data, drop, renames, yes, sql };
    if (back) {
      if (renames.length > 0) throw new UsageError("--back cannot be combined with --rename");
      const { takeBack } = await import("./commands/take-back.ts");
      return takeBack(needFile(positionals, console), options, console);
    }
    return apply(needFile(positionals, console), options, console);
  },
  run: async (args, console) => {
    const { values, positionals } = parse("run", args);
    if (values.processes !== undefined)
      throw new UsageError("--processes is for writ start; writ run serves with one process");
    const options = {
      data: values.data,
      port: needPort(values.port ?? "8000"),
      sample: values.sample === true,
      roles: (values.role ?? []).map(needRole),
      drop: values.drop ?? [],
      offline: values.offline === true,
      json: values.json === true,
    };
    const { runProduct } = await import("./commands/run.ts");
    return runProduct(needFile(positionals, console), options, console);
  },
  start: async (args, console) => {
    const { tls, args: others } = takeTls(args);
    const { values, positionals } = parse("start", others);
    if (values.tls !== undefined) throw new UsageError(tlsWords);
    const options = {
      tls,
      data: values.data,
      port: needPort(values.port ?? "8000"),
      apply: values.apply === true,
      drop: values.drop ?? [],
      withGaps: values["with-gaps"] === true,
      offline: values.offline === true,
      json: values.json === true,
      processes: needProcesses(values.processes),
    };
    const { startProduct } = await import("./commands/start.ts");
    return startProduct(needFile(positionals, console), options, console);
  },
  ...copies,
  upgrade: async (args, console) => {
    const { values, positionals } = parse("upgrade", args);
    const { upgrade } = await import("./commands/backups/upgrade.ts");
    const { data, json = false } = values;
    return upgrade(
      { file: needFile(positionals, console), data, removeOld: values["remove-old"] === true, json },
      console,
    );
  },
  import: async (args, console) => {
    const { importCommand } = await import("./commands/importing/import-file.ts");
    return importCommand(args, console);
  },
  test: async (args, console) => {
    const { values, positionals } = parse("test", args);
    const file = needFile(positionals, console);
    const junit = needWritable("--junit", values.junit, console);
    const { explore: time, json = false, watch = false, screens = false, mutate = false, send = false, url } = values;
    const offline = values.offline === true;
    if (time === undefined && values.seed !== undefined)
      throw new UsageError("--seed needs --explore, such as --explore 60s");
    if (time !== undefined) {
      const names = ["only", "mutate", "watch", "screens", "url", "send"] as const;
      const other = names.find((name) => values[name] !== undefined);
      if (other !== undefined) throw new UsageError(`--explore cannot be combined with --${other}`);
      const { exploreProduct } = await import("./proving/explore-product.ts");
      const seed = needSeed(values.seed);
      return exploreProduct(file, { milliseconds: needTime(time), seed, json, junit }, console);
    }
    const onCopy = (["mutate", "screens", "watch"] as const).find((one) => values[one] === true);
    if (url !== undefined && onCopy !== undefined) throw new UsageError(`--${onCopy} cannot be combined with --url`);
    if (send && url === undefined) throw new UsageError("--send needs --url: a copy never sends anything");
    if (watch && screens) throw new UsageError("--watch cannot be combined with --screens");
    if (watch && file === "-") throw new UsageError("--watch needs a file, not standard input");
    if (watch && mutate) throw new UsageError("--watch cannot be combined with --mutate");
    const { testProduct } = await import("./proving/test-product.ts");
    const only = onlyOf(values.only ?? []);
    return testProduct(file, { only, mutate, json, junit, watch, screens, url, send, offline }, console);
  },
  types: async (args, console) => {
    const { values, positionals } = parse("types", args);
    const { types } = await import("./commands/types.ts");
    const what = values.calls === true ? "calls" : values.screens === true ? "screens" : "clients";
    return types(needFile(positionals, console), what, console);
  },
  role: async (args, console) => {
    const { values, positionals } = parse("role", args);
    const [verb, ...words] = positionals;
    const [role, email, ...files] = words.toReversed();
    if (verb !== "add" || email === undefined || role === undefined || files.length > 1)
      throw new UsageError(
        "role add needs a document, an email address and a role: writ role add SPEC.md ann@example.org Lead",
      );
    const { addRole } = await import("./commands/role.ts");
    const options = { data: values.data, link: needLink(values, console) };
    return addRole(needFile(files, console), needRole(`${email}=${role}`), options, console);
  },
  operator: async (args, console) => {
    const { values, positionals } = parse("operator", args);
    const [verb, ...words] = positionals;
    const { addOperator, removeOperator, showOperators } = await import("./commands/operator.ts");
    if (verb === "list")
      return showOperators({ file: needFile(words, console), data: values.data }, values.json === true, console);
    const [email, ...files] = words.toReversed();
    if ((verb !== "add" && verb !== "remove") || email === undefined || files.length > 1)
      throw new UsageError(
        "operator takes add, list or remove, a document and an email address: writ operator add SPEC.md ann@example.org",
      );
    const at = { file: needFile(files, console), data: values.data };
    if (verb === "add") return addOperator(at, needAddress(email), needLink(values, console), console);
    if (values.link === true || values.url !== undefined)
      throw new UsageError("--link and --url belong to operator add");
    return removeOperator(at, needAddress(email), console);
  },
  sample: async (args, console) => {
    const { values, positionals } = parse("sample", args);
    const [verb, ...files] = positionals;
    if (verb !== "remove") throw new UsageError("sample takes remove and a document: writ sample remove SPEC.md");
    const { removeSample } = await import("./commands/sample.ts");
    return removeSample(needFile(files, console), { data: values.data, yes: values.yes === true }, console);
  },
  keys: async (args, console) => {
    const { values, positionals } = parse("keys", args);
    const [verb = "", ...files] = positionals;
    const options = { data: values.data, json: values.json === true };
    const { changeKeys, showKeys, showProjectKey } = await import("./commands/keys.ts");
    if (verb === "anon" || verb === "service") return showProjectKey(verb, needFile(files, console), options, console);
    if (verb === "rotate") return changeKeys(needFile(files, console), options, console);
    return showKeys(needFile(positionals, console), options, console);
  },
  mail: async (args, console) => {
    const { values, positionals } = parse("mail", args);
    const [verb, address, ...more] = positionals;
    if (verb !== "test" || address === undefined || more.length > 0)
      throw new UsageError("mail test needs an address that gets a mail: writ mail test ann@example.org");
    const { testMail } = await import("./commands/mail.ts");
    return testMail(address, { json: values.json === true }, console);
  },
  explain: (args, console) => {
    const { positionals } = parse("explain", args);
    const [thing, file, ...more] = positionals;
    if (more.length > 0) throw new UsageError("explain takes a code, or a thing and a document");
    if (thing === undefined || file === undefined) return explain(thing, console);
    return import("./commands/explain-thing.ts").then(({ explainThing }) => explainThing(thing, file, console));
  },
  new: (args, console) => {
    const { values, positionals } = parse("new", args);
    const name = positionals.join(" ");
    if (name === "") throw new UsageError("new needs the name of the product");
    return newDocument(name, { json: values.json === true }, console);
  },
  download: async (args, console) => {
    const { values, positionals } = parse("download", args);
    const { downloadFor } = await import("./commands/download.ts");
    return downloadFor(needFile(positionals, console), { screens: values.screens === true }, console);
  },
  doctor: async (args, console) => {
    const { values, positionals } = parse("doctor", args);
    if (positionals.length > 0) throw new UsageError("doctor takes no document: it looks at this machine");
    const { doctor } = await import("./commands/doctor.ts");
    return doctor({ json: values.json === true }, console);
  },
  completion: async (args, console): Promise<ExitCode> => {
    const { positionals } = parse("completion", args);
    const [shell = "", ...more] = positionals;
    const { completionScript } = await import("./commands/completion.ts");
    const script = completionScript(shell, Object.keys(commands).filter(isCommand));
    if (script === undefined || more.length > 0)
      throw new UsageError("completion needs the name of a shell: bash, zsh or fish");
    console.out(script);
    return 0;
  },
};

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

export function run(args: readonly string[], console: Console): ExitCode | Promise<ExitCode> {
  const [name, ...rest] = args;
  // All after `--` are names, also those that look like options.
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const asks = options.includes("--help") || options.includes("-h");
  const about = name === "help" ? rest.find((word) => !word.startsWith("-")) : name;
  if (about === undefined || about === "--help" || about === "-h") {
    console.out(overview);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v" || name === "version") {
    console.out(`${version}\n`);
    return 0;
  }
  if (!isCommand(about)) {
    console.error(
      `writ: unknown command "${visible(about)}". ${didYouMean(about, Object.keys(commands)) || "writ --help lists all commands."}\n`,
    );
    return 2;
  }
  if (name === "help" || asks) {
    console.out(usageOf(about));
    return 0;
  }
  const refuse = (failure: unknown): ExitCode => {
    if (!(failure instanceof UsageError)) throw failure;
    console.error(`writ ${about}: ${visible(failure.message)}\n`);
    return 2;
  };
  try {
    const done = commands[about](rest, console);
    return done instanceof Promise ? done.catch(refuse) : done;
  } catch (failure) {
    return refuse(failure);
  }
}

// The command line: finds the command, reads its options, and hands it a console.
import { parseArgs } from "node:util";
import { didYouMean } from "@writ/language";
import { check } from "./document/check.ts";
import type { Console, ExitCode } from "./terminal/console.ts";
import { explain } from "./commands/explain.ts";
import { fmt } from "./commands/fmt.ts";
import { newDocument } from "./commands/new.ts";
import type { NamedRole } from "./commands/role.ts";
import { usage } from "./terminal/usage.ts";
import { visible } from "./terminal/visible.ts";

type Command = (args: readonly string[], console: Console) => ExitCode | Promise<ExitCode>;

const commands: Readonly<Record<string, Command>> = {
  check: (args, console) => {
    const { values, positionals } = parse(args, { json: { type: "boolean" }, format: { type: "string" } });
    if (values["json"] === true && values["format"] !== undefined) {
      throw new UsageError("--json means --format json: use only one of them");
    }
    const format = values["json"] === true ? "json" : (values["format"] ?? "text");
    if (format !== "text" && format !== "json" && format !== "github") {
      throw new UsageError(`--format must be text, json or github, not "${String(format)}"`);
    }
    return check(needFiles(positionals), format, console);
  },
  fmt: (args, console) => {
    const { values, positionals } = parse(args, { check: { type: "boolean" }, fix: { type: "boolean" } });
    const options = { check: values["check"] === true, fix: values["fix"] === true };
    return fmt(needFiles(positionals), options, console);
  },
  // What needs a database is loaded with it.
  plan: async (args, console) => {
    const { values, positionals } = parse(args, { data: { type: "string" }, json: { type: "boolean" } });
    const { plan } = await import("./commands/plan.ts");
    return plan(needFile(positionals), { data: textOf(values["data"]), json: values["json"] === true }, console);
  },
  apply: async (args, console) => {
    const { values, positionals } = parse(args, {
      data: { type: "string" },
      drop: { type: "string", multiple: true },
      yes: { type: "boolean" },
    });
    const drop = textsOf(values["drop"]);
    const { apply } = await import("./commands/apply.ts");
    return apply(needFile(positionals), { data: textOf(values["data"]), drop, yes: values["yes"] === true }, console);
  },
  run: async (args, console) => {
    const { values, positionals } = parse(args, {
      data: { type: "string" },
      port: { type: "string" },
      sample: { type: "boolean" },
      role: { type: "string", multiple: true },
      drop: { type: "string", multiple: true },
      json: { type: "boolean" },
    });
    const options = {
      data: textOf(values["data"]),
      port: needPort(textOf(values["port"]) ?? "8000"),
      sample: values["sample"] === true,
      roles: textsOf(values["role"]).map(needRole),
      drop: textsOf(values["drop"]),
      json: values["json"] === true,
    };
    const { runProduct } = await import("./commands/run.ts");
    return runProduct(needFile(positionals), options, console);
  },
  start: async (args, console) => {
    const { values, positionals } = parse(args, {
      data: { type: "string" },
      port: { type: "string" },
      apply: { type: "boolean" },
      drop: { type: "string", multiple: true },
      "with-gaps": { type: "boolean" },
      json: { type: "boolean" },
    });
    const options = {
      data: textOf(values["data"]),
      port: needPort(textOf(values["port"]) ?? "8000"),
      apply: values["apply"] === true,
      drop: textsOf(values["drop"]),
      withGaps: values["with-gaps"] === true,
      json: values["json"] === true,
    };
    const { startProduct } = await import("./commands/start.ts");
    return startProduct(needFile(positionals), options, console);
  },
  test: async (args, console) => {
    const { values, positionals } = parse(args, {
      only: { type: "string", multiple: true },
      mutate: { type: "boolean" },
      json: { type: "boolean" },
      junit: { type: "string" },
      watch: { type: "boolean" },
      screens: { type: "boolean" },
      url: { type: "string" },
      send: { type: "boolean" },
      explore: { type: "string" },
      seed: { type: "string" },
    });
    const file = needFile(positionals);
    const junit = needWritable("--junit", textOf(values["junit"]), console);
    const time = textOf(values["explore"]);
    if (time === undefined && values["seed"] !== undefined)
      throw new UsageError("--seed needs --explore, such as --explore 60s");
    if (time !== undefined) {
      const other = ["only", "mutate", "watch", "screens", "url", "send"].find((name) => values[name] !== undefined);
      if (other !== undefined) throw new UsageError(`--explore cannot be combined with --${other}`);
      const { exploreProduct } = await import("./proving/explore-product.ts");
      const seed = needSeed(textOf(values["seed"]));
      const json = values["json"] === true;
      return exploreProduct(file, { milliseconds: needTime(time), seed, json, junit }, console);
    }
    const watch = values["watch"] === true;
    const onCopy = ["mutate", "screens", "watch"].find((one) => values[one] === true);
    if (values["url"] !== undefined && onCopy !== undefined)
      throw new UsageError(`--${onCopy} cannot be combined with --url`);
    if (values["send"] === true && values["url"] === undefined)
      throw new UsageError("--send needs --url: a copy never sends anything");
    if (watch && values["screens"] === true) throw new UsageError("--watch cannot be combined with --screens");
    if (watch && file === "-") throw new UsageError("--watch needs a file, not standard input");
    if (watch && values["mutate"] === true) throw new UsageError("--watch cannot be combined with --mutate");
    const { testProduct } = await import("./proving/test-product.ts");
    const options = {
      only: onlyOf(textsOf(values["only"])),
      mutate: values["mutate"] === true,
      json: values["json"] === true,
      junit,
      watch,
      screens: values["screens"] === true,
      url: textOf(values["url"]),
      send: values["send"] === true,
    };
    return testProduct(file, options, console);
  },
  types: async (args, console) => {
    const { values, positionals } = parse(args, { screens: { type: "boolean" }, calls: { type: "boolean" } });
    const { types } = await import("./commands/types.ts");
    const what = values["calls"] === true ? "calls" : values["screens"] === true ? "screens" : "clients";
    return types(needFile(positionals), what, console);
  },
  role: async (args, console) => {
    const { values, positionals } = parse(args, { data: { type: "string" } });
    const [verb, file, email, role, ...more] = positionals;
    if (verb !== "add" || file === undefined || email === undefined || role === undefined || more.length > 0)
      throw new UsageError(
        "role add needs a document, an email address and a role: writ role add SPEC.md ann@example.org Lead",
      );
    const { addRole } = await import("./commands/role.ts");
    return addRole(file, needRole(`${email}=${role}`), textOf(values["data"]), console);
  },
  keys: async (args, console) => {
    const { values, positionals } = parse(args, { data: { type: "string" }, json: { type: "boolean" } });
    const [verb, ...files] = positionals;
    const options = { data: textOf(values["data"]), json: values["json"] === true };
    const { changeKeys, showKeys, showServiceKey } = await import("./commands/keys.ts");
    if (verb === "service" && files.length > 0) return showServiceKey(needFile(files), options, console);
    if (verb === "rotate" && files.length > 0) return changeKeys(needFile(files), options, console);
    return showKeys(needFile(positionals), options, console);
  },
  explain: (args, console) => {
    const { positionals } = parse(args, {});
    const [thing, file, ...more] = positionals;
    if (more.length > 0) throw new UsageError("explain takes a code, or a thing and a document");
    if (thing === undefined || file === undefined) return explain(thing, console);
    return import("./commands/explain-thing.ts").then(({ explainThing }) => explainThing(thing, file, console));
  },
  new: (args, console) => {
    const { positionals } = parse(args, {});
    const name = positionals.join(" ");
    if (name === "") throw new UsageError("new needs the name of the product");
    return newDocument(name, console);
  },
};

/** What was typed does not fit; its message is for people. */
class UsageError extends Error {}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parse(args: readonly string[], options: Options) {
  const parsed = parsedOf(args, options);
  // A variable of a shell that is not set leaves such a hole; the folder of the process is not what was meant.
  const hole = Object.entries(parsed.values).find(([, value]) => [value].flat().includes(""));
  if (hole !== undefined) throw new UsageError(`--${hole[0]} has no value`);
  return parsed;
}

function parsedOf(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (failure) {
    throw new UsageError((failure instanceof Error ? failure.message : String(failure)).replaceAll("\n", " "));
  }
}

function needFiles(files: readonly string[]): readonly string[] {
  if (files.length === 0) throw new UsageError("a file is missing, such as SPEC.md");
  // What was read once is gone: the second time, a document would seem to be empty.
  if (files.filter((file) => file === "-").length > 1) throw new UsageError("- can be given only once");
  return files;
}

function needFile(files: readonly string[]): string {
  const [file, ...more] = needFiles(files);
  if (file === undefined || more.length > 0) throw new UsageError("only one document can be given");
  return file;
}

/** Found out before the work whose outcome would have nowhere to go. */
function needWritable(option: string, path: string | undefined, console: Console): string | undefined {
  const why = path === undefined ? undefined : console.unwritable(path);
  if (why !== undefined) throw new UsageError(`${option}: ${why}`);
  return path;
}

function onlyOf(addresses: readonly string[]): string {
  const [only = "", ...more] = addresses;
  // The last one alone would be tried, and no one would know.
  if (more.length > 0) throw new UsageError("--only can be given only once; for a whole section, use --only 6/");
  return only;
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function needRole(text: string): NamedRole {
  const [, email, role] = /^([^\s=@]+@[^\s=@]+)=(.+)$/.exec(text) ?? [];
  if (email === undefined || role === undefined)
    throw new UsageError(`a role needs an email address: ann@example.org=Lead, not "${text}"`);
  return { email, role };
}

function needPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function needTime(text: string): number {
  const [, count = "0", unit = ""] = /^(\d+)(s|m)$/.exec(text) ?? [];
  const milliseconds = Number(count) * (unit === "m" ? 60_000 : 1000);
  if (milliseconds === 0) throw new UsageError(`--explore needs seconds or minutes, such as 60s or 10m, not "${text}"`);
  return milliseconds;
}

function needSeed(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text))
    throw new UsageError(`--seed must be a whole number with at most nine digits, not "${text}"`);
  return text === undefined ? undefined : Number(text);
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export function run(args: readonly string[], console: Console): ExitCode | Promise<ExitCode> {
  const [name, ...rest] = args;
  // All after `--` are names, also those that look like options.
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const asks = options.includes("--help") || options.includes("-h");
  if (name === undefined || name === "--help" || name === "-h" || name === "help" || asks) {
    console.out(usage);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(
      `writ: unknown command "${visible(name)}". ${didYouMean(name, Object.keys(commands)) || "writ --help lists all commands."}\n`,
    );
    return 2;
  }
  const refuse = (failure: unknown): ExitCode => {
    if (!(failure instanceof UsageError)) throw failure;
    console.error(`writ ${name}: ${visible(failure.message)}\n`);
    return 2;
  };
  try {
    const done = command(rest, console);
    return done instanceof Promise ? done.catch(refuse) : done;
  } catch (failure) {
    return refuse(failure);
  }
}

// The command line: finds the command, reads its options, and hands it a console.
import { parseArgs } from "node:util";
import { didYouMean } from "@writ/language";
import { check } from "./check.ts";
import type { Console, ExitCode } from "./console.ts";
import { explain } from "./explain.ts";
import { fmt } from "./fmt.ts";
import { newDocument } from "./new.ts";
import type { NamedRole } from "./role.ts";
import { visible } from "./visible.ts";

const usage = `writ: runs a product specification

  writ check FILE…      say everything that is wrong or still open in documents
      --json            for machines: {"problems": […]}
      --format github   annotations for a workflow
  writ fmt FILE…        bring tables, lists and expressions into one form
      --check           only say which files would change
  writ plan FILE        what would change in the database, as SQL, and what it would lose
      --data DIR        the folder of the database; .writ beside the document without it
      --json            for machines: {"steps": […], "drift": […]}
  writ apply FILE       make the database what the document says
      --data DIR
      --drop ADDRESS    lose what stood at that clause; once for each
      --yes             without asking
  writ run FILE         serve the product of a document, until Ctrl-C
      --port N          0 takes a free one; 8000 without it
      --data DIR
      --sample          with the document's sample rows and people, one for each role
      --role EMAIL=ROLE give somebody a role that is named at installation; once for each
      --drop ADDRESS
      --json            for machines: one line {"url", "anonKey", "serviceKey", "databaseUrl"} when it answers
  writ start FILE       serve it in production: no errors, no gaps, no change pending; settings from the environment
      --port N          8000 without it
      --data DIR
      --apply           make the database what the document says first
      --drop ADDRESS
      --with-gaps       although something is not shown
      --json
  writ test FILE        try what the document says must and must not happen, on a fresh copy, and say what was shown
      --only ADDRESS    the clauses whose addresses begin with it: 6/Ticket
      --mutate          then try documents that differ in one clause, and say of which nobody would notice
      --json            for machines: {"passed", "failed", "notTried", "cases": […]}
      --junit FILE      also as JUnit's XML
      --screens         also opens every screen as everybody in this machine's Chromium
      --watch           again after each save, what it may have changed first, until Ctrl-C
      --url ADDRESS     on a product that runs there, in rows of its own making; its service key from WRIT_SERVICE_KEY
      --send            also what lets mails, notices and calls go out there
  writ types FILE       TypeScript types of the document for @supabase/supabase-js
      --screens         also for its components: what writ/screen knows of them
      --calls           for the code of its calls instead: what it is given, reads, writes and answers
  writ role add FILE EMAIL ROLE
                        give somebody a role that is named at installation, also while it runs
      --data DIR
  writ keys FILE        the keys that tokens are signed with, without what is secret
  writ keys rotate FILE sign with a new one, also while it runs; earlier tokens stay good until they end
      --data DIR
      --json
  writ explain [CODE]   what a code means and what to write instead; all codes without one
  writ new NAME         a small complete document to start from

  writ explain THING FILE
                        the clause of a database object, or the objects of a clause

FILE may be - for standard input. With DATABASE_URL the database is that one. Exit code 0: done; 1: errors (or not
formatted, or stopped); 2: the call, a file or the database is no good.
`;

type Command = (args: readonly string[], console: Console) => ExitCode | Promise<ExitCode>;

const commands: Readonly<Record<string, Command>> = {
  check: (args, console) => {
    const { values, positionals } = parse(args, { json: { type: "boolean" }, format: { type: "string" } });
    if (values["json"] === true && values["format"] !== undefined) {
      throw new UsageError("--json is --format json: give one of the two");
    }
    const format = values["json"] === true ? "json" : (values["format"] ?? "text");
    if (format !== "text" && format !== "json" && format !== "github") {
      throw new UsageError(`--format is text, json or github, not "${String(format)}"`);
    }
    return check(needFiles(positionals), format, console);
  },
  fmt: (args, console) => {
    const { values, positionals } = parse(args, { check: { type: "boolean" } });
    return fmt(needFiles(positionals), values["check"] === true, console);
  },
  // What needs a database is loaded with it.
  plan: async (args, console) => {
    const { values, positionals } = parse(args, { data: { type: "string" }, json: { type: "boolean" } });
    const { plan } = await import("./plan.ts");
    return plan(needFile(positionals), { data: textOf(values["data"]), json: values["json"] === true }, console);
  },
  apply: async (args, console) => {
    const { values, positionals } = parse(args, {
      data: { type: "string" },
      drop: { type: "string", multiple: true },
      yes: { type: "boolean" },
    });
    const drop = textsOf(values["drop"]);
    const { apply } = await import("./apply.ts");
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
    const { runProduct } = await import("./run.ts");
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
    const { startProduct } = await import("./start.ts");
    return startProduct(needFile(positionals), options, console);
  },
  test: async (args, console) => {
    const { values, positionals } = parse(args, {
      only: { type: "string" },
      mutate: { type: "boolean" },
      json: { type: "boolean" },
      junit: { type: "string" },
      watch: { type: "boolean" },
      screens: { type: "boolean" },
      url: { type: "string" },
      send: { type: "boolean" },
    });
    const file = needFile(positionals);
    const watch = values["watch"] === true;
    const onCopy = ["mutate", "screens", "watch"].find((one) => values[one] === true);
    if (values["url"] !== undefined && onCopy !== undefined)
      throw new UsageError(`--${onCopy} needs a copy of its own: leave --url out`);
    if (values["send"] === true && values["url"] === undefined)
      throw new UsageError("--send is for --url: nothing leaves a copy");
    if (watch && values["screens"] === true) throw new UsageError("--watch tries the plan without --screens");
    if (watch && file === "-") throw new UsageError("--watch follows a file: standard input is read once");
    if (watch && values["mutate"] === true) throw new UsageError("--watch tries the plan alone: leave --mutate out");
    const { testProduct } = await import("./test-product.ts");
    const options = {
      only: textOf(values["only"]) ?? "",
      mutate: values["mutate"] === true,
      json: values["json"] === true,
      junit: textOf(values["junit"]),
      watch,
      screens: values["screens"] === true,
      url: textOf(values["url"]),
      send: values["send"] === true,
    };
    return testProduct(file, options, console);
  },
  types: async (args, console) => {
    const { values, positionals } = parse(args, { screens: { type: "boolean" }, calls: { type: "boolean" } });
    const { types } = await import("./types.ts");
    const what = values["calls"] === true ? "calls" : values["screens"] === true ? "screens" : "clients";
    return types(needFile(positionals), what, console);
  },
  role: async (args, console) => {
    const { values, positionals } = parse(args, { data: { type: "string" } });
    const [verb, file, email, role, ...more] = positionals;
    if (verb !== "add" || file === undefined || email === undefined || role === undefined || more.length > 0)
      throw new UsageError(
        "role add takes a document, an address and a role: writ role add SPEC.md ann@example.org Lead",
      );
    const { addRole } = await import("./role.ts");
    return addRole(file, needRole(`${email}=${role}`), textOf(values["data"]), console);
  },
  keys: async (args, console) => {
    const { values, positionals } = parse(args, { data: { type: "string" }, json: { type: "boolean" } });
    const [verb, ...files] = positionals;
    const options = { data: textOf(values["data"]), json: values["json"] === true };
    const { changeKeys, showKeys } = await import("./keys.ts");
    if (verb === "rotate" && files.length > 0) return changeKeys(needFile(files), options, console);
    return showKeys(needFile(positionals), options, console);
  },
  explain: (args, console) => {
    const { positionals } = parse(args, {});
    const [thing, file, ...more] = positionals;
    if (more.length > 0) throw new UsageError("explain takes a code, or a thing and a document");
    if (thing === undefined || file === undefined) return explain(thing, console);
    return import("./explain-thing.ts").then(({ explainThing }) => explainThing(thing, file, console));
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
  if (hole !== undefined) throw new UsageError(`--${hole[0]} is given nothing`);
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
  if (files.length === 0) throw new UsageError("which file? For example: SPEC.md");
  // What was read once is gone: the second time, a document would seem to be empty.
  if (files.filter((file) => file === "-").length > 1) throw new UsageError("- can be read once only");
  return files;
}

function needFile(files: readonly string[]): string {
  const [file, ...more] = needFiles(files);
  if (file === undefined || more.length > 0) throw new UsageError("one document at a time");
  return file;
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function needRole(text: string): NamedRole {
  const [, email, role] = /^([^\s=@]+@[^\s=@]+)=(.+)$/.exec(text) ?? [];
  if (email === undefined || role === undefined)
    throw new UsageError(`a role is given to an address: ann@example.org=Lead, not "${text}"`);
  return { email, role };
}

function needPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`--port is a number from 0 to 65535, not "${text}"`);
  return port;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export function run(args: readonly string[], console: Console): ExitCode | Promise<ExitCode> {
  const [name, ...rest] = args;
  // Behind `--` stand names, whatever they look like.
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const asks = options.includes("--help") || options.includes("-h");
  if (name === undefined || name === "--help" || name === "-h" || name === "help" || asks) {
    console.out(usage);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(
      `writ: no command "${visible(name)}". ${didYouMean(name, Object.keys(commands)) || "writ --help lists them."}\n`,
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

// What `writ --help` and `writ COMMAND --help` say. Shells complete by it too.
import type { CommandName } from "../options.ts";
import { copyUsages } from "./usage-of-copies.ts";
import { importing } from "./usage-of-import.ts";
import type { Described, Usage } from "./usage-type.ts";

const data: Described = ["--data DIR", "the folder of the database; .writ beside the document by default"];
const drop: Described = ["--drop ADDRESS", "allow losing the data of this clause; repeatable"];
const rename: Described = [
  "--rename OLD=NEW",
  'rename a field or an entity in the database: "3/Ticket/Due on=Deadline"; repeatable',
];
const offline: Described = ["--offline", "download nothing that the document needs"];
const json: Described = ["--json", "for programs"];
const link: Described = [
  "--link",
  "with add: also print a link that lets the person in once, where no mail can be sent",
];
const url: Described = ["--url ADDRESS", "with --link: where the product is; WRIT_PUBLIC_URL by default"];

export const usages: { readonly [Name in CommandName]: Usage<Name> } = {
  new: {
    call: "new NAME",
    does: "create a small complete document to start from",
    options: { json: ["--json", 'for programs: {"file"}'] },
    examples: ['writ new "Tool shed"'],
  },
  check: {
    call: "check FILE…",
    does: "report errors, warnings and gaps of documents",
    options: {
      json: ["--json", 'for programs: {"problems": […]}'],
      format: ["--format FORMAT", "text, json, or github for annotations in a workflow"],
    },
    examples: ["writ check SPEC.md", "writ check --format github SPEC.md"],
  },
  fmt: {
    call: "fmt FILE…",
    does: "format tables, lists and expressions; fix mistakes",
    options: {
      fix: ["--fix", "first fix mistakes that have one certain fix, and report the rest"],
      check: ["--check", "write nothing, and list the files that would change"],
    },
    examples: ["writ fmt --fix SPEC.md"],
  },
  explain: {
    call: "explain [CODE]",
    does: "explain a code, or a clause in the database",
    calls: [
      ["explain", "list all codes"],
      ["explain CODE", "explain a code"],
      ["explain THING FILE", "show the clause of a database object, or the objects of a clause"],
    ],
    options: {},
    examples: ["writ explain N302", "writ explain ticket.phone SPEC.md", "writ explain 6/Category/read SPEC.md"],
  },
  types: {
    call: "types FILE",
    does: "print TypeScript types for clients of the product",
    options: {
      screens: ["--screens", "also for its components"],
      calls: ["--calls", "for the code of its calls instead"],
    },
    examples: ["writ types SPEC.md > database.ts"],
  },
  run: {
    call: "run FILE",
    does: "serve the product while you edit its document",
    options: {
      sample: ["--sample", "add the document's sample rows and people, and one person for each role"],
      port: ["--port N", "8000 by default; 0 for any free port"],
      data,
      role: ["--role EMAIL=ROLE", "give a role that is named at installation; repeatable"],
      drop,
      offline,
      json: ["--json", "for programs: one line when the product is ready"],
      processes: "hidden",
    },
    examples: ["writ run --sample", "writ run SPEC.md --role lea@example.org=Lead"],
  },
  test: {
    call: "test FILE",
    does: "test on a fresh copy what must and must not happen",
    options: {
      only: ["--only ADDRESS", "only the clauses whose addresses begin with it: 6/Ticket"],
      watch: ["--watch", "test again after each save, first what the edit may affect, until Ctrl-C"],
      screens: ["--screens", "also open every screen in Chromium, as every kind of user"],
      mutate: ["--mutate", "then test documents with one changed clause, and report changes that no case notices"],
      explore: [
        "--explore TIME",
        "instead, simulate random users for this time (60s, 10m), and report every difference",
      ],
      seed: ["--seed N", "with --explore: the seed of the random choices, to repeat them"],
      url: ["--url ADDRESS", "test the product that runs there, with its own rows; service key in WRIT_SERVICE_KEY"],
      send: ["--send", "with --url: also test what sends mails, notices and calls"],
      junit: ["--junit FILE", "also write a report as JUnit XML"],
      json: ["--json", 'for programs: {"passed", "failed", "notTried", "cases": […]}'],
      offline: ["--offline", "with --screens: download nothing"],
    },
    examples: ["writ test SPEC.md", "writ test --only 6/Ticket --watch", "writ test --explore 10m"],
  },
  plan: {
    call: "plan FILE",
    does: "show what would change, and what would be lost",
    options: {
      data,
      rename,
      against: ["--against ADDRESS", "of the product that runs there; service key in WRIT_SERVICE_KEY"],
      sql: ["--sql", "show the statements, each under its clause"],
      json: ["--json", 'for programs: {"steps": […], "drift": […]}, with the statements'],
    },
    examples: ["writ plan SPEC.md", "writ plan SPEC.md --against https://desk.example.org"],
  },
  apply: {
    call: "apply FILE",
    does: "change the database to match the document",
    options: {
      data,
      drop,
      rename,
      back: ["--back", "apply the document again that was there before the last one"],
      sql: ["--sql", "show the statements before asking"],
      yes: ["--yes", "do not ask"],
    },
    examples: ["writ apply SPEC.md", "writ apply SPEC.md --drop 3/Ticket/Phone"],
  },
  start: {
    call: "start FILE",
    does: "serve the product; settings from the environment",
    options: {
      apply: ["--apply", "first change the database to match the document"],
      drop,
      "with-gaps": ["--with-gaps", "start although the document has gaps"],
      port: ["--port N", "8000 by default"],
      data,
      tls: ["--tls CERT KEY", "speak TLS, with the certificate and the key in these files"],
      processes: ["--processes N", "serve with so many processes; by default one for each core but one"],
      offline,
      json: ["--json", "for programs: one line when the product is ready"],
    },
    examples: ["WRIT_PUBLIC_URL=https://desk.example.org writ start SPEC.md --apply --data /var/lib/writ"],
  },
  operator: {
    call: "operator add EMAIL",
    does: "name who may use the console; list, remove",
    calls: [
      ["operator add FILE EMAIL", "let an account use the console, also while the product runs"],
      ["operator remove FILE EMAIL", "end that at once"],
      ["operator list FILE", "list the operators"],
    ],
    options: { data, link, url, json: ["--json", "with list: for programs"] },
    examples: [
      "writ operator add SPEC.md ann@example.org",
      "writ operator add SPEC.md ann@example.org --link --url https://desk.example.org",
    ],
  },
  role: {
    call: "role add EMAIL ROLE",
    does: "give a role that is named at installation",
    calls: [["role add FILE EMAIL ROLE", "give a role that is named at installation, also while the product runs"]],
    options: { data, link: ["--link", link[1].replace("with add: ", "")], url },
    examples: ["writ role add SPEC.md lea@example.org Lead"],
  },
  sample: {
    call: "sample remove",
    does: "remove what writ run --sample has put in",
    calls: [
      ["sample remove FILE", "remove sample rows and sample accounts from the database, also while the product runs"],
    ],
    options: { data, yes: ["--yes", "do not ask"] },
    examples: ["writ sample remove SPEC.md --data /var/lib/writ"],
  },
  ...copyUsages(data, json),
  upgrade: {
    call: "upgrade FILE",
    does: "bring its database to the PostgreSQL of this Writ",
    options: {
      data,
      "remove-old": ["--remove-old", "remove the database that an upgrade has kept"],
      json,
    },
    examples: ["writ upgrade SPEC.md --data /var/lib/writ"],
  },
  import: importing,
  keys: {
    call: "keys FILE",
    does: "list and rotate signing keys; print keys of clients",
    calls: [
      ["keys FILE", "list the keys that sign tokens, without their secrets"],
      ["keys anon FILE", "print the key of clients, which is public"],
      ["keys service FILE", "print the service key, which bypasses every permission, for programs on servers"],
      [
        "keys rotate FILE",
        "sign with a new key, also while the product runs; earlier tokens stay valid until they expire",
      ],
    ],
    options: { data, json },
    examples: ["writ keys service SPEC.md"],
  },
  mail: {
    call: "mail test ADDRESS",
    does: "send a mail with the mail server of the environment",
    options: { json },
    examples: ["WRIT_SMTP_URL=… WRIT_MAIL_FROM=… writ mail test ann@example.org"],
  },
  doctor: {
    call: "doctor",
    does: "show what this machine has and lacks",
    options: { json },
    examples: ["writ doctor"],
  },
  download: {
    call: "download FILE",
    does: "download what the document needs and lacks here",
    options: { screens: ["--screens", "also Chromium, for writ test --screens"] },
    examples: ["writ download SPEC.md --screens"],
  },
  completion: {
    call: "completion SHELL",
    does: "print a script that completes commands",
    options: {},
    examples: ["source <(writ completion bash)"],
  },
};

const groups: readonly (readonly [title: string, commands: readonly CommandName[]])[] = [
  ["Write a document", ["new", "check", "fmt", "explain", "types"]],
  ["Run and test it on this machine", ["run", "test"]],
  ["Change its database", ["plan", "apply"]],
  ["Serve it in production", ["start", "operator", "role", "keys", "mail", "sample"]],
  ["Copy and move it", ["backup", "restore", "upgrade", "export", "import"]],
  ["Look after this machine", ["doctor", "download", "completion"]],
];

const without = "Without FILE, a command takes SPEC.md in this folder; - is standard input.";

/** Two columns; what is too long for the first has the second below it. */
function table(rows: readonly Described[], width: number): string {
  const line = ([form, does]: Described) =>
    form.length > width ? `  ${form}\n  ${"".padEnd(width)}  ${does}\n` : `  ${form.padEnd(width)}  ${does}\n`;
  return rows.map(line).join("");
}

const typed = ([call, does]: Described): Described => [`writ ${call}`, does];
const widest = Math.max(...Object.values(usages).map(({ call }) => call.length)) + "writ ".length;

export const overview = [
  "writ: runs a product specification\n",
  ...groups.map(
    ([title, commands]) =>
      `${title}\n${table(
        commands.map((name) => typed([usages[name].call, usages[name].does])),
        widest,
      )}`,
  ),
  `writ COMMAND --help shows the options of a command, with examples.\n${without}\nDATABASE_URL selects another database. writ --version prints the version.\n`,
].join("\n");

export function usageOf(name: CommandName): string {
  const { call, does, calls = [[call, does]], examples }: Usage<CommandName> = usages[name];
  const options = Object.values<Described | "hidden">(usages[name].options).filter((one) => one !== "hidden");
  const rows = calls.map(typed);
  const width = Math.max(...[...rows, ...options].map(([form]) => form.length));
  return [
    table(rows, width),
    ...(options.length === 0 ? [] : [`Options\n${table(options, width)}`]),
    `For example\n${examples.map((one) => `  ${one}\n`).join("")}`,
    ...(rows.some(([form]) => form.includes("FILE")) ? [`${without}\n`] : []),
  ].join("\n");
}

// The options of every command: what is parsed, and what shells complete.
import type { ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

export const optionsOf = {
  new: { json: flag },
  check: { json: flag, format: text },
  fmt: { check: flag, fix: flag },
  plan: { data: text, against: text, rename: texts, sql: flag, json: flag },
  apply: { data: text, drop: texts, rename: texts, back: flag, sql: flag, yes: flag },
  run: {
    data: text,
    port: text,
    sample: flag,
    role: texts,
    drop: texts,
    offline: flag,
    json: flag,
    processes: text,
  },
  start: {
    data: text,
    port: text,
    apply: flag,
    drop: texts,
    "with-gaps": flag,
    processes: text,
    tls: text,
    offline: flag,
    json: flag,
  },
  backup: { data: text, keep: text, backup: text, json: flag },
  upgrade: { data: text, "remove-old": flag, json: flag },
  restore: { data: text, backup: text, to: text, forget: text, json: flag },
  export: { data: text, anonymise: flag, json: flag },
  import: {
    entity: text,
    data: text,
    map: texts,
    ignore: texts,
    "dry-run": flag,
    "only-good": flag,
    "update-by": text,
    as: text,
    continue: flag,
    again: flag,
    files: text,
    json: flag,
  },
  test: {
    only: texts,
    mutate: flag,
    json: flag,
    junit: text,
    watch: flag,
    screens: flag,
    url: text,
    send: flag,
    explore: text,
    seed: text,
    offline: flag,
  },
  types: { screens: flag, calls: flag },
  role: { data: text, link: flag, url: text },
  sample: { data: text, yes: flag },
  operator: { data: text, json: flag, link: flag, url: text },
  keys: { data: text, json: flag },
  mail: { json: flag },
  explain: {},
  download: { screens: flag },
  doctor: { json: flag },
  completion: {},
} as const satisfies Readonly<Record<string, Options>>;

export type CommandName = keyof typeof optionsOf;

/** The words that some commands begin with. */
export const verbsOf: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  role: ["add"],
  sample: ["remove"],
  operator: ["add", "list", "remove"],
  mail: ["test"],
  backup: ["list", "verify", "deleted"],
  keys: ["anon", "service", "rotate"],
  completion: ["bash", "zsh", "fish"],
};

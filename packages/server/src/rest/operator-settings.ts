// What an operator says of the data API in the environment: which schemas it shows, and who may ask for plans and rollbacks.
import type { Caller } from "./service.ts";

/** Callers with the service key, or every caller who may ask at all. */
type Who = "service" | "everyone";

export type OperatorSettings = {
  /** The first is meant where a request names none. */
  readonly schemas: readonly string[];
  /** Who may ask for the query plan; undefined: no caller. */
  readonly plans: Who | undefined;
  /** Who may have their request rolled back. */
  readonly rollbacks: Who | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Hidden columns, keys and what belongs to accounts stand there. */
const own: ReadonlySet<string> = new Set(["auth", "storage", "realtime", "writ", "writ_data", "information_schema"]);

const listed = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** In words. */
export function wrongOperatorSettings(environment: Environment): readonly string[] {
  const systems = listed(environment["WRIT_SCHEMAS"]).filter((name) => own.has(name) || name.startsWith("pg_"));
  return [
    ...systems.map((name) => `WRIT_SCHEMAS is a list of schemas of your own, and "${name}" is the system's`),
    ...["WRIT_PLANS", "WRIT_ROLLBACKS"].flatMap((name) => {
      const who = environment[name] ?? "";
      return ["", "service", "everyone"].includes(who) ? [] : [`${name} is service or everyone, not "${who}"`];
    }),
  ];
}

/** Fails where something in it is wrong. */
export function readOperatorSettings(environment: Environment): OperatorSettings {
  const wrong = wrongOperatorSettings(environment);
  if (wrong.length > 0) throw new Error(wrong.join("; "));
  const who = (name: string) => (["service", "everyone"] as const).find((one) => one === environment[name]);
  return {
    schemas: [...new Set(["public", ...listed(environment["WRIT_SCHEMAS"])])],
    plans: who("WRIT_PLANS"),
    rollbacks: who("WRIT_ROLLBACKS"),
  };
}

export const isAllowed = (who: Who | undefined, { role }: Caller): boolean =>
  who === "everyone" || (who === "service" && role === "service_role");

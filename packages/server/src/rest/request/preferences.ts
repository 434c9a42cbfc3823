// The header `Prefer`: how a request wants to be done and answered.
import { wrongPreferences } from "../failure.ts";

export type Preferences = {
  readonly return: "representation" | "headers-only" | "minimal" | undefined;
  readonly count: "exact" | "planned" | "estimated" | undefined;
  readonly resolution: "merge-duplicates" | "ignore-duplicates" | undefined;
  readonly missing: "default" | "null" | undefined;
  readonly transaction: "commit" | "rollback" | undefined;
  readonly handling: "strict" | "lenient" | undefined;
  readonly timezone: string | undefined;
  readonly maxAffected: number | undefined;
};

const known = {
  return: ["representation", "headers-only", "minimal"],
  count: ["exact", "planned", "estimated"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  tx: ["commit", "rollback"],
  handling: ["strict", "lenient"],
} as const;

/** The first of each kind counts. With `handling=strict`, unknown preferences are refused. */
export function readPreferences(header: string): Preferences {
  const given = header
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const pick = <Kind extends keyof typeof known>(kind: Kind): (typeof known)[Kind][number] | undefined =>
    known[kind].find(
      (value) =>
        given.find((one) => one.startsWith(`${kind}=`) && valuesOf(kind).has(one.slice(kind.length + 1))) ===
        `${kind}=${value}`,
    );
  const timezone = valueOf("timezone", given);
  const most = valueOf("max-affected", given);
  const preferences: Preferences = {
    return: pick("return"),
    count: pick("count"),
    resolution: pick("resolution"),
    missing: pick("missing"),
    transaction: pick("tx"),
    handling: pick("handling"),
    timezone,
    maxAffected: most !== undefined && /^\d{1,15}$/.test(most) ? Number(most) : undefined,
  };
  if (preferences.handling === "strict") {
    const wrong = given.filter((one) => !isKnown(one));
    if (wrong.length > 0) throw wrongPreferences(wrong);
  }
  return preferences;
}

const valuesOf = (kind: keyof typeof known): ReadonlySet<string> => new Set(known[kind]);

const valueOf = (name: string, given: readonly string[]): string | undefined =>
  given.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);

function isKnown(preference: string): boolean {
  const [name = "", value = ""] = [
    preference.slice(0, preference.indexOf("=")),
    preference.slice(preference.indexOf("=") + 1),
  ];
  // PostgreSQL itself says whether there is such a zone, and is heard whether or not the client is strict.
  if (name === "timezone") return true;
  if (name === "max-affected") return /^\d{1,15}$/.test(value);
  return Object.hasOwn(known, name) && valuesOf(name as keyof typeof known).has(value);
}

/** Those that were followed, for the answer's header; undefined where none was. */
export function appliedHeader(preferences: Preferences, applied: readonly (keyof Preferences)[]): string | undefined {
  const names: Readonly<Record<keyof Preferences, string>> = {
    resolution: "resolution",
    missing: "missing",
    return: "return",
    count: "count",
    transaction: "tx",
    handling: "handling",
    timezone: "timezone",
    maxAffected: "max-affected",
  };
  const said = (Object.keys(names) as (keyof Preferences)[]).flatMap((name) =>
    applied.includes(name) && preferences[name] !== undefined ? [`${names[name]}=${preferences[name]}`] : [],
  );
  return said.length === 0 ? undefined : said.join(", ");
}

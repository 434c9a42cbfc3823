// Which time zones there are: the names of the IANA database, as browsers and PostgreSQL know them.
import { nearest } from "../../text/suggestion.ts";

/** The name as it is written, or undefined where it is none. `EST`, `+02:00` and the like hide summer time. */
export function findTimeZone(written: string): string | undefined {
  if (written === "UTC") return written;
  if (!/^[A-Z][A-Za-z_]{1,30}(?:\/[A-Z][A-Za-z0-9_+-]{1,30}){1,2}$/.test(written)) return undefined;
  // The list is at hand in 2 ms; a formatter, which also knows older names, takes 16 ms to load.
  if (Intl.supportedValuesOf("timeZone").includes(written)) return written;
  try {
    // It throws for what is no zone; where it knows one by an older name, the written name stays.
    return new Intl.DateTimeFormat("en", { timeZone: written }).resolvedOptions().timeZone === "" ? undefined : written;
  } catch {
    return undefined;
  }
}

export function timeZoneHint(written: string): string {
  const names = Intl.supportedValuesOf("timeZone");
  if (/^(?:Z|GMT|utc|Etc\/(?:UTC|GMT))$/i.test(written)) return 'Did you mean "UTC"?';
  const word = written.slice(0, 60).replace(/\s+/g, "_");
  const near = names.find((name) => name.endsWith(`/${word}`)) ?? nearest(word, names);
  return near === undefined ? "Write a name such as Europe/Paris, or UTC." : `Did you mean "${near}"?`;
}

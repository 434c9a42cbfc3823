// Backups that `writ start` makes by itself, as the environment sets them; `environment.ts` has checked it.
import type { Schedule } from "@writ/server/backup";
import { settingIn, type Console } from "../../terminal/console.ts";

const units: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** Of a length of time in words; undefined where it is none. */
export function millisecondsIn(words: string): number | undefined {
  const [, count = "", unit = ""] = /^([1-9]\d{0,3}) (minute|hour|day|week)s?$/.exec(words) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? 0);
  return milliseconds === 0 ? undefined : milliseconds;
}

/** Undefined: none are made. */
export async function backupsIn(environment: Console["environment"]): Promise<Schedule | undefined> {
  const target = settingIn(environment, "WRIT_BACKUP");
  if (target === undefined) return undefined;
  const { keyOf } = await import("@writ/server/backup");
  const everyMilliseconds = millisecondsIn(settingIn(environment, "WRIT_BACKUP_EVERY") ?? "1 day");
  if (everyMilliseconds === undefined) throw new Error("the settings are checked");
  return {
    target,
    key: keyOf(settingIn(environment, "WRIT_BACKUP_KEY")),
    everyMilliseconds,
    keep: Number(settingIn(environment, "WRIT_BACKUP_KEEP") ?? 7),
  };
}

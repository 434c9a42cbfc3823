// `writ upgrade FILE`: the database of an earlier PostgreSQL becomes one of today's, and the old one is kept.
import { settingIn, type Console, type ExitCode } from "../../terminal/console.ts";
import { plural } from "../../terminal/summary.ts";
import { visible } from "../../terminal/visible.ts";
import { version } from "../../version.ts";
import { dataOf } from "./backup.ts";
import { inWords } from "../../terminal/in-words.ts";

type Upgrade = {
  readonly file: string;
  readonly data: string | undefined;
  readonly removeOld: boolean;
  readonly json: boolean;
};

export async function upgrade({ file, data, removeOld, json }: Upgrade, console: Console): Promise<ExitCode> {
  if (data === undefined && settingIn(console.environment, "DATABASE_URL") !== undefined) {
    console.error("writ upgrade: the database of DATABASE_URL is upgraded at its server, by its operator\n");
    return 2;
  }
  const folder = dataOf(file, data);
  return inWords(console, async () => {
    const { programsOf, removeEarlier, upgradeDatabase } = await import("@writ/server/upgrading");
    if (removeOld) {
      const removed = removeEarlier(folder);
      if (json) console.out(`${JSON.stringify({ removed })}\n`);
      else for (const one of removed) console.out(`removed ${visible(one)}\n`);
      return 0;
    }
    const { DownloadFailure } = await import("@writ/server/downloads");
    try {
      const upgraded = await upgradeDatabase(folder, {
        version,
        programs: async (major) => programsOf(major, (words) => console.error(`${words}\n`)),
        progress: (what, done, of) =>
          console.progress?.(
            `${what === "reading" ? "reading the old database" : "writing the new one"}: ${done} of ${of}`,
          ),
      });
      console.progress?.("");
      const { from, to, tables, rows, kept } = upgraded;
      if (json) console.out(`${JSON.stringify(upgraded)}\n`);
      else
        console.out(
          `PostgreSQL ${from} is now ${to}: ${plural(tables, "table")} with ${plural(rows, "row")}. The old database is kept in ${visible(kept)}; \`writ upgrade --remove-old\` removes it\n`,
        );
      return 0;
    } catch (failure) {
      if (!(failure instanceof DownloadFailure)) throw failure;
      console.error(
        `writ upgrade: the earlier PostgreSQL could not be downloaded: ${visible(failure.message)}. Nothing was changed\n`,
      );
      return 2;
    }
  });
}

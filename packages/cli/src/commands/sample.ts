// `writ sample remove FILE`: takes out again what `writ run --sample` has put into a database that is to be used now.
import type { Console, ExitCode } from "../terminal/console.ts";
import { plural } from "../terminal/summary.ts";
import { visible } from "../terminal/visible.ts";
import { withDatabase, type Work } from "./with-database.ts";

type SampleOptions = { readonly data: string | undefined; /** Nobody is asked. */ readonly yes: boolean };

export async function removeSample(file: string, { data, yes }: SampleOptions, console: Console): Promise<ExitCode> {
  const work = async ({ database, compiled }: Work): Promise<ExitCode> => {
    const { findSamples, removeSamples } = await import("@writ/server/samples");
    const client = await database.connect();
    try {
      const { rows: there } = await client.query("SELECT to_regclass('writ.seeded') IS NOT NULL AS is");
      const { rows, accounts } =
        there[0]?.is === true ? await findSamples(client, compiled) : { rows: [], accounts: [] };
      if (rows.length + accounts.length === 0) {
        console.out("There are no sample rows and no sample accounts in this database\n");
        return 0;
      }
      if (!yes && !(await isMeant(sampleWords(rows.length, accounts.length), console))) return 1;
      const removed = await removeSamples(client, compiled);
      console.out(`Removed ${sampleWords(removed.rows, removed.accounts)}\n`);
      for (const address of removed.needed) console.out(`Kept ${visible(address)}: other rows refer to it\n`);
      for (const email of removed.taken)
        console.out(`Kept the account of ${visible(email)}: somebody has a password or a provider for it\n`);
      return 0;
    } finally {
      await client.end();
    }
  };
  return withDatabase(file, data, console, work, { alongside: true, mustExist: true });
}

/** `8 sample rows and 3 sample accounts` */
export const sampleWords = (rows: number, accounts: number): string =>
  `${plural(rows, "sample row")} and ${plural(accounts, "sample account")}`;

async function isMeant(words: string, console: Console): Promise<boolean> {
  if (console.ask !== undefined)
    return console.ask(`Remove ${words}, with changes that were made to them and what belongs to them? [y/N] `);
  console.error(`writ sample: there is no terminal to confirm that ${words} are removed. Use --yes to do it\n`);
  return false;
}

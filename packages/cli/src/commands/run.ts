// `writ run FILE`: the database, the backend and the product of a document, until a user stops it.
import { applyWithConsent } from "../serving/apply-with-consent.ts";
import type { Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import type { Running } from "@writ/server/serve";
import { settingIn, type Console, type ExitCode } from "../terminal/console.ts";
import { settingLines, unknownIn, wrongIn } from "./environment.ts";
import { giveRole, type NamedRole } from "./role.ts";
import { visible } from "../terminal/visible.ts";
import { followComponents } from "../serving/follow-components.ts";
import { followEdits } from "../serving/follow-edits.ts";
import { printPeople, serveUntilStopped } from "../serving/serve-product.ts";
import { withoutBackups } from "../serving/with-backups.ts";
import { withDatabase } from "./with-database.ts";

export type RunOptions = {
  readonly data: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  /** Sample rows and people. */
  readonly sample: boolean;
  /** Roles that are named at installation. */
  readonly roles: readonly NamedRole[];
  readonly drop: readonly string[];
  /** For machines: one line when everything answers. */
  readonly json: boolean;
  /** Download nothing. */
  readonly offline: boolean;
};

export async function runProduct(file: string, options: RunOptions, console: Console): Promise<ExitCode> {
  const wrong = wrongIn(console.environment);
  if (wrong.length > 0) {
    console.error(settingLines("run", wrong));
    return 2;
  }
  const secret = settingIn(console.environment, "WRIT_JWT_SECRET");
  return withDatabase(file, options.data, console, async ({ source, compiled, database, files }) => {
    console.error(settingLines("run", unknownIn(console.environment, source)));
    if ((await applyWithConsent(source, compiled, database, options, console)).is !== "applied") return 1;
    if (!(await areNamed(options.roles, database, console))) return 1;
    let told = "";
    const listed = async (running: Pick<Running, "people">, shown: Compiled) => {
      const people = options.sample ? await running.people(shown) : [];
      const isNew = told !== printPeople(people);
      told = printPeople(people);
      return { people, isNew };
    };
    const components = followComponents(console);
    await withoutBackups(database);
    return serveUntilStopped(
      database,
      {
        port: options.port,
        files,
        development: true,
        samplePeople: options.sample,
        environment: console.environment,
        ...(secret === undefined ? {} : { jwtSecret: secret }),
        // Nothing leaves this machine while a user develops; what would have is printed where they look.
        onPrint: (line) => console.error(`${visible(line)}\n`),
        onMail: ({ to, subject, text }) => console.error(printMail(to, subject, text)),
      },
      {
        document: { file, source, compiled },
        json: options.json,
        offline: options.offline,
        people: async (running) => (await listed(running, compiled)).people,
        components: components.watch,
      },
      console,
      ({ writing, ...running }, tellLacking) => {
        if (file === "-" || writing === undefined) return components.end;
        components.begin(writing);
        // A role that was added has a user to try it as, and what was added may lack something here.
        const onServed = async (edited: Compiled) => {
          const { isNew } = await listed(running, edited);
          if (isNew && !options.json) console.out(told);
          tellLacking();
        };
        const following = { file, database, sample: options.sample, writing, address: `${running.url}/_/`, onServed };
        const end = followEdits(following, console);
        return async () => {
          await Promise.all([components.end(), end()]);
        };
      },
    );
  });
}

function printMail(to: string, subject: string, text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  return `mail to ${visible(to)}: ${visible(subject)}\n${link === undefined ? "" : `  ${visible(link)}\n`}`;
}

async function areNamed(roles: readonly NamedRole[], database: Database, console: Console): Promise<boolean> {
  for (const one of roles) if ((await giveRole("run", one, database, console)) === undefined) return false;
  return true;
}

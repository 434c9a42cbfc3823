// `writ keys`: what tokens are signed with, a new key for it, and the keys of clients; also while the product is served.
import type { ShownKey } from "@writ/server/keys";
import type { Database } from "@writ/server/postgres";
import { settingIn, type Console, type ExitCode } from "../terminal/console.ts";
import { withDatabase, type Work } from "./with-database.ts";

export type KeysOptions = { readonly data: string | undefined; readonly json: boolean };

export async function showKeys(file: string, options: KeysOptions, console: Console): Promise<ExitCode> {
  return withKeys(file, options, console, async () => undefined);
}

export async function changeKeys(file: string, options: KeysOptions, console: Console): Promise<ExitCode> {
  return withKeys(file, options, console, async (client) => {
    const { rotateKeys } = await import("@writ/server/keys");
    await rotateKeys(client);
  });
}

/** `run` and `start` print neither: they would end up in screenshots, and in the logs of a supervisor. */
export async function showProjectKey(
  whose: "anon" | "service",
  file: string,
  { data, json }: KeysOptions,
  console: Console,
): Promise<ExitCode> {
  const shown = async ({ database }: Work): Promise<ExitCode> => {
    const [{ listKeys, readKeyRing }, { projectKey }] = await Promise.all([
      import("@writ/server/keys"),
      import("@writ/server/tokens"),
    ]);
    const client = await database.connect();
    try {
      if ((await listKeys(client)).length === 0) {
        console.error("writ keys: there are no keys yet; the first start creates them\n");
        return 1;
      }
      const key = projectKey(
        whose === "anon" ? "anon" : "service_role",
        await readKeyRing(client, settingIn(console.environment, "WRIT_JWT_SECRET")),
      );
      console.out(json ? `${JSON.stringify({ [`${whose}Key`]: key })}\n` : `${key}\n`);
      return 0;
    } finally {
      await client.end();
    }
  };
  return withDatabase(file, data, console, shown, { alongside: true, mustExist: true });
}

type Client = Awaited<ReturnType<Database["connect"]>>;

async function withKeys(
  file: string,
  { data, json }: KeysOptions,
  console: Console,
  work: (client: Client) => Promise<void>,
): Promise<ExitCode> {
  const shown = async ({ database }: Work): Promise<ExitCode> => {
    const { listKeys } = await import("@writ/server/keys");
    const client = await database.connect();
    try {
      await work(client);
      const keys = await listKeys(client);
      console.out(json ? `${JSON.stringify({ keys })}\n` : printKeys(keys));
      return 0;
    } finally {
      await client.end();
    }
  };
  return withDatabase(file, data, console, shown, { alongside: true, mustExist: true });
}

function printKeys(keys: readonly ShownKey[]): string {
  if (keys.length === 0) return "there are no keys yet; the first start creates them\n";
  return keys.map((key) => `${key.kid}  ${key.algorithm}  created ${momentOf(key.madeAt)}  ${useOf(key)}\n`).join("");
}

const momentOf = (moment: Date): string => moment.toISOString().replace(/\.\d+Z$/, "Z");

function useOf({ algorithm, takenUntil }: ShownKey): string {
  if (takenUntil !== undefined) return `its tokens are valid until ${momentOf(takenUntil)}`;
  return algorithm === "HS256" ? "the shared secret of the project's keys" : "signs tokens";
}

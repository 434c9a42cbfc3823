// What the database is asked about files: as the caller, whose policies decide, or as the system.
import { sendPacket, type Row, type Statement } from "../postgres/connections/packet.ts";
import { setLocally, settingsOf } from "../postgres/connections/caller-settings.ts";
import type { Value } from "../postgres/connections/messages.ts";
import type { StorageRequest, StorageService } from "./service.ts";

type Rows = readonly Row[];
const statement = (text: string, values: readonly Value[] = []): Statement => ({ text, values });

/** One transaction as the caller, in one message there and one back; the rows of its statements. */
export async function askAs(
  asked: StorageRequest,
  { pool }: StorageService,
  statements: readonly Statement[],
  /** Nothing stays of what is only tried. */
  end: "COMMIT" | "ROLLBACK" = "COMMIT",
): Promise<readonly Rows[]> {
  const { caller, operation, response, queueKey } = asked;
  const settings = { ...settingsOf(caller), "storage.operation": operation, search_path: "" };
  const work = [statement("BEGIN"), setLocally(settings), ...statements, statement(end), statement("RESET ALL")];
  // A write is completed whether or not the client waits for the response; a read is cancelled.
  const isWatched = end === "ROLLBACK" || statements.every(({ text }) => text.startsWith("SELECT"));
  return pool.withConnection(
    async (client) => {
      try {
        return (await sendPacket(client, work, caller.role)).slice(2, 2 + statements.length);
      } catch (failure) {
        await client.query("ROLLBACK").catch(() => undefined);
        throw failure;
      }
    },
    { caller: queueKey, ...(isWatched ? { response } : {}) },
  );
}

export const askOne = async (
  asked: StorageRequest,
  service: StorageService,
  text: string,
  values: readonly Value[],
): Promise<Rows> => (await askAs(asked, service, [statement(text, values)]))[0] ?? [];

export const asSystem = async (
  { queueKey }: Pick<StorageRequest, "queueKey">,
  { owner }: StorageService,
  text: string,
  values: readonly Value[],
): Promise<Rows> =>
  owner.withConnection(async (client) => (await sendPacket(client, [statement(text, values)], ""))[0] ?? [], {
    caller: queueKey,
  });

export { statement };

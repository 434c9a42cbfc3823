// How often a caller may make a call, as section 9 limits it. It counts once it is theirs to make, whatever its code
// says then.
import type { Call } from "@writ/language/model";
import type { ClientBase } from "pg";
import { setLocally, settingsOf } from "../postgres/connections/caller-settings.ts";
import { sendPacket } from "../postgres/connections/packet.ts";
import type { Caller } from "../rest/handle.ts";
import type { Edition } from "../writing/writing.ts";

export const isLimited = ({ name }: Call, { compiled: { model, lookup } }: Edition): boolean =>
  model.constants.limits.some(
    ({ counts }) => counts !== undefined && counts.act === undefined && lookup.calls.get(counts.of.id)?.name === name,
  );

/** Throws what the database refuses it with. */
export async function countCall(client: ClientBase, { name }: Call, caller: Caller): Promise<void> {
  // The caller's claims without their role: no caller may execute the counting itself.
  const begun = [{ text: "BEGIN", values: [] }, setLocally({ ...settingsOf(caller), role: "none" })];
  try {
    await sendPacket(
      client,
      [...begun, { text: "SELECT writ.act($1)", values: [`call ${name.id}`] }, { text: "COMMIT", values: [] }],
      "",
    );
  } catch (failure) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}

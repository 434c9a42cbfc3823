// Until its transaction ends, a connection acts in a role: of the caller, or of the system for them.
import type { ClientBase } from "pg";
import { setLocally, settingsOf } from "../postgres/connections/caller-settings.ts";
import type { Caller } from "../rest/handle.ts";

/** `role`: `none` where only who asks is to be known, and the work stays the connection's own. */
export async function actAs(client: ClientBase, caller: Caller, role: string = caller.role): Promise<void> {
  const { text, values } = setLocally({ ...settingsOf(caller), role });
  await client.query(text, [...values]);
}

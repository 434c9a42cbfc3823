// Messages that the database sends are delivered at once; they are kept for a few days, to look up what was sent.
import type { ClientBase } from "pg";

const days = 3;
/** So that no other transaction waits long for locks on them. */
const atOnce = 10_000;

export async function forgetMessages(owner: ClientBase): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `DELETE FROM realtime.messages WHERE (id, inserted_at) IN
        (SELECT id, inserted_at FROM realtime.messages WHERE inserted_at < localtimestamp - interval '${days} days' LIMIT ${atOnce})`,
    );
    if ((rowCount ?? 0) < atOnce) return;
  }
}

// A connection that works for as long as all of a product takes.
import type { ClientBase } from "pg";

/** Whatever an operator has set for the user of the connection; each server has some of these. */
export async function liftBounds(client: ClientBase): Promise<void> {
  await client.query(`SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'idle_session_timeout')`);
}

// The account of a person: its row follows `auth.users`, which is where signing up and signing in happen.
import type { Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";

export function accountsOf(design: Design): readonly DatabaseObject[] {
  const account = design.entities.find((entity) => entity.builtIn);
  if (account === undefined) return [];
  const place = innerPlace("follow", "accounts");
  const table = printPlace(tableOf(design.layout, "user"));
  const { address } = account;
  // The address counts only once it is confirmed: otherwise whoever types somebody else's gets what is theirs.
  const body = `BEGIN
  INSERT INTO ${table} (id, name, email)
  VALUES (NEW.id, COALESCE(NEW.raw_user_meta_data ->> 'name', split_part(NEW.email, '@', 1), ''),
    CASE WHEN NEW.email_confirmed_at IS NOT NULL THEN lower(NEW.email) END)
  ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email;
  RETURN NULL;
END`;
  return [
    {
      kind: "function",
      place,
      parameters: [],
      returns: "trigger",
      language: "plpgsql",
      volatility: "volatile",
      actsAs: "owner",
      body,
      callers: [],
      address,
    },
    {
      kind: "trigger",
      table: { schema: "auth", name: "users" },
      name: "writ_account",
      fires: "after",
      events: ["insert", "update"],
      each: "row",
      calls: place,
      arguments: [],
      address,
    },
  ];
}

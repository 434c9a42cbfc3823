// What the document that was applied last says to the server.
import type { ClientBase } from "pg";
import type { Product } from "@writ/language/plan";

const nothing: Product = {
  title: "",
  languages: [],
  timeZone: "UTC",
  currency: undefined,
  signIn: [],
  confirmedAddress: false,
  durations: {},
  mails: {},
};

/** Without a document there is no way to sign in. */
export async function readProduct(client: ClientBase): Promise<Product> {
  const { rows: there } = await client.query("SELECT to_regclass('writ.product') IS NOT NULL AS is_there");
  if (there[0]?.is_there !== true) return nothing;
  const { rows } = await client.query<{ says: Product }>("SELECT says FROM writ.product");
  return rows[0]?.says ?? nothing;
}

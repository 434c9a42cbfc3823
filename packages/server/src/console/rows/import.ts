// Rows of a file that an operator imports: the same import that users have, past their rights and in the operator's name.
import type { Exchange } from "../../gate/exchange.ts";
import { refuse } from "../answers.ts";
import type { ConsoleOptions } from "../console.ts";
import type { ConsoleUser } from "../operators/acts.ts";
import { tableNamed } from "./tables.ts";
import { operatorCaller } from "./write.ts";

export async function importInto(
  exchange: Exchange,
  entity: string,
  { pool, writing, imports }: ConsoleOptions,
  user: ConsoleUser,
  isStill: () => Promise<boolean>,
): Promise<void> {
  const { request, response } = exchange;
  const { compiled } = writing.state().served;
  const table = await pool.withConnection(async (client) => tableNamed(client, compiled, entity));
  if (table === undefined || table.id === "user") {
    request.resume();
    return refuse(response, 404, "NOT_FOUND", "This does not exist.");
  }
  const name = new URL(request.url ?? "/", "http://here").searchParams.get("name") ?? "";
  const caller = operatorCaller(user, {
    "writ.operator_name": user.name,
    "writ.operator_act": "Imported rows",
    "writ.operator_entity": table.id,
    "writ.operator_about": `${table.label}: ${name}`.slice(0, 2000),
  });
  await imports(exchange, { entity: table.id, caller, first: "writ.note_operator_act", isStill });
}

// Mails that code may send, as functions of the database: each knows the row that it speaks of by its id.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { jsonObject } from "../../../plan/json.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { codeMailPlace, mailValues } from "../../../plan/outgoing.ts";

/** Code in a file may send any of them. */
export function codeMails(design: Design): readonly DatabaseObject[] {
  const { model, lookup } = design.compiled;
  if (!model.calls.calls.some(({ code }) => code !== undefined)) return [];
  return [...lookup.mails.values()].flatMap((mail): readonly DatabaseObject[] => {
    const entity = mail.entity.id;
    // What section 3 does not show has no row to speak of.
    if (!design.entities.some(({ name }) => name.id === entity)) return [];
    const waiting = jsonObject([
      ["entity", quoteText(entity)],
      ["row", "given.id"],
      ["values", mailValues(mail, { rows: { [entity]: "given" } }, design)],
    ]);
    return [
      {
        kind: "function",
        place: codeMailPlace(mail.name.id),
        parameters: [{ name: "about", type: "uuid" }],
        returns: "jsonb",
        language: "sql",
        volatility: "stable",
        actsAs: "owner",
        body: `SELECT ${waiting} FROM ${printPlace(tableOf(design.layout, entity))} AS given WHERE given.id = $1`,
        callers: [],
        address: mail.address,
      },
    ];
  });
}

// The two kinds of objects that this slice makes most: a trigger function, and a problem inside it.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import { innerPlace } from "../../../plan/layout.ts";
import type { DatabaseObject, ObjectOf, Place } from "../../../plan/objects.ts";
import { triggerFunction } from "../../../plan/writing/trigger-function.ts";

export const problemSql = (code: string, field: string | undefined, clause: string): string =>
  `writ.problem(${quoteText(code)}, ${field === undefined ? "NULL" : quoteText(field)}, ${quoteText(clause)})`;

/** `IF … THEN problems := …`, as guards gather them. */
export const problemIf = (condition: string, code: string, field: string | undefined, clause: string): string =>
  `IF ${condition} THEN problems := problems || ${problemSql(code, field, clause)}; END IF;`;

/** Names that begin with an underscore come before the effects of the document, which are called `after`. */
export type AfterTrigger = {
  readonly table: Place;
  readonly name: string;
  readonly events: ObjectOf<"trigger">["events"];
  readonly condition?: string;
  /** When the transaction ends. */
  readonly deferred?: boolean;
  readonly function: string;
  readonly body: string;
  readonly address: string;
};

/** What happens after a row was written, by whomever. */
export function afterTrigger(given: AfterTrigger): readonly DatabaseObject[] {
  const { table, name, events, condition, body, address } = given;
  const place = innerPlace(given.function);
  return [
    triggerFunction(place, body, address),
    {
      kind: "trigger",
      table,
      name,
      fires: "after",
      events,
      each: "row",
      ...(condition === undefined ? {} : { condition }),
      ...(given.deferred === true ? { deferred: true } : {}),
      calls: place,
      arguments: [],
      address,
    },
  ];
}

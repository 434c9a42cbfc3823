// How a write says that it is a transition: a hidden column that only transitions change, each time to another value.
import type { Design } from "../design.ts";
import { quoteIdentifier, quoteText } from "../../expression/sql/sql-quote.ts";

/**
 * A write that leaves the column as it is was no transition. Any client could forge a setting of the connection; a
 * value that a client gives for a hidden column is discarded.
 */
export const didColumn = "_did";

/** The mark of a transition, other than the one that is there. */
export function markSql(transition: string, row: string): string {
  const mark = `${row}.${quoteIdentifier(didColumn)}`;
  const [one, other] = [quoteText(transition), quoteText(`${transition}!`)];
  return `CASE WHEN ${mark} = ${one} THEN ${other} ELSE ${one} END`;
}

/** In a trigger of an entity with transitions: the identifier of the one that this write is, or nothing. */
export const transitionTaken = `(CASE WHEN NEW.${quoteIdentifier(didColumn)} IS DISTINCT FROM OLD.${quoteIdentifier(didColumn)} THEN rtrim(NEW.${quoteIdentifier(didColumn)}, '!') END)`;

/** Whether rows of an entity have the column. */
export const isMarked = (entity: string, { compiled }: Pick<Design, "compiled">): boolean =>
  (compiled.lookup.transitions.get(entity)?.size ?? 0) > 0;

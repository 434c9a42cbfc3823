// Effects as functions of their row, and when the database calls them.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, EffectPart } from "../../../plan/design.ts";
import { typedOf } from "../../../plan/json.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { transitionTaken } from "../../../plan/writing/transition-mark.ts";
import type { Names } from "../../../plan/target.ts";
import { actionSql } from "./actions.ts";
import { otherLock } from "./effect-reads.ts";
import type { DatabaseEffect } from "./effect-rows.ts";
import { bodyOf, guardSql, plpgsql } from "./expressions.ts";

const effectPlace = ({ entity, number }: DatabaseEffect) => innerPlace("effect", entity, String(number));

/** `row` and `was`: records of the entity's table. */
export const effectSql = (one: DatabaseEffect, row: string, was: string): string =>
  `PERFORM ${printPlace(effectPlace(one))}(${row}, ${was});`;

/** After a transition that is a write: the effects that it has not taken along. */
export function effectPart(one: DatabaseEffect): EffectPart | undefined {
  const { effect, entity, cause } = one;
  const part = (on: EffectPart["on"], condition: string, row = "NEW"): EffectPart => ({
    entity,
    on,
    address: effect.address,
    sql: `IF ${condition} THEN ${effectSql(one, row, "OLD")} END IF;`,
  });
  switch (effect.after?.kind) {
    // What the owner lays by hand, such as seeds and samples, is the world as it is: nothing follows from it.
    case "create":
      return part(["insert"], "somebody OR pg_trigger_depth() > 1");
    case "update":
      return part(["update"], "somebody");
    case "delete":
      return part(["delete"], "true", "OLD");
    case "change": {
      const column = quoteIdentifier(cause ?? "");
      return part(["update"], `NEW.${column} IS DISTINCT FROM OLD.${column}`);
    }
    case "transition":
      // Without a field that is known to hold states, nothing takes a step.
      return cause === undefined ? undefined : part(["update"], `${transitionTaken} = ${quoteText(cause)}`);
    default:
      return undefined;
  }
}

/**
 * The row is looked at anew, because effects before this one may have changed it; where one has deleted it, it is known
 * as it was. Rows of On are found first and then taken one after the other, each as it is when its turn comes.
 */
export function effectFunction(one: DatabaseEffect, design: Design): DatabaseObject {
  const { effect, entity, table, other } = one;
  const otherTable = other === undefined ? undefined : printPlace(tableOf(design.layout, other));
  const own = { [entity]: "given", old: "was" };
  const fresh = `SELECT _now.* INTO _fresh FROM ${table} AS _now WHERE _now.id = given.id; IF FOUND THEN given := _fresh; END IF;`;
  const body =
    effect.on === undefined || otherTable === undefined
      ? [...looked(one, { rows: own }, [fresh], design)]
      : [
          fresh,
          `FOR _id IN SELECT _one.id FROM ${otherTable} AS _one WHERE _one.id = ANY (${idsOf(effect.on, { rows: own }, design)}) ORDER BY _one.id LOOP`,
          ...looked(
            one,
            { rows: { ...own, [other ?? ""]: "other" } },
            [
              fresh,
              `SELECT _one.* INTO other FROM ${otherTable} AS _one WHERE _one.id = _id;`,
              "CONTINUE WHEN NOT FOUND;",
            ],
            design,
            otherLock(one, design),
          ),
          "END LOOP;",
        ];
  return {
    ...plpgsql(
      effectPlace(one),
      [
        { name: "given", type: table },
        { name: "was", type: table },
      ],
      "void",
      effect.address,
    ),
    body: bodyOf(
      `DECLARE _fresh ${table}; _id uuid;${otherTable === undefined ? "" : ` other ${otherTable};`}`,
      "BEGIN",
      ...body,
      "END",
    ),
  };
}

/**
 * Where If decides about a row that others may be changing, it is evaluated a second time once that row is locked: what
 * was true before the wait may not be true after it. An If that is false at first locks nothing.
 */
function looked(
  one: DatabaseEffect,
  names: Names,
  found: readonly string[],
  design: Design,
  locks: readonly string[] = [],
): readonly string[] {
  const look = locks.length === 0 ? found : [...found, ...locks, ...found];
  const { effect, notShown } = one;
  const action = notShown === undefined ? actionSql(one, names, design) : refuseOpen(notShown);
  if (effect.if === undefined) return [...look, action];
  const holds = guardSql(effect.if, one.entity, names, design);
  const lock = notShown === undefined ? lockSql(one, names, design) : undefined;
  if (lock === undefined) return [...look, `IF ${holds} THEN`, action, "END IF;"];
  return [...look, `IF ${holds} THEN`, lock, ...look, `IF ${holds} THEN`, action, "END IF;", "END IF;"];
}

/** The row that an action changes, where it is not the one whose write led here: that one is locked already. */
function lockSql(one: DatabaseEffect, names: Names, design: Design): string | undefined {
  const { effect, target, other } = one;
  const { do: action, on } = effect;
  if (target === undefined || (action?.kind !== "do" && action?.kind !== "set" && action?.kind !== "delete"))
    return undefined;
  const named = action.kind === "set" ? undefined : action.on;
  if (named === undefined && (on === undefined || other === undefined)) return undefined;
  const id = named === undefined ? "other.id" : design.print(named, "strict", names);
  const table = printPlace(tableOf(design.layout, target));
  return `PERFORM FROM ${table} AS _held WHERE _held.id = ${id} FOR NO KEY UPDATE OF _held;`;
}

const refuseOpen = (address: string) => `PERFORM writ.refuse(writ.problem('NOT_SHOWN', NULL, ${quoteText(address)}));`;

/** The ids of the rows that On names, be it a list or one row. */
function idsOf(on: NonNullable<DatabaseEffect["effect"]["on"]>, names: Parameters<Design["print"]>[2], design: Design) {
  const printed = design.print(on, "strict", names);
  return typedOf(on, design)?.type.kind === "list" ? printed : `ARRAY[${printed}]`;
}

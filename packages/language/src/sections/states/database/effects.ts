// Effects as functions of their row, and when the database calls them.
import { quoteIdentifier, quoteText } from "../../../expression/sql-quote.ts";
import type { Design, EffectPart } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { transitionTaken } from "../../../plan/transition-mark.ts";
import { actionSql } from "./actions.ts";
import type { DatabaseEffect } from "./effect-rows.ts";
import { bodyOf, guardSql, plpgsql, typedOf } from "./expressions.ts";

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
      return part(["update"], `${transitionTaken} = ${quoteText(cause ?? "")}`);
    default:
      return undefined;
  }
}

/**
 * The row is looked at anew, because effects before this one may have changed it; where one has deleted it, it is known
 * as it was. Rows of On are found first and then taken one after the other, each as it is when its turn comes.
 */
export function effectFunction(one: DatabaseEffect, design: Design): DatabaseObject {
  const { effect, entity, table, other, notShown } = one;
  const otherTable = other === undefined ? undefined : printPlace(tableOf(design.layout, other));
  const rows = {
    [entity]: "given",
    old: "was",
    ...(other === undefined || effect.on === undefined ? {} : { [other]: "other" }),
  };
  const fresh = `SELECT _now.* INTO _fresh FROM ${table} AS _now WHERE _now.id = given.id; IF FOUND THEN given := _fresh; END IF;`;
  const action = notShown === undefined ? actionSql(one, { rows }, design) : refuseOpen(notShown);
  const guarded =
    effect.if === undefined ? action : `IF ${guardSql(effect.if, entity, { rows }, design)} THEN\n${action}\nEND IF;`;
  const body =
    effect.on === undefined || otherTable === undefined
      ? [fresh, guarded]
      : [
          fresh,
          `FOR _id IN SELECT _one.id FROM ${otherTable} AS _one WHERE _one.id = ANY (${idsOf(effect.on, { rows: { [entity]: "given", old: "was" } }, design)}) ORDER BY _one.id LOOP`,
          fresh,
          `SELECT _one.* INTO other FROM ${otherTable} AS _one WHERE _one.id = _id;`,
          "CONTINUE WHEN NOT FOUND;",
          guarded,
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

const refuseOpen = (address: string) => `PERFORM writ.refuse(writ.problem('NOT_SHOWN', NULL, ${quoteText(address)}));`;

/** The ids of the rows that On names, be it a list or one row. */
function idsOf(on: NonNullable<DatabaseEffect["effect"]["on"]>, names: Parameters<Design["print"]>[2], design: Design) {
  const printed = design.print(on, "strict", names);
  return typedOf(on, design)?.type.kind === "list" ? printed : `ARRAY[${printed}]`;
}

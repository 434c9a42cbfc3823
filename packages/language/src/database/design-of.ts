// The design of a document's database: where everything of it is, and how its expressions are printed.
import type { Compiled } from "../compile.ts";
import { checkExpression } from "../expression/check.ts";
import { printSql } from "../expression/sql.ts";
import type { CheckContext } from "../model/check-context.ts";
import type { Design } from "../plan/design.ts";
import { layoutOf } from "../plan/layout.ts";
import { systemTarget } from "../plan/target.ts";
import type { Entity } from "../sections/entities/model.ts";

export function designOf(compiled: Compiled): Design {
  const layout = layoutOf(compiled);
  const { schema, lookup, checked } = compiled;
  const gaps = compiled.problems.filter(({ severity }) => severity === "gap");
  const judge: CheckContext["judge"] = (expression, scope, expected, given) =>
    checkExpression(expression, schema, scope, expected, given);
  return {
    compiled,
    layout,
    entities: entitiesOf(compiled),
    context: { schema, lookup, checked, gaps, check: judge, judge },
    print: (expression, form, names) => {
      const typed = "node" in expression ? expression : compiled.checked.get(expression)?.typed;
      if (typed === undefined) {
        const where = "address" in expression ? expression.address : "";
        throw new Error(`The expression at ${where} has no type: a document with errors becomes no database.`);
      }
      return printSql(typed, systemTarget(compiled, layout, names), form);
    },
  };
}

/** Accounts exist as soon as anything is stored or any user signs in; where nothing is shown, nothing exists. */
function entitiesOf({ model, lookup }: Compiled): readonly Entity[] {
  const stated = [...lookup.entities.values()].filter(({ name }) => name.id !== "");
  const implied = stated.length > 0 || model.constants.settings.signIn.length > 0;
  if (lookup.entities.has("user") || !implied) return stated;
  const span = { start: 0, end: 0 };
  const account: Entity = {
    name: { label: "User", id: "user", span },
    builtIn: true,
    fields: [],
    shownAs: undefined,
    owner: undefined,
    historyKept: false,
    uniqueTogether: [],
    orderedBy: [],
    oneRow: false,
    bodyNotShown: false,
    address: "3/User",
    span,
    notShown: [],
  };
  return [account, ...stated];
}

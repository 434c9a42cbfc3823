// A condition as a row policy, as the matrix makes one of it.
import { printSql, type SqlForm, type SqlPrinters } from "../../expression/sql.ts";
import type { SqlTarget } from "../../expression/sql/sql-target.ts";
import type { Typed } from "../../expression/typed.ts";
import { signedIn } from "../../plan/mentions-me.ts";

/** `of.me`: whether it speaks of the caller, also through computed fields. */
export function policySql(
  of: { readonly typed: Typed; readonly me: boolean },
  target: SqlTarget,
  form: SqlForm,
  rules: { readonly sql?: SqlPrinters; readonly signedIn: typeof signedIn } = { signedIn },
): string {
  const { start, end } = of.typed;
  const caller: Typed = {
    node: "scope",
    name: "me",
    source: "me",
    type: { kind: "row", entity: "user", empty: true },
    start,
    end,
  };
  const before = rules.signedIn(of.me, printSql(caller, target, form, rules.sql));
  return `${before}(${printSql(of.typed, target, form, rules.sql)})`;
}

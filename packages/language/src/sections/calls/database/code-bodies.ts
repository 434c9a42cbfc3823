// Bodies of requests that code makes, as functions of the database: what In is given becomes what is sent.
import { ownOf } from "../../../text/own-of.ts";
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import { childrenOf } from "../../../expression/children.ts";
import type { Typed } from "../../../expression/typed.ts";
import { parameterType } from "../../../model/parameter-type.ts";
import { sqlType } from "../../../field-types/index.ts";
import type { Design } from "../../../plan/design.ts";
import { typedOf } from "../../../plan/json.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { bodyJson, codeBodyPlace } from "../../../plan/outgoing.ts";
import { expressionsIn } from "../calls/check-body.ts";
import type { Call, Parameter } from "../model.ts";

export function codeBodies(design: Design): readonly DatabaseObject[] {
  const { calls } = design.compiled.model.calls;
  if (!calls.some(({ code }) => code !== undefined)) return [];
  return calls.flatMap((call): readonly DatabaseObject[] => {
    const { body, kind, name, address } = call;
    if (kind !== "API" || body === undefined) return [];
    const values = valuesOf(call, design);
    const isOfCode = (typed: Typed | undefined) =>
      typed !== undefined && scopeNames(typed).every((one) => ownOf(values, one) !== undefined || standing.has(one));
    // It refers to the row of the effect that makes it: code has none. Where nothing makes it, the row is unknown.
    if (!expressionsIn(body).every((one) => isOfCode(typedOf(one, design)))) return [];
    return [
      {
        kind: "function",
        place: codeBodyPlace(name.id),
        parameters: [{ name: "given", type: "jsonb" }],
        returns: "jsonb",
        language: "sql",
        volatility: "stable",
        actsAs: "owner",
        body: `SELECT ${bodyJson(body, { rows: {}, values }, design)}`,
        callers: [],
        address,
      },
    ];
  });
}

const standing: ReadonlySet<string> = new Set(["me", "now", "today"]);

/** An input stands as `input.x`; one that is a row and named after its entity under that name as well. */
function valuesOf(call: Call, { compiled }: Design): Readonly<Record<string, string>> {
  return Object.fromEntries(
    call.in.flatMap((parameter) => {
      const { id } = parameter.name;
      const type = parameterType(parameter, compiled.lookup);
      const value = valueOf(parameter);
      const isRow = type?.kind === "row" && type.entity === id;
      return [[`input.${id}`, value] as const, ...(isRow ? [[id, value] as const] : [])];
    }),
  );
}

function valueOf({ name, type }: Parameter): string {
  const sql = (type && (type.kind === "list" ? "uuid[]" : sqlType(type))) ?? "text";
  const key = quoteText(name.id);
  return sql.endsWith("[]")
    ? `(ARRAY(SELECT jsonb_array_elements_text(COALESCE(NULLIF($1 -> ${key}, 'null'), '[]')))::${sql})`
    : `(($1 ->> ${key})::${sql})`;
}

const scopeNames = (typed: Typed): readonly string[] =>
  typed.node === "scope" ? [typed.name] : childrenOf(typed).flatMap(scopeNames);

// What a call is given and answers, against the types that In and Out say: the first thing that is wrong, and where.
import type { Call } from "@writ/language/model";
import type { Constants } from "../field-types/amounts.ts";
import type { WrongCode } from "../field-types/given-type.ts";
import { wrongIn } from "../field-types/given.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";

export type Wrong = {
  readonly code: "REQUIRED" | WrongCode;
  readonly field: string;
};

type Parameters = Call["in"];

type Checked = { readonly values: Readonly<Record<string, unknown>> } | { readonly wrong: Wrong };

/** `values`: what is named and nothing else. */
export async function checkValues(
  given: unknown,
  parameters: Parameters,
  constants: Constants,
  owner: Pick<RequestPool, "withConnection">,
): Promise<Checked> {
  const checked = checkTypes(given, parameters, constants);
  const sent = (given ?? {}) as Readonly<Record<string, unknown>>;
  const wrongAt = "wrong" in checked ? parameters.findIndex(({ name }) => name.id === checked.wrong.field) : Infinity;
  const texts = parameters.slice(0, Math.max(0, wrongAt)).flatMap(({ name, type }) => {
    const pattern = type !== undefined && "matching" in type ? type.matching?.pattern.regex : undefined;
    const text = Object.hasOwn(sent, name.id) ? sent[name.id] : undefined;
    return pattern === undefined || typeof text !== "string" || text === "" ? [] : [{ field: name.id, pattern, text }];
  });
  if (texts.length === 0) return checked;
  // As it is for rows: by PostgreSQL, because the same pattern may keep JavaScript busy for minutes with a text of
  // someone's.
  const { rows } = await owner.withConnection(async (client) =>
    client.query<{ readonly at: number }>(
      `SELECT at::integer FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS one(text, pattern, at)
       WHERE NOT (normalize(text) COLLATE "C" ~ pattern) ORDER BY at LIMIT 1`,
      [texts.map(({ text }) => text), texts.map(({ pattern }) => pattern)],
    ),
  );
  const other = rows[0] && texts[rows[0].at - 1];
  return other === undefined ? checked : { wrong: { code: "INVALID", field: other.field } };
}

function checkTypes(given: unknown, parameters: Parameters, constants: Constants): Checked {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const sent = isObject ? (given as Readonly<Record<string, unknown>>) : {};
  const [other] = Object.keys(sent).filter((name) => !parameters.some((one) => one.name.id === name));
  if (other !== undefined) return { wrong: { code: "INVALID", field: other.slice(0, 100) } };
  const values: Record<string, unknown> = {};
  for (const { name, type, optional } of parameters) {
    const value = Object.hasOwn(sent, name.id) ? sent[name.id] : null;
    values[name.id] = value;
    if (value === null || (typeof value === "string" && value.trim() === "")) {
      if (!optional) return { wrong: { code: "REQUIRED", field: name.id } };
      values[name.id] = null;
      continue;
    }
    const code = type === undefined ? undefined : wrongIn(value, type, constants);
    if (code !== undefined) return { wrong: { code, field: name.id } };
  }
  return { values };
}

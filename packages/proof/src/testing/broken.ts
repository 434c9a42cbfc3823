// A product whose database does one thing otherwise, for tests of what a plan finds out beside other documents.
import assert from "node:assert/strict";
import type { Ground } from "../run/ground.ts";

/** Its words on one line, with nothing beside brackets, however they are laid out. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/^ *--.*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=\() | (?=\))/g, "");

/** In the text of a function, as on one line; answers what makes it whole again. */
export async function breakFunction(
  { owner }: Pick<Ground, "owner">,
  name: string,
  broken: RegExp,
  instead: string,
): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ whole: string }>(
    `SELECT pg_get_functiondef(f.oid) AS whole FROM pg_proc AS f
     WHERE f.pronamespace IN ('writ'::regnamespace, 'public'::regnamespace) AND f.proname = $1`,
    [name],
  );
  const [{ whole = "" } = {}] = rows;
  const line = onOneLine(whole);
  assert.match(line, broken);
  await owner.query(line.replaceAll(broken, instead));
  return async () => void (await owner.query(whole));
}

/** A guard that no longer refuses a field with this code. */
export const notRefusing = async (
  ground: Pick<Ground, "owner">,
  entity: string,
  code: string,
  field: string,
): Promise<() => Promise<void>> =>
  breakFunction(
    ground,
    `guard_${entity}`,
    new RegExp(
      `IF (?:(?!\\bIF\\b)[^;])* (THEN problems := problems \\|\\| writ\\.problem\\('${code}', '${field}')`,
      "g",
    ),
    "IF false $1",
  );

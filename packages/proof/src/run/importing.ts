// A new row as the row of a file that its writer imports into a list, and what no file may hold. Nothing of it is kept.
import { isFileType } from "@writ/language/plan";
import type { SupabaseClient } from "@supabase/supabase-js";
import { fileCell } from "../field-types/file-cells.ts";
import { fieldOf, fieldsOf, sameName } from "../interpreter/document/names.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import type { Caller, World } from "../interpreter/world/world.ts";
import type { Case } from "../plan/search/find.ts";
import { fetchWithoutCopy } from "./fetch-without-copy.ts";
import type { Ground } from "./ground.ts";

/** Of cases about who may create: others would say the same of the same address. */
export async function unlikeImport(
  client: SupabaseClient,
  { url, anonKey }: Pick<Ground, "url" | "anonKey">,
  { scenario: { clause }, situation: { world, me, attempt: tried }, outcome }: Case,
): Promise<readonly string[]> {
  if (tried.kind !== "create" || !clause.startsWith("6/") || !isImported(world, tried.entity)) return [];
  const { data } = await client.auth.getSession();
  const send = async (heads: readonly string[], cells: readonly string[]): Promise<Imported> => {
    const query = "mode=dry_run&name=rows.csv";
    const answer = await fetchWithoutCopy(`${url}/import/v1/${tried.entity}?${query}`, {
      method: "POST",
      headers: { apikey: anonKey, authorization: `Bearer ${data.session?.access_token ?? anonKey}` },
      body: [heads, cells].map((line) => line.map(quoted).join(",")).join("\n"),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const named = columnsFor(world, me, tried.entity);
  const columns = fieldsOf(world.program, tried.entity).filter(({ name }) => named.has(name.id));
  const others = fieldsOf(world.program, tried.entity).filter(({ name }) => !named.has(name.id));
  const heads = columns.map(({ name }) => name.label);
  if (columns.length === 0) {
    const { status, text } = await send(
      others.slice(0, 1).map(({ name }) => name.label),
      ["1"],
    );
    return status === (me === null ? 401 : 404) ? [] : [`an import that no list offers them: ${status} ${text}`];
  }
  const given = [...tried.values].map(([name, value]) => {
    const field = fieldOf(world.program, tried.entity, name);
    return [
      name,
      field?.type === undefined || isFileType(field.type) ? undefined : fileCell(value, field.type),
    ] as const;
  });
  const cells = new Map(given);
  const isSame = given.every(([name, cell]) => cell !== undefined && named.has(name));
  const row = await send(
    heads,
    columns.map(({ name }) => cells.get(name.id) ?? ""),
  );
  const isDone = "done" in outcome;
  const wrong =
    isSame && isTaken(row) !== isDone ? [`imported: ${row.text} and not ${isDone ? "done" : "refused"}`] : [];
  // Also where a row is refused, each of its columns is known.
  if (me !== null && row.status !== 200)
    wrong.push(`a file with the columns ${heads.join()}: ${row.status} ${row.text}`);
  if (others.length === 0 || me === null) return wrong;
  const more = await send([...heads, ...others.map(({ name }) => name.label)], []);
  const taken = others.filter(({ name }) => !more.text.includes(JSON.stringify(name.label).replaceAll('"', '\\"')));
  if (more.status !== 422 || taken.length > 0)
    wrong.push(`a file with ${taken.map(({ name }) => name.label).join()} as well: ${more.status} ${more.text}`);
  return wrong;
}

type Imported = { readonly status: number; readonly text: string };

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The last line of the answer is the report. */
function isTaken({ status, text }: Imported): boolean {
  if (status !== 200) return false;
  const last = JSON.parse(text.trim().split("\n").at(-1) ?? "{}") as {
    readonly report?: { readonly created: number; readonly refused: number };
  };
  return last.report?.created === 1 && last.report.refused === 0;
}

const listsOf = ({ program: { model } }: World, entity: string) =>
  model.screens.screens.filter((screen) => screen.kind?.kind === "list" && screen.kind.entity.id === entity);

const isImported = (world: World, entity: string): boolean =>
  listsOf(world, entity).some((screen) => screen.import.length > 0);

/** What the lists that are for them name. */
function columnsFor(world: World, me: Caller, entity: string): ReadonlySet<string> {
  const roles = rolesOf(world, me);
  const isTheirs = ({ for: words }: ReturnType<typeof listsOf>[number]) =>
    words.some(
      (word) =>
        word.label === "anyone" ||
        (word.label === "signed in" && me !== null) ||
        roles.some(({ role }) => sameName(role.name, word)),
    );
  const paths = listsOf(world, entity)
    .filter(isTheirs)
    .flatMap((screen) => screen.import);
  return new Set(paths.flatMap(({ steps: [step] }) => (step === undefined ? [] : [step.id])));
}

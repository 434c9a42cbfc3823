// Files that rows have, fetched by a user who reads a list: theirs are those of rows and fields that they may read.
import { isFileType } from "@writ/language/plan";
import type { Difference } from "../agreement/compare.ts";
import { fieldsOf } from "../interpreter/document/names.ts";
import { mayRead, maySee } from "../interpreter/rights/reading.ts";
import { rowsOf, valueOf, type Caller, type World } from "../interpreter/world/world.ts";
import { pathsIn } from "../run/bringing.ts";
import type { Ground } from "../run/ground.ts";
import type { People } from "../run/people.ts";

/** Each is a request: more than these are left to other lists. */
const most = 3;

export async function unlikeFetched(
  { ground: { owner }, people }: { readonly ground: Ground; readonly people: People },
  world: World,
  me: Caller,
  entity: string,
): Promise<readonly Difference[]> {
  const files = fieldsOf(world.program, entity)
    .filter(({ type }) => isFileType(type))
    .flatMap(({ name: { id: field } }) =>
      rowsOf(world, entity).flatMap((row) => pathsIn(valueOf(row, field)).map((path) => ({ field, row, path }))),
    );
  if (files.length === 0) return [];
  // What the system copies has a name that no one can foretell, and rows that were laid have files in name alone.
  const { rows: there } = await owner.query<{ readonly name: string }>(
    "SELECT name FROM storage.objects WHERE bucket_id LIKE $1 AND name = ANY ($2)",
    [`${entity}.%`, files.map(({ path }) => path)],
  );
  const brought = new Set(there.map(({ name }) => name));
  const differences: Difference[] = [];
  for (const { field, row, path } of files.filter((one) => brought.has(one.path)).slice(-most)) {
    const { error } = await people.as(me).storage.from(`${entity}.${field}`).download(path);
    const isTheirs = mayRead(world, me, entity, row) && maySee(world, me, field, row);
    if ((error === null) === isTheirs) continue;
    const words = (is: boolean) => (is ? "done" : "it is not there");
    const what = `fetches a file of ${field} of ${entity}`;
    differences.push({ what, interpreter: words(isTheirs), database: words(!isTheirs) });
  }
  return differences;
}

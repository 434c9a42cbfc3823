// What an import over HTTP is asked, from the query of its address.
import type { ImportOptions } from "../import-rows.ts";
import { ImportRefused } from "../refused.ts";
import { mostColumns } from "../source/table.ts";

export type Question = Pick<ImportOptions, "how" | "map" | "ignore" | "updateBy"> & {
  readonly mode: "look" | ImportOptions["mode"];
  readonly name: string;
};

const modes = new Map<string | null, Question["mode"]>([
  ["look", "look"],
  ["dry_run", "dry run"],
  ["all_or_nothing", "all or nothing"],
  ["only_good", "only good"],
]);
const hows: readonly Question["how"][] = ["new", "continue", "again"];

export function readQuestion(url: string): Question {
  const query = new URL(url, "http://here").searchParams;
  const mode = modes.get(query.get("mode"));
  if (mode === undefined) throw new ImportRefused("mode is one of: look, dry_run, all_or_nothing, only_good");
  const how = hows.find((one) => one === (query.get("how") ?? "new"));
  if (how === undefined) throw new ImportRefused("how is one of: new, continue, again");
  const map = query.getAll("map");
  const ignore = query.getAll("ignore");
  if (map.length > mostColumns || ignore.length > mostColumns)
    throw new ImportRefused(`at most ${mostColumns} columns can be imported`);
  const name = (query.get("name") ?? "").replace(/\p{Cc}/gu, "").slice(-200);
  if (!/\.(?:csv|xlsx)$/i.test(name)) throw new ImportRefused("name is the name of a file that ends in .csv or .xlsx");
  return { mode, how, map, ignore, name, updateBy: query.get("update_by") ?? undefined };
}

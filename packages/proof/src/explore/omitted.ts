// What no one can foretell from a document and is not compared, each with how often it was there.
import { fieldsOf } from "../interpreter/document/names.ts";
import type { Program } from "../interpreter/world/world.ts";
import type { Explored } from "./explore.ts";
import { isCounted } from "./goals.ts";

export type Omitted = { readonly what: string; readonly count: number };

export function omitted(program: Program, { endings, made }: Pick<Explored, "endings" | "made">): readonly Omitted[] {
  const { model, lookup } = program;
  const fields = ["user", ...lookup.entities.keys()].flatMap((entity) => fieldsOf(program, entity));
  const codes = fields.filter(({ type }) => type?.kind === "random code").length;
  const called = [...endings].reduce((sum, [ending, count]) => (/^call .* done$/.test(ending) ? sum + count : sum), 0);
  const scheduled = model.calls.calls.filter(({ on }) => on?.kind === "schedule").length;
  const all: readonly Omitted[] = [
    { what: "fields with random codes, which are not compared", count: codes },
    { what: "rows that effects created, whose ids are random", count: made },
    { what: "calls that were allowed, whose code is not run", count: called },
    {
      what: "calls that a limit counts, which are not made",
      count: model.calls.calls.filter((call) => isCounted(model, call)).length,
    },
    { what: "scheduled calls, which are not observed", count: scheduled },
    { what: "mails and notices, of which only the values are compared", count: lookup.mails.size },
  ];
  return all.filter(({ count }) => count > 0);
}

// How a row of one entity leads to a row of another: by what it belongs to, and by references of it.
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Name } from "../../model/name.ts";
import type { Field } from "../entities/model.ts";

/** The fields along a way: Project, then Organisation. */
export type Way = readonly Name[];

/** More ways than this change no answer, and a walk of more steps than this finds too many. */
const mostWays = 4;
const mostSteps = 2000;

/**
 * All ways: some steps of `belongs to`, then one step of `belongs to` or `reference to`. Created by and Updated by never
 * count.
 */
export function waysTo(to: string, from: string, lookup: Lookup): readonly Way[] {
  return walk(to, from, lookup, () => true);
}

/**
 * The ways by which rows of `from` belong to a row of `to`. Where there is a chain of `belongs to`, other references do
 * not count: "belonging" has its plain meaning.
 */
export function waysBelonging(to: string, from: string, lookup: Lookup): readonly Way[] {
  const chains = walk(to, from, lookup, (field) => field.type?.kind === "belongs to");
  return chains.length > 0 ? chains : waysTo(to, from, lookup);
}

function walk(to: string, from: string, lookup: Lookup, last: (field: Field) => boolean): readonly Way[] {
  const ways: Way[] = [];
  let steps = 0;
  const walked = new Set([from]);
  const visit = (entity: string, before: Way) => {
    for (const field of lookup.fields.get(entity)?.values() ?? []) {
      const { type } = field;
      if (ways.length >= mostWays || ++steps > mostSteps) return;
      if (type?.kind !== "belongs to" && type?.kind !== "reference") continue;
      const next = entityId(lookup, type.entity);
      const way = [...before, field.name];
      if (next === to && last(field)) ways.push(way);
      if (type.kind !== "belongs to" || next === to || walked.has(next)) continue;
      walked.add(next);
      visit(next, way);
      walked.delete(next);
    }
  };
  visit(from, []);
  return ways;
}

/** `Project.Organisation`. */
export const wayText = (way: Way): string => way.map((field) => field.label).join(".");

/** `project.organisation`. */
export const wayCode = (way: Way): string => way.map((field) => field.id).join(".");

// How a row of one entity leads to a row of another: by what it belongs to, and by references of it.
import { isReference } from "../../field-types/index.ts";
import { type Lookup } from "../../names/lookup.ts";
import type { Name } from "../../text/name.ts";

/** The fields along a way: Project, then Organisation. */
export type ReferencePath = readonly Name[];

export type ReferencePaths = {
  /**
   * All ways: some steps of `belongs to`, then one step of `belongs to` or `reference to`. Created by and Updated by
   * never count.
   */
  readonly to: (to: string, from: string) => readonly ReferencePath[];
  /**
   * The ways by which rows of `from` belong to a row of `to`. Where there is a chain of `belongs to`, other references do
   * not count: "belonging" has its plain meaning.
   */
  readonly belonging: (to: string, from: string) => readonly ReferencePath[];
};

/** More ways than this change no answer, and a walk of more steps than this finds too many. */
const mostWays = 4;
const mostSteps = 300;

type Step = { readonly field: Name; readonly to: string; readonly belongs: boolean };

/** Remembers what it has found: many screens ask the same. */
export function findReferencePaths(lookup: Lookup): ReferencePaths {
  const steps = new Map<string, readonly Step[]>();
  for (const [entity, fields] of lookup.fields) {
    const references = [...fields.values()].flatMap(({ name, type }): readonly Step[] =>
      isReference(type) ? [{ field: name, to: type.entity.id, belongs: type.kind === "belongs to" }] : [],
    );
    steps.set(entity, references);
  }
  const all = remember((to, from) => walk(to, from, steps, () => true));
  const chains = remember((to, from) => walk(to, from, steps, (step) => step.belongs));
  return {
    to: all,
    belonging: (to, from) => (chains(to, from).length > 0 ? chains(to, from) : all(to, from)),
  };
}

function remember(
  find: (to: string, from: string) => readonly ReferencePath[],
): (to: string, from: string) => readonly ReferencePath[] {
  const known = new Map<string, readonly ReferencePath[]>();
  return (to, from) => {
    const key = `${from}/${to}`;
    const ways = known.get(key) ?? find(to, from);
    known.set(key, ways);
    return ways;
  };
}

function walk(
  to: string,
  from: string,
  steps: ReadonlyMap<string, readonly Step[]>,
  mayEnd: (step: Step) => boolean,
): readonly ReferencePath[] {
  const ways: ReferencePath[] = [];
  const way: Name[] = [];
  const walked = new Set([from]);
  let left = mostSteps;
  const visit = (entity: string) => {
    for (const step of steps.get(entity) ?? []) {
      if (ways.length >= mostWays || left-- <= 0) return;
      way.push(step.field);
      if (step.to === to && mayEnd(step)) ways.push([...way]);
      if (step.belongs && step.to !== to && !walked.has(step.to)) {
        walked.add(step.to);
        visit(step.to);
        walked.delete(step.to);
      }
      way.pop();
    }
  };
  visit(from);
  return ways;
}

/** `Project.Organisation`. */
export const pathText = (way: ReferencePath): string => way.map((field) => field.label).join(".");

/** `project.organisation`. */
export const pathCode = (way: ReferencePath): string => way.map((field) => field.id).join(".");

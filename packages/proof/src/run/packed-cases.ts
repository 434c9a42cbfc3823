// The cases of a plan on their way to another process: plain data, with their program once and without its code.
import { evaluate } from "../interpreter/evaluate.ts";
import type { Program, World } from "../interpreter/world/world.ts";
import type { Case } from "../plan/search/find.ts";

type BareWorld = Omit<World, "program">;

type PackedCase = Omit<Case, "situation" | "outcome"> & {
  readonly situation: Omit<Case["situation"], "world"> & { readonly world: BareWorld };
  readonly outcome: Exclude<Case["outcome"], { readonly done: World }> | { readonly done: BareWorld };
};

export type PackedCases = {
  readonly of: Omit<Program, "evaluate"> | undefined;
  readonly cases: readonly PackedCase[];
};

const withoutCode = ({ evaluate: _evaluate, ...program }: Program): Omit<Program, "evaluate"> => program;

const bare = ({ program: _program, ...world }: World): BareWorld => world;

export function packedCases(cases: readonly Case[]): PackedCases {
  const program = cases[0]?.situation.world.program;
  return {
    of: program && withoutCode(program),
    cases: cases.map(({ scenario, situation, outcome }) => ({
      scenario,
      situation: { ...situation, world: bare(situation.world) },
      outcome: "done" in outcome ? { done: bare(outcome.done) } : outcome,
    })),
  };
}

export function unpackedCases({ of, cases }: PackedCases): readonly Case[] {
  if (of === undefined) return [];
  const program: Program = { ...of, evaluate };
  return cases.map(({ scenario, situation, outcome }) => ({
    scenario,
    situation: { ...situation, world: { ...situation.world, program } },
    outcome: "done" in outcome ? { done: { ...outcome.done, program } } : outcome,
  }));
}

// The documents of the closed loop: random ones, and whole products with something changed, each from its number.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type Compiled } from "@writ/language";
import { drawFrom } from "../random/draw.ts";
import { randomDocument } from "../random/document.ts";
import { varied } from "./vary.ts";

const project = join(import.meta.dirname, "../../../..");
const documents = join(project, "packages/language/src/testing/documents");

const products: readonly string[] = [
  ...["help-desk", "equipment-lending", "project-tracker"].map((name) => join(project, "examples", name, "SPEC.md")),
  ...readdirSync(documents).map((name) => join(documents, name)),
].map((file) => readFileSync(file, "utf8"));

/** Every fourth is random, and half of those are changed as well. */
export function documentOf(seed: number): string {
  const draw = drawFrom(seed);
  const isRandom = seed % 4 === 0;
  const source = isRandom ? randomDocument(seed) : (products[seed % products.length] ?? "");
  const changes = isRandom && seed % 8 === 0 ? 0 : draw.pick([1, 1, 1, 2, 3]);
  return Array.from({ length: changes }).reduce((text: string) => varied(text, draw), source);
}

export type Accepted = { readonly seed: number; readonly source: string; readonly compiled: Compiled };

export const isAccepted = ({ compiled }: Pick<Accepted, "compiled">): boolean =>
  compiled.problems.every(({ severity }) => severity !== "error");

/** Those of so many that have no error. */
export function* acceptedFrom(first: number, count: number): Generator<Accepted> {
  for (let seed = first; seed < first + count; seed++) {
    const source = documentOf(seed);
    const compiled = compile(source);
    if (isAccepted({ compiled })) yield { seed, source, compiled };
  }
}

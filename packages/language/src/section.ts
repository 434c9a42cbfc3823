// The contract of a slice: one of the nine sections, from its blocks to its value, to what its names mean, to its problems.
import type { DocumentSection } from "./document/document.ts";
import type { CheckContext } from "./model/check-context.ts";
import type { Model } from "./model/model.ts";
import type { Resolver } from "./names/resolver.ts";
import type { Problem, Read } from "./problem.ts";

export type Slice<Value> = {
  /** Never throws: what is wrong becomes problems, and the rest is still read. Sees nothing of other sections. */
  readonly parse: (section: DocumentSection) => Read<Value>;
  /** Gives each reference the identifier of what it names, in whatever section that is defined. Says nothing of the others. */
  readonly resolve: (value: Value, names: Resolver) => Value;
  /** Looks at the whole model, types the slice's expressions, and says what does not fit together. */
  readonly check: (model: Model, context: CheckContext) => readonly Problem[];
};

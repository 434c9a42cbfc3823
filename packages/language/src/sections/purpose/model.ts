// Section 1: what the product does and for whom. Prose, kept for people.
import type { SectionValue } from "../../clause/clause.ts";

export type Purpose = SectionValue & { readonly text: string };

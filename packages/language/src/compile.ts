// From the text of a document to its model and everything that is wrong with it. Read this file first.
import type { Document, DocumentSection } from "./document/document.ts";
import { readDocument } from "./document/read.ts";
import { settleFixes } from "./fixes/settle-fixes.ts";
import { settleGaps } from "./gaps/settle-gaps.ts";
import { checkExpression, type CheckedExpression } from "./expression/check.ts";
import type { Schema } from "./expression/schema.ts";
import type { Expression } from "./expression/tree.ts";
import type { CheckContext } from "./model/check-context.ts";
import { withoutCascading } from "./model/cascading-problems.ts";
import { buildLookup, type Lookup } from "./names/lookup.ts";
import type { Model } from "./model/model.ts";
import { withOpenRights } from "./gaps/open-rights.ts";
import { Resolver, type Mention } from "./names/resolver.ts";
import { buildSchema } from "./model/schema.ts";
import { problemClasses } from "./problem-classes.ts";
import { sortProblems, type Cascade, type Problem, type Read } from "./problem.ts";
import type { Slice } from "./section.ts";
import { resolveActions } from "./sections/states/index.ts";
import { sections } from "./sections/index.ts";

export type Compiled = {
  readonly document: Document;
  readonly model: Model;
  readonly lookup: Lookup;
  readonly schema: Schema;
  /** Every expression of the document with its type and what it reads. */
  readonly checked: ReadonlyMap<Expression, CheckedExpression>;
  /** Every place outside expressions that names something which the document defines. */
  readonly mentions: readonly Mention[];
  /** All problems, in the order of the document. */
  readonly problems: readonly Problem[];
  /** What each slice made of its section: kept so that an unchanged section is not read again. */
  readonly reads: ReadonlyMap<DocumentSection, Read<unknown>>;
};

const classes: ReadonlyMap<string, Cascade> = new Map(problemClasses.map((one) => [one.code, one]));

/** `previous`: what the same document was before an edit; sections that have not changed are taken from it. */
export function compile(source: string, previous?: Compiled): Compiled {
  const document = readDocument(source, previous?.document);
  const reads = new Map<DocumentSection, Read<unknown>>();
  const parse = <Value>(number: number, slice: Slice<Value>): Value => {
    const section = document.sections[number - 1] as DocumentSection;
    const read = (previous?.reads.get(section) as Read<Value> | undefined) ?? slice.parse(section);
    reads.set(section, read);
    return read.value;
  };
  const stated: Model = {
    title: document.title?.text ?? "",
    purpose: parse(1, sections.purpose),
    screens: parse(2, sections.screens),
    entities: parse(3, sections.entities),
    states: parse(4, sections.states),
    rules: parse(5, sections.rules),
    permissions: parse(6, sections.permissions),
    calls: parse(7, sections.calls),
    errors: parse(8, sections.errors),
    constants: parse(9, sections.constants),
  };
  const names = new Resolver(buildLookup(stated));
  const resolved: Model = {
    title: stated.title,
    purpose: sections.purpose.resolve(stated.purpose, names),
    screens: sections.screens.resolve(stated.screens, names),
    entities: sections.entities.resolve(stated.entities, names),
    states: sections.states.resolve(stated.states, names),
    rules: sections.rules.resolve(stated.rules, names),
    permissions: sections.permissions.resolve(stated.permissions, names),
    calls: sections.calls.resolve(stated.calls, names),
    errors: sections.errors.resolve(stated.errors, names),
    constants: sections.constants.resolve(stated.constants, names),
  };
  const lookup = buildLookup(resolved);
  const open = withOpenRights(resolved, lookup);
  const schema = buildSchema(open, lookup);
  const model = resolveActions(open, schema, names);
  const checked = new Map<Expression, CheckedExpression>();
  const context: CheckContext = {
    schema,
    lookup,
    checked,
    gaps: [...reads.values()].flatMap((read) => read.problems.filter(({ severity }) => severity === "gap")),
    check: (expression, scope, expected, given) => {
      const result = checkExpression(expression, schema, scope, expected, given);
      checked.set(expression, result);
      return result;
    },
    judge: (expression, scope, expected, given) => checkExpression(expression, schema, scope, expected, given),
  };
  const problems = [
    ...document.problems,
    ...[...reads.values()].flatMap((read) => read.problems),
    ...Object.values(sections).flatMap((slice) => slice.check(model, context)),
  ];
  return settleGaps({
    document,
    model,
    lookup,
    schema,
    checked,
    mentions: names.mentions,
    problems: settleFixes(sortProblems(withoutCascading(onceEach(problems), source, (code) => classes.get(code))), {
      source,
      model,
      checked,
      mentions: names.mentions,
    }),
    reads,
  });
}

/** A value that several expressions need is one mistake, at the place where it is worked out. */
function onceEach(problems: readonly Problem[]): readonly Problem[] {
  const keys = new Set<string>();
  return problems.filter(({ code, span, address, message }) => {
    const key = `${code} ${span.start} ${span.end} ${address} ${message}`;
    return !keys.has(key) && keys.add(key);
  });
}

// sequence number, random code, state, computed: types whose values no user gives.
import { spanOf } from "../text/text.ts";
import { readReference } from "../text/name.ts";
import { quoteText } from "../expression/sql/sql-quote.ts";
import { readExpression } from "../expression/parsing/read.ts";
import type { FieldType, SequenceScope } from "../sections/entities/model.ts";
import { invalid } from "./column-sql.ts";
import type { FamilyOf, FieldTypeDefinition, Literal } from "./field-type.ts";
import { wrongComputedType, wrongNumberPattern } from "./problems.ts";
import { checkRandomCode, checkSequence, readNumberPattern } from "./reading/number-pattern.ts";
import { codeIn, finish, named, nothing, options } from "./reading/reader.ts";

const noWords = (): Literal => ({ hint: "The system sets its value: leave the cell empty." });

export const sequenceNumber: FieldTypeDefinition<FamilyOf<"sequence number">> = {
  name: "sequence number",
  aliases: [
    "serial",
    "bigserial",
    "autoincrement",
    "auto increment",
    "auto-increment",
    "sequence",
    "identity",
    "autonumber",
  ],
  proposal: "sequence number `A-{000}`",
  pattern: /^(?<name>sequence number)(?<rest>[\s,`].*)?$/ds,
  read(reader, groups) {
    const { address, problems } = reader;
    const found = options(reader, "sequence number", groups, ["pattern", "per"]);
    const code = codeIn(found.get("pattern")?.groups["code"]);
    const pattern = code && readNumberPattern(code, address, problems);
    const scope = found.get("per")?.groups["name"];
    const per: SequenceScope | undefined =
      scope &&
      (scope.text === "year"
        ? { kind: "year", span: spanOf(scope) }
        : { kind: "entity", entity: readReference(scope), span: spanOf(scope) });
    if (pattern) checkSequence(pattern, per?.kind === "year", address, problems);
    else if (!code && per?.kind === "year") {
      const message = "numbers that begin anew each year would be given twice";
      const hint = "Write how they look: `A-{year}-{000}` per year.";
      problems.push(wrongNumberPattern.at({ span: per.span, address }, message, hint));
    }
    const always = per?.kind === "entity" ? undefined : "exact";
    return finish(reader, found, { kind: "sequence number", pattern, per }, always);
  },
  column: "text",
  setBySystem: "drawn",
  resolve: (type, names) =>
    type.per?.kind === "entity" ? { ...type, per: { ...type.per, entity: names.entity(type.per.entity) } } : type,
  kind: () => ({ kind: "text" }),
  literal: noWords,
  input: () => ({ kind: "code" }),
  typeScript: () => "string",
};

export const randomCode: FieldTypeDefinition<FamilyOf<"random code">> = {
  name: "random code",
  aliases: ["random", "token", "random string"],
  proposal: "random code `{aaaaaa}`",
  pattern: /^(?<name>random code)(?<rest>[\s,`].*)?$/ds,
  read(reader, groups) {
    const { address, problems } = reader;
    const before = problems.length;
    const found = options(reader, "random code", groups, ["pattern", "unique"]);
    const code = codeIn(found.get("pattern")?.groups["code"]);
    if (!code) {
      if (problems.length > before) return undefined;
      const place = { span: spanOf(groups["name"] ?? reader.written), address };
      const hint = "Draw digits with `A{000000}`, letters with `{aaaaaa}`.";
      problems.push(wrongNumberPattern.at(place, "a random code says what it looks like", hint));
      return undefined;
    }
    const pattern = readNumberPattern(code, address, problems);
    if (!pattern) return undefined;
    checkRandomCode(pattern, address, problems);
    return finish(reader, found, { kind: "random code", pattern }, "exact");
  },
  column: "text",
  setBySystem: "drawn",
  kind: () => ({ kind: "text" }),
  literal: noWords,
  input: () => ({ kind: "code" }),
  typeScript: () => "string",
};

export const state: FieldTypeDefinition<FamilyOf<"state">> = {
  name: "state",
  aliases: ["workflow", "stage"],
  pattern: named("state"),
  read: (reader, groups) => finish(reader, options(reader, "state", groups), { kind: "state" }),
  column: "text",
  setBySystem: "drawn",
  literal: noWords,
  refused(_, column, limits) {
    const codes = limits.states();
    return codes.length === 0 ? [] : [invalid(`${column} NOT IN (${codes.map(quoteText).join(", ")})`)];
  },
  input(_, context) {
    const choices = context.states();
    return choices && { kind: "state", choices };
  },
  typeScript: () => "string",
};

/** `definitionOf`: that of the type of its value. */
export const computedType = (
  definitionOf: (type: FieldType) => FieldTypeDefinition<FieldType>,
): FieldTypeDefinition<FamilyOf<"computed">> => ({
  name: "computed T",
  aliases: ["computed", "formula", "calculated", "derived", "generated", "rollup"],
  proposal: "computed T `expression`",
  pattern: /^computed\s+(?<type>[^`]*[^`\s])\s*(?<code>`[^`]*`)(?<rest>.*)$/ds,
  read(reader, groups) {
    const { address, problems } = reader;
    const type = groups["type"] ?? nothing;
    const code = codeIn(groups["code"]);
    const before = problems.length;
    const of = reader.inner(type);
    if (!of || !code) return undefined;
    const computable = reader.computable(of);
    const fits = computable === "whole" || (computable === "plain" && type.text === of.kind);
    if (!fits && problems.length === before) {
      const bare = of.kind.replace(/^(one of|several of)$/, "$1: …");
      const optionsOnly = computable === "plain";
      const message = optionsOnly
        ? `a computed ${of.kind} takes no options, found "${type.text}".`
        : `"${bare}" cannot be computed.`;
      const hint = optionsOnly
        ? `Write "computed ${of.kind}"; what must hold of it is a rule of section 5.`
        : "A computed value is one text, number, money, percent, date, datetime, time, duration, yes/no or choice.";
      problems.push(wrongComputedType.at({ span: spanOf(type), address }, message, hint));
      if (!optionsOnly) return undefined;
    }
    const found = options(reader, "computed", groups);
    return finish(reader, found, { kind: "computed", of, expression: readExpression(code, address, problems) });
  },
  column: undefined,
  setBySystem: "derived",
  resolve: (type, names) => ({ ...type, of: definitionOf(type.of).resolve?.(type.of, names) ?? type.of }),
  literal: noWords,
  input: ({ of }, context) => definitionOf(of).input(of, context),
  typeScript: ({ of }, side) => definitionOf(of).typeScript(of, side),
});

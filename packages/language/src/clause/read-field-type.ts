// From the words of a cell to the type of a value: `text up to 40, unique`, ``reference to User, among `…` ``.
import { codeOf, matchText, spanOf, splitText, trimText, type Text } from "../text/text.ts";
import { readExpression } from "../expression/parsing/read.ts";
import { readPattern } from "../expression/regex/regex.ts";
import type { Problem } from "../problem.ts";
import type { Choice, FieldKind, FieldType, Matching, SequenceScope } from "../sections/entities/model.ts";
import { defineName, reportSameNames } from "./define-name.ts";
import { readFileCount, readLength, readRange, readSize } from "./field-type/amounts.ts";
import { checkRandomCode, checkSequence, readNumberPattern } from "./field-type/number-pattern.ts";
import { readOptions, type FoundOptions, type OptionName } from "./field-type/options.ts";
import {
  tooFewChoices,
  unknownOption,
  unknownType,
  wrongComputedType,
  wrongNumberPattern,
  wrongPattern,
} from "./field-type/problems.ts";
import { typeHint } from "./field-type/type-names.ts";
import { readReference } from "../text/name.ts";

/** Undefined where the type is none of the notation's (reported). A wrong option is reported, and the rest is read. */
export function readFieldType(text: Text, address: string, problems: Problem[]): FieldType | undefined {
  const written = trimText(text);
  const reader: Reader = { written, address, problems };
  for (const form of forms) {
    const groups = matchText(written, form.pattern);
    if (groups) return form.read(reader, groups);
  }
  const first = splitText(written)[0] ?? written;
  problems.push(unknownType.at({ span: spanOf(first), address }, first.text, typeHint(written.text)));
  return undefined;
}

type Reader = { readonly written: Text; readonly address: string; readonly problems: Problem[] };
type Groups = Readonly<Record<string, Text | undefined>>;
type Form = { readonly pattern: RegExp; readonly read: (reader: Reader, groups: Groups) => FieldType | undefined };

// An entity's name ends where an option begins.
const entity =
  "(?<entity>`[^`]*`|[^`,]*?[^`,\\s])(?<rest>(?:\\s(?:among|via|cleared on|set once|unique)\\b|,|`|\\().*)?$";
const name = (words: string) => new RegExp(`^(?<name>${words})(?<rest>[\\s,(].*)?$`, "ds");

const forms: readonly Form[] = [
  { pattern: /^(?<name>one of|several of):(?<rest>.*)$/ds, read: readChoices },
  { pattern: name("text|long text|Markdown text"), read: readText },
  { pattern: name("number|integer|percent|money"), read: readNumber },
  { pattern: name("date|datetime|duration|yes/no|email|url|phone"), read: readPlain },
  { pattern: name("files|file|image"), read: readFile },
  { pattern: name("state"), read: readState },
  { pattern: new RegExp(`^reference to\\s+${entity}`, "ds"), read: readLink },
  { pattern: new RegExp(`^belongs to\\s+${entity}`, "ds"), read: readBelongsTo },
  { pattern: new RegExp(`^list of\\s+${entity}`, "ds"), read: readList },
  { pattern: new RegExp(`^several\\s+(?!of\\b)${entity}`, "ds"), read: readSeveral },
  { pattern: /^(?<name>sequence number)(?<rest>[\s,`].*)?$/ds, read: readSequence },
  { pattern: /^(?<name>random code)(?<rest>[\s,`].*)?$/ds, read: readRandomCode },
  { pattern: /^computed\s+(?<type>[^`]*[^`\s])\s*(?<code>`[^`]*`)(?<rest>.*)$/ds, read: readComputed },
];

const nothing: Text = { text: "", start: 0, end: 0 };

function options(reader: Reader, type: string, groups: Groups, allowed: readonly OptionName[]): FoundOptions {
  const chunks = groups["rest"] ? splitText(groups["rest"]) : [];
  return readOptions(type, chunks, [...allowed, "set once"], reader.address, reader.problems);
}

function finish(reader: Reader, found: FoundOptions, kind: FieldKind, always?: "exact"): FieldType {
  const unique = found.get("unique");
  return {
    ...kind,
    span: spanOf(reader.written),
    unique: unique ? (unique.groups["ignoring"] ? "ignoring case" : "exact") : (always ?? "no"),
    setOnce: found.has("set once"),
  };
}

const nameOf = (groups: Groups) => groups["name"]?.text ?? "";
const entityOf = (groups: Groups) => readReference(groups["entity"] ?? nothing);

function readText(reader: Reader, groups: Groups): FieldType {
  const kind = nameOf(groups) as "text" | "long text" | "Markdown text";
  const found = options(reader, kind, groups, ["up to", "matching", "unique"]);
  const upTo = readLength(found.get("up to"), reader.address, reader.problems);
  return finish(reader, found, { kind, upTo, matching: readMatching(reader, found) });
}

function readMatching(reader: Reader, found: FoundOptions): Matching | undefined {
  const cell = found.get("matching")?.groups["code"];
  const code = cell && codeOf(cell);
  if (!code) return undefined;
  const read = readPattern(code.text);
  if ("pattern" in read) return { pattern: read.pattern, span: spanOf(code) };
  // The very character where the pattern goes wrong; at its end, the closing backtick.
  const span = spanOf(code, read.at, read.at + 1);
  reader.problems.push(wrongPattern.at({ span, address: reader.address }, read.message));
  return undefined;
}

function readNumber(reader: Reader, groups: Groups): FieldType {
  const kind = nameOf(groups) as "number" | "integer" | "percent" | "money";
  const found = options(reader, kind, groups, ["range"]);
  return finish(reader, found, { kind, ...readRange(kind, found.get("range"), reader.address, reader.problems) });
}

function readPlain(reader: Reader, groups: Groups): FieldType {
  const kind = nameOf(groups) as "date" | "datetime" | "duration" | "yes/no" | "email" | "url" | "phone";
  return finish(reader, options(reader, kind, groups, ["unique"]), { kind });
}

function readState(reader: Reader, groups: Groups): FieldType {
  return finish(reader, options(reader, "state", groups, []), { kind: "state" });
}

function readFile(reader: Reader, groups: Groups): FieldType {
  const kind = nameOf(groups) as "file" | "image" | "files";
  const found = options(reader, kind, groups, ["each up to", "up to", "extensions"]);
  const { address, problems } = reader;
  const several = kind === "files";
  const count = several ? readFileCount(found.get("up to"), address, problems) : undefined;
  const size = readSize(found.get("each up to") ?? (several ? undefined : found.get("up to")), address, problems);
  const list = found.get("extensions")?.groups["list"];
  const extensions = (list ? splitText(list) : []).flatMap((part) => readExtension(part, kind, address, problems));
  return finish(reader, found, { kind, count, size, extensions });
}

/** `pdf`, `.PDF`, `tar.gz`. */
function readExtension(part: Text, kind: string, address: string, problems: Problem[]): readonly string[] {
  const extension = /^\.?([a-z0-9]{1,16}(?:\.[a-z0-9]{1,16})?)$/i.exec(part.text)?.[1]?.toLowerCase();
  if (extension !== undefined) return [extension];
  const hint = "Between the parentheses stand extensions: (pdf, png).";
  if (part.text !== "") problems.push(unknownOption.at({ span: spanOf(part), address }, kind, part.text, hint));
  return [];
}

function readChoices(reader: Reader, groups: Groups): FieldType {
  const kind = nameOf(groups) as "one of" | "several of";
  const parts = splitText(groups["rest"] ?? nothing);
  const { address, problems } = reader;
  // Everything behind the colon is a choice, but for the one option that every type takes, at the end.
  const setOnce = parts.length > 1 && parts.at(-1)?.text === "set once";
  const choices: readonly Choice[] = (setOnce ? parts.slice(0, -1) : parts).map((part) =>
    defineName(part, address, problems, "code"),
  );
  reportSameNames(choices, address, problems);
  const least = kind === "one of" ? 2 : 1;
  if (choices.length < least) {
    problems.push(tooFewChoices.at({ span: spanOf(reader.written), address }, kind, choices.length));
  }
  return { kind, choices, span: spanOf(reader.written), unique: "no", setOnce };
}

function readLink(reader: Reader, groups: Groups): FieldType {
  const found = options(reader, "reference", groups, ["among", "cleared on delete"]);
  const onDelete = found.has("cleared on delete") ? "cleared" : "blocked";
  return finish(reader, found, {
    kind: "reference",
    entity: entityOf(groups),
    among: readAmong(reader, found),
    onDelete,
  });
}

function readAmong({ address, problems }: Reader, found: FoundOptions) {
  const cell = found.get("among")?.groups["code"];
  const code = cell && codeOf(cell);
  return code && readExpression(code, address, problems);
}

function readBelongsTo(reader: Reader, groups: Groups): FieldType {
  return finish(reader, options(reader, "belongs to", groups, []), { kind: "belongs to", entity: entityOf(groups) });
}

function readList(reader: Reader, groups: Groups): FieldType {
  const found = options(reader, "list", groups, ["via"]);
  const via = found.get("via")?.groups["name"];
  return finish(reader, found, { kind: "list", entity: entityOf(groups), via: via && readReference(via) });
}

function readSeveral(reader: Reader, groups: Groups): FieldType {
  const found = options(reader, "several", groups, ["among"]);
  return finish(reader, found, { kind: "several", entity: entityOf(groups), among: readAmong(reader, found) });
}

function readSequence(reader: Reader, groups: Groups): FieldType {
  const { address, problems } = reader;
  const found = options(reader, "sequence number", groups, ["pattern", "per"]);
  const cell = found.get("pattern")?.groups["code"];
  const code = cell && codeOf(cell);
  const pattern = code && readNumberPattern(code, address, problems);
  const scope = found.get("per")?.groups["name"];
  const per: SequenceScope | undefined =
    scope &&
    (scope.text === "year"
      ? { kind: "year", span: spanOf(scope) }
      : { kind: "entity", entity: readReference(scope), span: spanOf(scope) });
  if (pattern) checkSequence(pattern, per?.kind === "year", address, problems);
  else if (!code && per?.kind === "year") {
    const hint = "Write how they look: `A-{year}-{000}` per year.";
    problems.push(
      wrongNumberPattern.at(
        { span: per.span, address },
        "numbers that begin anew each year would be given twice",
        hint,
      ),
    );
  }
  return finish(reader, found, { kind: "sequence number", pattern, per }, per?.kind === "entity" ? undefined : "exact");
}

function readRandomCode(reader: Reader, groups: Groups): FieldType | undefined {
  const { address, problems } = reader;
  const before = problems.length;
  const found = options(reader, "random code", groups, ["pattern", "unique"]);
  const cell = found.get("pattern")?.groups["code"];
  const code = cell && codeOf(cell);
  if (!code) {
    if (problems.length > before) return undefined;
    const place = { span: spanOf(groups["name"] ?? reader.written), address };
    problems.push(
      wrongNumberPattern.at(
        place,
        "a random code says what it looks like",
        "Draw digits with `A{000000}`, letters with `{aaaaaa}`.",
      ),
    );
    return undefined;
  }
  const pattern = readNumberPattern(code, address, problems);
  if (!pattern) return undefined;
  checkRandomCode(pattern, address, problems);
  return finish(reader, found, { kind: "random code", pattern }, "exact");
}

const computable =
  /^(?:text|long text|Markdown text|number|integer|percent|money|date|datetime|duration|yes\/no|email|url|phone|one of:.*|reference to\s.*)$/s;

function readComputed(reader: Reader, groups: Groups): FieldType | undefined {
  const { address, problems } = reader;
  const type = groups["type"] ?? nothing;
  const code = codeOf(groups["code"] ?? nothing);
  const before = problems.length;
  const of = readFieldType(type, address, problems);
  if (!of || !code) return undefined;
  if (!computable.test(type.text) && problems.length === before) {
    const bare = of.kind.replace(/^(one of|several of)$/, "$1: …");
    const optionsOnly = computable.test(of.kind);
    const message = optionsOnly
      ? `a computed ${of.kind} takes no options, found "${type.text}".`
      : `"${bare}" cannot be computed.`;
    const hint = optionsOnly
      ? `Write "computed ${of.kind}"; what must hold of it is a rule of section 5.`
      : "A computed value is one text, number, money, percent, date, datetime, duration, yes/no or choice.";
    problems.push(wrongComputedType.at({ span: spanOf(type), address }, message, hint));
    if (!optionsOnly) return undefined;
  }
  const found = options(reader, "computed", groups, []);
  return finish(reader, found, { kind: "computed", of, expression: readExpression(code, address, problems) });
}

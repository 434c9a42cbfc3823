// What a field takes, as an input of a form has to know it: limits resolved, choices with their labels.
import type { Expression } from "../expression/tree.ts";
import type { Pattern } from "../expression/regex/regex.ts";
import { resolveAmount } from "../model/check-amount.ts";
import { exactWords } from "../expression/exact.ts";
import type { Amount } from "../clause/value.ts";
import type { Design } from "../plan/design.ts";
import { mimeTypesOf, mostBytesOf, type FileType } from "../plan/file-fields.ts";
import { choicesName } from "../sections/entities/database.ts";
import type { Entity, FieldType } from "../sections/entities/model.ts";
import { machinesOf } from "../sections/states/database.ts";
import type { ApplicationType } from "./application.ts";

/** `entity`: whose field it is; a call's own values are nobody's. */
export function typeOf(
  type: FieldType,
  entity: Entity | undefined,
  field: string,
  design: Design,
): ApplicationType | undefined {
  const { schema } = design.compiled;
  const offered = (among: Expression | undefined) =>
    among === undefined || entity === undefined ? {} : { among: choicesName(entity.name.id, field) };
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text": {
      const upTo = wholeOf(type.upTo, design);
      return {
        kind: type.kind,
        ...(upTo === undefined ? {} : { upTo }),
        ...(type.matching === undefined ? {} : matching(type.matching.pattern, upTo)),
      };
    }
    case "number":
    case "integer":
    case "percent":
    case "money": {
      const [from, to] = [type.from, type.to].map((amount) => numberOf(amount, design));
      return {
        kind: type.kind,
        scale: { number: 6, integer: 0, percent: 4, money: schema.moneyScale }[type.kind],
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      };
    }
    case "date":
    case "datetime":
    case "duration":
    case "yes/no":
    case "email":
    case "url":
    case "phone":
      return { kind: type.kind };
    case "one of":
    case "several of":
      return { kind: type.kind, choices: type.choices.map(({ id, label }) => ({ id, label })) };
    case "file":
    case "image":
    case "files":
      return filesType(type, design);
    case "reference":
    case "belongs to":
      return {
        kind: "reference",
        entity: type.entity.id,
        belongs: type.kind === "belongs to",
        ...(type.kind === "reference" ? offered(type.among) : {}),
      };
    case "several":
      return { kind: "several", entity: type.entity.id, ...offered(type.among) };
    case "list": {
      if (entity === undefined) return { kind: "several", entity: type.entity.id };
      const store = schema.entities.get(entity.name.id)?.fields.get(field)?.store;
      return store?.kind === "reverse" ? { kind: "list", entity: store.entity, via: store.via } : undefined;
    }
    case "sequence number":
    case "random code":
      return { kind: "code" };
    case "computed":
      return typeOf(type.of, entity, field, design);
    case "state": {
      const machine = machinesOf(design).find((one) => one.entity === entity?.name.id && one.field === field);
      if (machine === undefined) return undefined;
      const stage = { start: "start", "": "middle", end: "end" } as const;
      return {
        kind: "state",
        choices: machine.known.machine.states.map(({ name, kind }) => ({
          id: name.id,
          label: name.label,
          stage: stage[kind],
        })),
      };
    }
  }
}

function numberOf(amount: Amount | undefined, design: Design): string | undefined {
  const value = amount && resolveAmount(amount, design.context);
  return value !== undefined && "digits" in value ? exactWords(value) : undefined;
}

function wholeOf(amount: Amount | undefined, design: Design): number | undefined {
  const words = numberOf(amount, design);
  return words === undefined ? undefined : Number(words);
}

function filesType(type: FileType, design: Design): ApplicationType {
  const many = type.kind === "files";
  const count = many ? wholeOf(type.count, design) : 1;
  const bytes = mostBytesOf(type, design);
  const types = mimeTypesOf(type);
  return {
    kind: "files",
    many,
    ...(count === undefined ? {} : { count }),
    ...(bytes === undefined ? {} : { bytes }),
    isPicture: type.kind === "image",
    extensions: type.extensions,
    ...(types === undefined ? {} : { types }),
  };
}

/** An example that is too long for its field would be none. */
const matching = ({ regex, example }: Pattern, upTo: number | undefined) => ({
  matching: regex,
  ...(example === undefined || example.length > (upTo ?? example.length) ? {} : { example }),
});

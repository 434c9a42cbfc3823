// More than one field of a row names its creator: hiding one of them hides nothing while another one shows the same.
import type { CheckContext } from "../../model/check-context.ts";
import { isMe } from "../../model/emptiness.ts";
import type { Problem } from "../../problem.ts";
import type { Entity, Field } from "../entities/model.ts";
import { actionLabel } from "./check-action.ts";
import type { Right } from "./model.ts";
import { makerShown } from "./problems.ts";

const ofSystem = [
  { id: "created_by", label: "Created by" },
  { id: "updated_by", label: "Updated by" },
];

export function checkMakers(rights: readonly Right[], { lookup }: CheckContext): readonly Problem[] {
  const byEntity = Map.groupBy(rights, (right) => right.for.id);
  return [...byEntity].flatMap(([id, own]): readonly Problem[] => {
    const entity = lookup.entities.get(id);
    if (entity === undefined || id === "user") return [];
    const isAbout = (right: Right, kind: "see" | "set", field: string): boolean =>
      right.action.kind === kind && right.action.field.id === field;
    const isGiven = (field: Field) => own.some((right) => isAbout(right, "set", field.name.id));
    const makers = [
      ...makersOf(entity)
        .filter((field) => !isGiven(field))
        .map(({ name }) => name),
      ...ofSystem,
    ];
    const hiding = (field: string) => own.find((right) => isAbout(right, "see", field));
    const first = makers.map((maker) => hiding(maker.id)).find((right) => right !== undefined);
    const shown = makers.filter((maker) => hiding(maker.id) === undefined).map(({ label }) => label);
    if (first === undefined || shown.length === 0) return [];
    const place = { span: first.action.span, address: first.address };
    return [makerShown.at(place, entity.name.label, actionLabel(first.action), shown)];
  });
}

/** References that the system alone sets, to the creator of the row. */
const makersOf = ({ fields }: Entity): readonly Field[] =>
  fields.filter((field) => field.type?.kind === "reference" && field.required === "auto" && isMe(field));

// One value of a row as people read it, and the rows that it refers to as links.
import type { FieldView } from "@writ/server/response-types";
import type { Speaking } from "../../runtime/field-types/field-type.ts";
import { fieldTypeOf } from "../../runtime/field-types/field-types.ts";
import { showAlone } from "../../runtime/field-types/shown.tsx";
import { RouteLink } from "../route.tsx";
import { askedAddress } from "./asked.ts";
import { useSpeaking } from "./speaking.ts";

type ShownProps = {
  readonly field: FieldView;
  readonly value: unknown;
  readonly names: Readonly<Record<string, string>>;
  /** There is room for all of it. */
  readonly whole?: boolean;
};

export function ShownValue({ field: { type }, value, names, whole = false }: ShownProps) {
  const speaking = useSpeaking();
  if (isNothing(value)) return fieldTypeOf(type).isTick ? speaking.say("no") : <span className="quiet">–</span>;
  if (type.kind === "reference") return <RowLink entity={type.entity} id={String(value)} names={names} />;
  if (type.kind === "several" && Array.isArray(value))
    return value.map((id) => <RowLink key={String(id)} entity={type.entity} id={String(id)} names={names} />);
  const text = textOf(type, value, speaking);
  return type.kind === "files" || type.kind === "not shown" || type.kind === "several"
    ? text
    : showAlone(text, value, type, whole);
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const RowLink = ({ entity, id, names }: { entity: string; id: string; names: ShownProps["names"] }) => (
  <RouteLink to={askedAddress({ entity, row: id, text: "", filters: [], sort: "", page: 0, act: "" })}>
    {names[id] ?? id}
  </RouteLink>
);

export function textOf(
  type: FieldView["type"],
  value: unknown,
  speaking: Speaking,
  names: ShownProps["names"] = {},
): string {
  if (isNothing(value)) return fieldTypeOf(type).isTick ? speaking.say("no") : "–";
  if (type.kind === "reference" || type.kind === "several")
    return [value]
      .flat()
      .map((one) => names[String(one)] ?? String(one))
      .join(", ");
  return fieldTypeOf(type).format(value, type, speaking);
}

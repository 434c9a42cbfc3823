// A field of a form that its user may not set: its value, and why it stays; or that the document does not say who may.
import { ownOf } from "../../words/own-of.ts";
import { Input, Textarea, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ApplicationField } from "@writ/language/product";
import { displayName, nameOf } from "../data/name.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { formatValue } from "../fields/format.ts";
import { ShowField } from "../fields/show-field.tsx";
import { Gap } from "../gaps/gap.tsx";
import { useProduct } from "../product/product.tsx";
import { isSeeGap, unseenAs } from "../product/gaps.ts";
import { isWireRow, type WireRow } from "../values/row.ts";

export type ReadOnly =
  | { readonly kind: "not said" }
  /** `why`: the catalogue's words, where it has any. */
  | { readonly kind: "kept"; readonly row: WireRow; readonly why: string | undefined };

type HeldFieldProps = { readonly entity: string; readonly field: ApplicationField; readonly held: ReadOnly };

export function ReadOnlyField({ entity, field, held }: HeldFieldProps) {
  const product = useProduct();
  const { id, type, notes } = field;
  const label = product.word(field.label);
  if (held.kind === "not said") return <Gap title={label} />;
  const { row, why = "" } = held;
  const value = ownOf(row, id);
  if (isNothing(value) && isSeeGap([id], entity, product)) return <Gap title={label} />;
  const description = [product.word(notes), why].filter((part) => part !== "").join(" · ");
  const shown = {
    id: `field-${entity}-${id}`,
    "data-field": id,
    label,
    description: description === "" ? null : description,
  };
  if (type.kind === "files")
    return (
      <Input.Wrapper {...shown} labelElement="div">
        <ShowField entity={entity} path={[id]} row={row} whole />
      </Input.Wrapper>
    );
  const embedded = row[`_${id}`];
  const text =
    type.kind === "reference" && isWireRow(embedded)
      ? nameOf(type.entity, embedded, product)
      : type.kind === "several"
        ? displayName(type.entity, value, embedded, product)
        : formatValue(value, field, product);
  const nothing = unseenAs(id, entity, row, product) === undefined ? "–" : product.say("notTheirs");
  const input = { ...shown, value: text === "" ? nothing : text, readOnly: true, variant: "filled" };
  if (fieldTypeOf(type).isLong) return <Textarea {...input} autosize maxRows={20} />;
  return <TextInput {...input} rightSection={<IconLock size={16} aria-hidden="true" />} />;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;

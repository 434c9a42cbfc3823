// What every input of a form has, whatever its type: its label, what is said about it, its error, and what typing does.
import type { ApplicationField } from "@writ/language/product";
import { messageFor } from "../../words/refusal.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { missingWords } from "../gaps/missing.tsx";
import type { Product } from "../product/product.tsx";
import { limitsOf } from "./draft.ts";
import type { InputFieldProps } from "./input-field.tsx";

/** For those that have a frame around them: a box to tick has none. */
export const inputWrapperOrder: ("label" | "description" | "input" | "error")[] = [
  "label",
  "description",
  "input",
  "error",
];

export function labelled(props: InputFieldProps, product: Product) {
  const { entity, field, error, required, unseen } = props;
  const { say, word } = product;
  const description = [
    word(field.notes),
    limitsOf(field, product),
    lettersLeft(props, say),
    ...missingWords(field.gaps, product),
    unseenWords(props, product),
  ]
    .filter((part) => part !== "")
    .join(" · ");
  const isGap = field.gaps.some((address) => address.endsWith("/Required"));
  return {
    id: `field-${entity}-${field.id}`,
    "data-field": field.id,
    "data-unseen": unseen !== undefined || undefined,
    label: (
      <>
        {word(field.label)}
        {!required && fieldTypeOf(field.type).isTick !== true && !isGap && unseen === undefined && (
          <span className="quiet"> ({say("optional")})</span>
        )}
      </>
    ),
    description: description === "" ? null : description,
    error: error ?? null,
  };
}

export type InputAttributes = ReturnType<typeof labelled>;

export type TypingAttributes = ReturnType<typeof typing>;

/** Of an input in which a text is typed. */
export const typing = (props: InputFieldProps, product: Product) => ({
  ...labelled(props, product),
  "aria-required": props.required,
  inputWrapperOrder,
  value: textIn(props),
  onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
    props.onChange(event.currentTarget.value),
  onBlur: () => props.onLeave?.(),
});

const textIn = ({ value }: InputFieldProps): string => (typeof value === "string" ? value : "");

/** An empty input would look as if nothing stood there. */
function unseenWords({ unseen, stays }: InputFieldProps, { application, language, say }: Product): string {
  if (unseen === undefined) return "";
  const why =
    unseen === "not said" ? `${say("notShown")}: ${messageFor("NOT_SHOWN", language, application)}` : say("notTheirs");
  return stays === true ? `${why} ${say("stays")}` : why;
}

/** Said when it begins to matter. */
function lettersLeft(props: InputFieldProps, say: Product["say"]): string {
  const { type }: ApplicationField = props.field;
  const text = textIn(props);
  if (!("upTo" in type) || type.upTo === undefined || text === "") return "";
  const count = type.upTo - [...text].length;
  return count <= Math.max(20, type.upTo * 0.1) && count >= 0 ? say("left", { count }) : "";
}

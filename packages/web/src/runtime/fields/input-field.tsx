// The input that fits a field: its type decides, its notes help, its limits are shown before they are broken.
import { Checkbox, Input, NativeSelect, Radio, Textarea, TextInput } from "@mantine/core";
import type { ApplicationField } from "@writ/language/product";
import { lazy } from "../../kit/lazy.ts";
import type { ComponentProps } from "react";
import { useProduct, type Product } from "../product/product.tsx";
import type { NamedInDraft } from "../data/choices.ts";
import { messageFor } from "../../words/refusal.ts";
import type { Unseen } from "../product/unsaid.ts";
import { Missing, missingWords } from "../gaps/missing.tsx";
import { ChooseRow } from "./choose-row.tsx";
import { limitsOf, type Typed } from "./draft.ts";

const { Later: FileInput } = lazy(async () => (await import("../files/file-input.tsx")).FileInput);

export type InputFieldProps = {
  readonly entity: string;
  readonly field: ApplicationField;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
  readonly onLeave?: () => void;
  readonly error: string | undefined;
  readonly required: boolean;
  /** Something may stand there that is not told, so that what is left empty is not taken for it. */
  readonly unseen?: Unseen | undefined;
  /** Where nothing that is given leaves what is there. */
  readonly stays?: boolean;
  /** Narrowed choices of a transition. */
  readonly choices?: readonly string[] | undefined;
  /** The row that is changed, for choices that depend on it. */
  readonly rowId?: string | undefined;
  /** What a row that is not there yet refers to besides. */
  readonly draft?: NamedInDraft | undefined;
  /** The row that files are brought for, also while it is not there yet. */
  readonly fileRow?: string;
  /** Files that are not brought for a row: what is chosen stays here until the form is sent. */
  readonly chosen?: Map<string, File> | undefined;
  /** What belongs to the value and is not there yet. */
  readonly onUploads?: (uploads: Uploads) => void;
};

/** What a form has to know of its files: whether one is on its way, and which one could not be brought. */
export type Uploads = { readonly isGoing: boolean; readonly stuck: string | undefined };

const { Later: GivenFiles } = lazy(async () => (await import("../files/given-files.tsx")).GivenFiles);

/** A choice of up to so many is visible at once. */
const visibleChoices = 5;

export function InputField(props: InputFieldProps) {
  const { entity, field, value, onChange, onLeave, error, required, unseen } = props;
  const product = useProduct();
  const { application, say, word } = product;
  const blank = say(unseen === undefined ? "none" : "asItIs");
  const { type } = field;
  const text = typeof value === "string" ? value : "";
  // Nothing can be typed in, and there is no column to send it to.
  if (type.kind === "not shown") return <Missing of={field.gaps} title={word(field.label)} />;
  const description = [
    word(field.notes),
    limitsOf(field, product),
    left(text, field, say),
    ...missingWords(field.gaps, product),
    unseenWords(props, product),
  ]
    .filter((part) => part !== "")
    .join(" · ");
  const isUnsaid = field.gaps.some((address) => address.endsWith("/Required"));
  const about = {
    id: `field-${entity}-${field.id}`,
    "data-field": field.id,
    "data-unseen": unseen !== undefined || undefined,
    label: (
      <>
        {word(field.label)}
        {!required && type.kind !== "yes/no" && !isUnsaid && unseen === undefined && (
          <span className="quiet"> ({say("optional")})</span>
        )}
      </>
    ),
    description: description === "" ? null : description,
    error: error ?? null,
  };
  const shared = { ...about, "aria-required": required };
  // For those that have a frame around them: a box to tick has none.
  const inputWrapperOrder: ("label" | "description" | "input" | "error")[] = ["label", "description", "input", "error"];
  const typing = {
    ...shared,
    inputWrapperOrder,
    value: text,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
    onBlur: () => onLeave?.(),
  };
  // What changes inside of it is told by what stands there, and not by every event that passes.
  const around = { ...about, inputWrapperOrder };
  switch (type.kind) {
    case "long text":
    case "Markdown text":
      return <Textarea {...typing} autosize minRows={4} maxRows={20} />;
    case "yes/no":
      if (typeof value === "string")
        return (
          <Choice
            {...typing}
            onChange={onChange}
            choices={[
              ["", blank],
              ["yes", say("yes")],
              ["no", say("no")],
            ]}
          />
        );
      return (
        <Checkbox
          {...shared}
          label={word(field.label)}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "one of": {
      const choices = type.choices.filter(({ id }) => props.choices === undefined || props.choices.includes(id));
      if (choices.length <= visibleChoices)
        return (
          <Choice
            {...typing}
            onChange={onChange}
            choices={[
              ...(required ? [] : [["", blank] as const]),
              ...choices.map(({ id, label }) => [id, word(label)] as const),
            ]}
          />
        );
      return (
        <NativeSelect
          {...typing}
          data={[
            { value: "", label: required ? say("choose") : blank },
            ...choices.map(({ id, label }) => ({ value: id, label: word(label) })),
          ]}
        />
      );
    }
    case "several of":
      return (
        <Checkbox.Group
          {...shared}
          inputWrapperOrder={inputWrapperOrder}
          value={Array.isArray(value) ? [...value] : []}
          onChange={(chosen) => onChange(chosen)}
        >
          <div style={{ display: "flex", flexWrap: "wrap", gap: "8px 20px", paddingTop: 6 }}>
            {type.choices.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={word(label)} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case "reference":
    case "several":
      return <ChooseRow {...props} shared={typing} />;
    case "files":
      return props.chosen === undefined ? (
        <FileInput {...props} type={type} shared={around} instead={<Frame {...around} />} />
      ) : (
        <GivenFiles {...props} chosen={props.chosen} type={type} shared={around} instead={<Frame {...around} />} />
      );
    case "date":
      return <TextInput {...typing} type="date" max="9999-12-31" />;
    case "datetime":
      return <TextInput {...typing} type="datetime-local" max="9999-12-31T23:59" />;
    case "number":
    case "integer":
    case "percent":
    case "money":
      return (
        <TextInput
          {...typing}
          inputMode={type.kind === "integer" ? "numeric" : "decimal"}
          autoComplete="off"
          rightSection={unitOf(type.kind, application.currency?.code)}
          rightSectionWidth={type.kind === "money" ? 52 : 36}
        />
      );
    case "email":
      return (
        <TextInput {...typing} type="email" inputMode="email" autoComplete={entity === "user" ? "email" : "off"} />
      );
    case "phone":
      return <TextInput {...typing} type="tel" autoComplete={entity === "user" ? "tel" : "off"} />;
    case "url":
      return <TextInput {...typing} type="text" inputMode="url" placeholder="https://" autoComplete="off" />;
    default:
      return <TextInput {...typing} autoComplete={entity === "user" && field.id === "name" ? "name" : "off"} />;
  }
}

/** Where files are chosen, as high as it is with none: what stands below stays where it is. */
const Frame = (around: ComponentProps<typeof Input.Wrapper>) => (
  <Input.Wrapper {...around} labelElement="div">
    <div className="choosing-files" aria-hidden="true" />
  </Input.Wrapper>
);

type ChoiceProps = Omit<ComponentProps<typeof Radio.Group>, "children" | "onChange" | "value" | "defaultValue"> & {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Each with its words. */
  readonly choices: readonly (readonly [string, string])[];
};

/** All at once, to be seen before one is chosen. */
function Choice({ choices, ...shared }: ChoiceProps) {
  return (
    <Radio.Group {...shared} name={shared.id} role="radiogroup">
      <div style={{ display: "flex", flexWrap: "wrap", gap: "8px 20px", paddingTop: 6 }}>
        {choices.map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** An empty input would look as if nothing stood there. */
function unseenWords({ unseen, stays }: InputFieldProps, { application, language, say }: Product): string {
  if (unseen === undefined) return "";
  const why =
    unseen === "not said" ? `${say("notShown")}: ${messageFor("NOT_SHOWN", language, application)}` : say("notTheirs");
  return stays === true ? `${why} ${say("stays")}` : why;
}

const unitOf = (kind: string, currency: string | undefined) =>
  kind === "percent" ? (
    <span className="quiet">%</span>
  ) : kind === "money" && currency !== undefined ? (
    <span className="quiet">{currency}</span>
  ) : null;

/** Said when it begins to matter. */
function left(text: string, { type }: ApplicationField, say: ReturnType<typeof useProduct>["say"]): string {
  if (!("upTo" in type) || type.upTo === undefined || text === "") return "";
  const count = type.upTo - [...text].length;
  return count <= Math.max(20, type.upTo * 0.1) && count >= 0 ? say("left", { count }) : "";
}

// The input that fits a field: its type decides, its notes help, its limits are shown before they are broken.
import { Input } from "@mantine/core";
import type { ApplicationField } from "@writ/language/product";
import { lazy } from "../../kit/lazy.ts";
import type { ComponentProps } from "react";
import type { Typed } from "../field-types/draft-type.ts";
import { inputFor } from "../field-types/inputs.tsx";
import { useProduct } from "../product/product.tsx";
import type { NamedInDraft } from "../data/choices.ts";
import type { Unseen } from "../product/gaps.ts";
import { Missing } from "../gaps/missing.tsx";
import { ChooseRow } from "./choose-row.tsx";
import { inputWrapperOrder, labelled, typing } from "./input-attributes.tsx";

const { Later: FileInput } = lazy(async () => (await import("../files/file-input.tsx")).FileInput);

export type InputFieldProps = {
  readonly entity: string;
  readonly field: ApplicationField;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
  readonly onLeave?: () => void;
  readonly error: string | undefined;
  readonly required: boolean;
  /** It may have a value that is hidden from the user, so that an empty input does not overwrite it. */
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

const { Later: GivenFiles } = lazy(async () => (await import("../files/chosen-files.tsx")).ChosenFiles);

export function InputField(props: InputFieldProps) {
  const { field } = props;
  const { type } = field;
  const product = useProduct();
  switch (type.kind) {
    case "not shown":
      // Nothing can be typed in, and there is no column to send it to.
      return <Missing of={field.gaps} title={product.word(field.label)} />;
    case "reference":
    case "several":
      return <ChooseRow {...props} shared={typing(props, product)} />;
    case "files": {
      // Its parts report their changes themselves, not every event that bubbles through.
      const shared = { ...labelled(props, product), inputWrapperOrder };
      const instead = <Frame {...shared} />;
      return props.chosen === undefined ? (
        <FileInput {...props} type={type} shared={shared} instead={instead} />
      ) : (
        <GivenFiles {...props} chosen={props.chosen} type={type} shared={shared} instead={instead} />
      );
    }
    default: {
      const [label, text] = [labelled(props, product), typing(props, product)];
      return inputFor(type, { ...props, product, labelled: label, typing: text, inputWrapperOrder });
    }
  }
}

/** Where files are chosen, as high as it is with none: what stands below stays where it is. */
const Frame = (around: ComponentProps<typeof Input.Wrapper>) => (
  <Input.Wrapper {...around} labelElement="div">
    <div className="choosing-files" aria-hidden="true" />
  </Input.Wrapper>
);

// A form for a row: one column, errors at their fields, all of them together when it is sent, a draft that survives.
import type { ApplicationField } from "@writ/language/product";
import { useRef, type ReactNode } from "react";
import type { Draft } from "../fields/draft.ts";
import { InputField } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import type { Unseen } from "../product/gaps.ts";
import { FormEnd } from "./form-end.tsx";
import { ReadOnlyField, type ReadOnly } from "./read-only-field.tsx";
import { useRowForm, type RowFormState } from "./use-row-form.ts";
import classes from "./row-form.module.css";

export type FormField = {
  readonly field: ApplicationField;
  readonly required: boolean;
  readonly choices?: readonly string[] | undefined;
  /** Nothing can be typed in, and nothing is sent. */
  readonly readOnly?: ReadOnly;
  /** It may have a value that is hidden from the user, so that an empty input does not overwrite it. */
  readonly unseen?: Unseen;
};

export type RowFormProps = {
  readonly entity: string;
  readonly fields: readonly FormField[];
  /** Its initial values. */
  readonly initial: Draft;
  /** Its initial values where they differ from the stored ones. */
  readonly start?: Draft;
  /** Where a draft is kept; undefined: nowhere. */
  readonly draftKey: string | undefined;
  readonly rowId?: string | undefined;
  /** Where files that are sent with everything else stay until then. */
  readonly chosen?: Map<string, File>;
  readonly submitLabel: string;
  /** Why it cannot be sent now, which what is written may outlast. */
  readonly refused?: string | undefined;
  readonly moment: "create" | "update" | "step";
  /** Values that are given besides, for rules that look at them. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Only what differs from `initial` where a row is changed. Throws what was refused. */
  readonly onSend: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The form is reused for the next row: called unless something was typed while this one was sent, which stays. */
  readonly onNext?: () => void;
  /** The draft that was kept is thrown away. */
  readonly onAnew?: () => void;
  readonly onCancel?: () => void;
  readonly onDirty?: (isDirty: boolean) => void;
  readonly children?: ReactNode;
  readonly autoFocus?: boolean;
};

export function RowForm(props: RowFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const form = useRowForm(props, element);
  const { say } = useProduct();
  return (
    <form
      ref={element}
      noValidate
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void form.send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void form.send();
      }}
    >
      {form.isKept && (
        <p className={classes["kept"]} role="status">
          {say("draftKept")}
          <button type="button" onClick={form.dropDraft}>
            {say("dropDraft")}
          </button>
        </p>
      )}
      <div role="alert" tabIndex={-1} className="wrong">
        {form.general.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      {props.fields.map((one) =>
        one.readOnly !== undefined ? (
          <ReadOnlyField key={one.field.id} entity={props.entity} field={one.field} held={one.readOnly} />
        ) : (
          <FieldOfForm key={one.field.id} of={one} form={form} props={props} />
        ),
      )}
      {props.children}
      <FormEnd
        label={props.submitLabel}
        isSending={form.isSending}
        isBusy={form.isBusy}
        refused={props.refused}
        onCancel={props.onCancel}
      />
    </form>
  );
}

type FieldOfFormProps = { readonly of: FormField; readonly form: RowFormState; readonly props: RowFormProps };

const FieldOfForm = ({ of: one, form, props }: FieldOfFormProps) => (
  <InputField
    entity={props.entity}
    field={one.field}
    required={one.required}
    unseen={one.unseen}
    stays={props.moment === "update"}
    choices={one.choices}
    rowId={props.rowId}
    draft={form.references}
    fileRow={form.fileRow}
    chosen={props.chosen}
    onUploads={(uploads) => form.noteUploads(one, uploads)}
    value={form.valueOf(one)}
    error={form.errorAt(one)}
    onChange={(value) => form.change(one, value)}
    onLeave={() => form.check(one)}
  />
);

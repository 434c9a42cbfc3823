// What a call has to be given, and then what it answered.
import type { ApplicationCall, ApplicationField } from "@writ/language/product";
import { useState } from "react";
import { Dialog } from "../../kit/dialog.tsx";
import { shownOf, type CallAnswer } from "../data/make-call.ts";
import { typedOf } from "../fields/draft.ts";
import { shownField } from "../fields/show-field.tsx";
import { withFiles } from "../files/send-chosen.ts";
import { RowForm } from "../forms/row-form.tsx";
import { useProduct } from "../product/product.tsx";

type CallDialogProps = {
  readonly call: ApplicationCall;
  readonly asked: readonly ApplicationField[];
  /** Undefined until it is made. */
  readonly answer: CallAnswer | undefined;
  readonly onMake: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
};

export function CallDialog({ call, asked, answer, onMake, onClose }: CallDialogProps) {
  const product = useProduct();
  const { say, word, person } = product;
  const label = word(call.label);
  const [chosen] = useState(() => new Map<string, File>());
  const takesFiles = asked.some(({ type }) => type.kind === "files");
  return (
    <Dialog onClose={onClose} title={label} closeLabel={say("close")}>
      {answer === undefined ? (
        <RowForm
          entity={call.id}
          fields={asked.map((field) => ({ field, required: field.required }))}
          initial={Object.fromEntries(asked.map((field) => [field.id, typedOf(null, field, product)]))}
          chosen={chosen}
          // A file that was chosen is gone with the page, and its name alone is no draft.
          draftKey={takesFiles ? undefined : `${person?.id ?? ""}:${location.pathname}:${call.id}`}
          submitLabel={label}
          moment="step"
          onSend={async (values) => onMake(await withFiles(values, asked, chosen))}
          onCancel={onClose}
        />
      ) : (
        <div role="status">
          <dl>
            {shownOf(call, answer).map((field) => (
              <div key={field.id}>
                <dt className="quiet">{word(field.label)}</dt>
                <dd>{shownField({ entity: "", field, path: [field.id], row: answer, whole: true }, product)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Dialog>
  );
}

// What a step asks for, in the place where it was begun; what is refused is shown at its field.
import { ownOf } from "../../words/own-of.ts";
import { notify } from "../../kit/notify.ts";
import { nameOf } from "../data/name.ts";
import type { Step } from "../data/steps.ts";
import { useStep } from "../data/use-step.ts";
import { typedOf } from "../fields/draft.ts";
import { RowForm, type FormField } from "../forms/row-form.tsx";
import { useProduct } from "../product/product.tsx";
import { unseenAs } from "../product/gaps.ts";
import type { WireRow } from "../values/row.ts";

type AskedFormProps = {
  readonly entity: string;
  readonly step: Step;
  readonly row: WireRow;
  readonly onDone: () => void;
};

export function TransitionForm({ entity, step, row, onDone }: AskedFormProps) {
  const product = useProduct();
  const { application, say, word } = product;
  const taking = useStep(entity);
  const fields = step.transition.asks.flatMap(({ field: id, required, choices }): readonly FormField[] => {
    const field = application.entities[entity]?.fields[id];
    const unseen = unseenAs(id, entity, row, product);
    return field === undefined ? [] : [{ field, required, choices, ...(unseen && { unseen }) }];
  });
  const initial = Object.fromEntries(
    fields.map(({ field }) => [field.id, typedOf(ownOf(row, field.id), field, product)]),
  );
  return (
    <RowForm
      entity={entity}
      fields={fields}
      initial={initial}
      draftKey={`${product.person?.id ?? ""}:${String(row["id"])}:${step.transition.id}`}
      rowId={String(row["id"])}
      submitLabel={word(step.transition.label)}
      moment="step"
      onSend={async (asked) => {
        const after = await taking.mutateAsync({ step, row, asked });
        const type = application.entities[entity]?.fields[step.field]?.type;
        const state =
          type?.kind === "state" ? type.choices.find(({ id }) => id === after?.[step.field])?.label : undefined;
        if (state !== undefined) notify(say("moved", { name: nameOf(entity, row, product), state: word(state) }));
        onDone();
      }}
      onCancel={onDone}
    />
  );
}

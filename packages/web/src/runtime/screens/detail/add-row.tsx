// A form for one more of the rows that belong to another.
import { useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { notify } from "../../../kit/notify.ts";
import { createRow } from "../../data/create-row.ts";
import { nameOf } from "../../data/name.ts";
import { messageFor } from "../../../words/refusal.ts";
import { changedRows } from "../../data/use-step.ts";
import { BeingWritten } from "../../forms/being-written.ts";
import { startingFields } from "../../forms/form-fields.ts";
import { clearDraft, keyBelow } from "../../forms/draft-storage.ts";
import { LeaveGuard } from "../../forms/leave-guard.tsx";
import { RowForm } from "../../forms/row-form.tsx";
import { contextOf, useProduct } from "../../product/product.tsx";
import { rowFor } from "../../field-types/row-values.ts";
import type { WireRow } from "../../values/row.ts";

type AddRowProps = { readonly entity: string; readonly via: string; readonly parent: WireRow };

export function AddRow({ entity, via, parent }: AddRowProps) {
  const product = useProduct();
  const { application, backend, language, person, say, word } = product;
  const queries = useQueryClient();
  const [round, setRound] = useState(0);
  const [isDirty, setIsDirty] = useState(false);
  const { isGone } = useContext(BeingWritten);
  const given = { [via]: parent["id"] };
  const context = contextOf(product, { [entity]: rowFor(entity, { ...given, [`_${via}`]: parent }, application) });
  const { fields, initial } = startingFields({ entity, ask: undefined, preset: [] }, context, product, [via]);
  const draftKey = keyBelow(parent["id"], entity, person?.id);
  return (
    <>
      <RowForm
        key={round}
        entity={entity}
        fields={fields}
        initial={initial}
        draftKey={draftKey}
        submitLabel={say("addOne", { name: word(application.entities[entity]?.label ?? entity) })}
        refused={isGone ? messageFor("NOT_FOUND", language, application) : undefined}
        onDirty={setIsDirty}
        moment="create"
        given={given}
        onNext={() => setRound((before) => before + 1)}
        onSend={async (values) => {
          const made = await createRow(entity, { ...values, ...given }, backend);
          await changedRows(queries);
          notify(made === undefined ? say("saved") : `${say("saved")} ${nameOf(entity, made, product)}`.trim());
        }}
      />
      {/* Where the row is there, what was written is there too for a user who comes back. */}
      <LeaveGuard isDirty={isDirty && isGone} lose={() => clearDraft(draftKey)} />
    </>
  );
}

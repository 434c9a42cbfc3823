// Edit: a form for an existing row, sent only if no other user has changed it in the meantime.
import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { Failure } from "../../kit/failure.tsx";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { nameOf } from "../data/name.ts";
import { messageFor } from "../../words/refusal.ts";
import { allFields, readRow } from "../data/rows.ts";
import { BeingWritten, useLastWhileWriting } from "../forms/being-written.ts";
import { clearDraft } from "../forms/draft-storage.ts";
import { LeaveGuard } from "../forms/leave-guard.tsx";
import { RowForm } from "../forms/row-form.tsx";
import { StaleEdit } from "../forms/stale-edit.tsx";
import { routeRow } from "../routing/read-route.ts";
import { useProduct } from "../product/product.tsx";
import { type WireRow } from "../values/row.ts";
import { Lookers } from "./detail/lookers.tsx";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import type { ScreenProps } from "./kinds.ts";
import { DeleteRow } from "./detail/delete-row.tsx";
import { useEdit } from "./edit/use-edit.ts";

export function EditRow({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, person, say } = product;
  const entity = screen.entity ?? "";
  const known = routeRow(screen, route);
  const id = known?.["id"] ?? (entity === "user" ? person?.id : undefined);
  const paths = allFields(entity, application);
  const which = id ?? "the one";
  const result = useQuery({
    queryKey: [entity, "edit", which, paths.join()],
    // A field that the document has only now is read, and the form stays as it is until then.
    placeholderData: (before: WireRow | null | undefined, query) => (query?.queryKey[2] === which ? before : undefined),
    queryFn: async () => (await readRow(entity, id === undefined ? {} : { id: String(id) }, paths, product)) ?? null,
    // What a user is changing must not change below their hands.
    staleTime: Infinity,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  const { isWriting } = useContext(BeingWritten);
  const row = useLastWhileWriting(String(which), result.data, isWriting);
  if (result.error !== null && row === undefined)
    return <Failure say={say} error={result.error} onRetry={() => void result.refetch()} />;
  if (row === undefined) return <PageSkeleton label={say("loading")} />;
  if (row === null) return <NoSuchPage screen={screen} />;
  return <EditForm screen={screen} route={route} row={row} />;
}

type EditFormProps = ScreenProps & { readonly row: WireRow };

function EditForm({ screen, route, row }: EditFormProps) {
  const { application, language, say, word } = useProduct();
  const entity = screen.entity ?? "";
  const edit = useEdit(screen, route, row);
  const { isGone } = useContext(BeingWritten);
  const { base, stale, refused } = edit;
  // What is being written stays readable, even if the right to send it has ended.
  if (refused !== undefined && !edit.isDirty)
    return (
      <>
        <div className="page-head">
          <h1>{word(screen.label)}</h1>
        </div>
        <p className="quiet" role="status">
          {refused}
        </p>
      </>
    );
  return (
    <>
      <EditHead screen={screen} route={route} row={base} onDeleted={edit.leaveDeleted} />
      {refused !== undefined && !isGone && (
        <p className="gone" role="status">
          {refused} {say("notSavedNow")}
        </p>
      )}
      <Lookers entity={entity} row={base} isEditing={edit.isDirty} />
      {stale && <StaleEdit entity={entity} now={stale.now} mine={stale.mine} onDecide={edit.decide} />}
      <RowForm
        key={edit.version}
        entity={entity}
        fields={edit.fields}
        initial={edit.initial}
        {...(edit.start === undefined ? {} : { start: edit.start })}
        rowId={String(base["id"])}
        given={base}
        submitLabel={say("save")}
        moment="update"
        refused={isGone ? messageFor("NOT_FOUND", language, application) : refused}
        draftKey={edit.draftKey}
        onSend={edit.save}
        onAnew={edit.restart}
        onCancel={edit.cancel}
        onDirty={edit.setIsDirty}
      />
      <LeaveGuard isDirty={edit.isDirty} lose={isGone ? () => clearDraft(edit.draftKey) : undefined} />
    </>
  );
}

function EditHead({ screen, route, row, onDeleted }: EditFormProps & { readonly onDeleted: () => void }) {
  const product = useProduct();
  const entity = screen.entity ?? "";
  const { isGone } = useContext(BeingWritten);
  return (
    <div className="page-head">
      <h1>
        {product.word(screen.label)}
        {/* Of what there is one of, the screen's name says all. */}
        {(entity === "user" || routeRow(screen, route) !== undefined) && `: ${nameOf(entity, row, product)}`}
      </h1>
      {!isGone && (
        <div className="actions">
          <DeleteRow entity={entity} row={row} onDeleted={onDeleted} />
        </div>
      )}
    </div>
  );
}

// Edit: a form for a row that is there, sent only if nobody has changed it in the meantime.
import { ownOf } from "../../words/own-of.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Failure } from "../../kit/failure.tsx";
import { notify } from "../../kit/notify.ts";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { nameOf } from "../data/name.ts";
import { messageFor, Refusal } from "../../words/refusal.ts";
import { allFields, dataOf, readRow } from "../data/rows.ts";
import { changedRows } from "../data/use-step.ts";
import { typedOf, type Draft } from "../fields/draft.ts";
import { formFields, storedIn } from "../forms/form-fields.ts";
import { BeingWritten, useKept } from "../forms/being-written.ts";
import { clearDraft, keepVersion, keptVersion } from "../forms/draft-storage.ts";
import { LeaveGuard } from "../forms/leave-guard.tsx";
import { useRefusedNow } from "../forms/refused-now.ts";
import { RowForm } from "../forms/row-form.tsx";
import { StaleEdit } from "../forms/stale-edit.tsx";
import { useGoBack } from "../routing/go-back.ts";
import { addressOf, detailOf, screenNamed } from "../product/addresses.ts";
import { routeRow, rowsByEntity } from "../routing/read-route.ts";
import { useGo, useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { isFor } from "../product/rights.ts";
import { type WireRow } from "../values/row.ts";
import { Lookers } from "./detail/lookers.tsx";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import type { ScreenProps } from "./kinds.ts";
import { DeleteRow } from "./detail/delete-row.tsx";

export function EditRow({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, person, say } = product;
  const entity = screen.entity ?? "";
  const known = routeRow(screen, route);
  const id = known?.["id"] ?? (entity === "user" ? person?.id : undefined);
  const paths = allFields(entity, application);
  const which = id ?? "the one";
  const found = useQuery({
    queryKey: [entity, "edit", which, paths.join()],
    // A field that the document has only now is read, and the form stays as it is until then.
    placeholderData: (before: WireRow | null | undefined, query) => (query?.queryKey[2] === which ? before : undefined),
    queryFn: async () => (await readRow(entity, id === undefined ? {} : { id: String(id) }, paths, product)) ?? null,
    // What somebody is changing must not change below their hands.
    staleTime: Infinity,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  const { isWriting } = useContext(BeingWritten);
  const row = useKept(String(which), found.data, isWriting);
  if (found.error !== null && row === undefined)
    return <Failure say={say} error={found.error} onRetry={() => void found.refetch()} />;
  if (row === undefined) return <PageSkeleton label={say("loading")} />;
  if (row === null) return <NoSuchPage screen={screen} />;
  return <EditForm screen={screen} route={route} row={row} />;
}

function EditForm({ screen, route, row }: ScreenProps & { readonly row: WireRow }) {
  const product = useProduct();
  const { application, backend, word, say, person } = product;
  const entity = screen.entity ?? "";
  const go = useGo();
  const goBack = useGoBack(screen);
  const queries = useQueryClient();
  const parameters = useRouteParameters();
  const [isDirty, setIsDirty] = useState(false);
  const { isGone } = useContext(BeingWritten);
  // The row as it was when one began, or as it is now once a newer one has been looked at.
  const draftKey = `${person?.id ?? ""}:${location.pathname}`;
  const [begun, setBase] = useState<WireRow>(() => ({
    ...row,
    updated_at: keptVersion(draftKey) ?? row["updated_at"] ?? null,
  }));
  const base = { ...row, ...begun };
  useEffect(() => {
    if (isDirty) keepVersion(draftKey, begun["updated_at"]);
  }, [isDirty, draftKey, begun]);
  const [stale, setStale] = useState<
    { readonly now: WireRow; readonly mine: Readonly<Record<string, unknown>> } | undefined
  >(undefined);
  const [version, setVersion] = useState(0);
  const [start, setStart] = useState<Draft | undefined>(undefined);
  const refused = useRefusedNow(entity, base);
  const fields = formFields(screen, base, product);
  const initial = storedIn(fields, base, product);
  const leave = () => {
    const target =
      screenNamed(screen.then, application) ??
      detailOf(entity, application, (one) => one.kind === "detail" && isFor(one, product, person !== undefined));
    const address = target && addressOf(target, { ...rowsByEntity(screen, route), [entity]: base }, parameters);
    if (address === undefined) goBack();
    else void go(address, { replace: true });
  };
  const save = async (values: Readonly<Record<string, unknown>>) => {
    if (Object.keys(values).length === 0) return leave();
    const written = dataOf<readonly WireRow[]>(
      await backend
        .from(entity)
        .update(values)
        .eq("id", String(base["id"]))
        .eq("updated_at", String(base["updated_at"]))
        .select("id,updated_at"),
    );
    if (written.length === 0) {
      const now = await readRow(entity, { id: String(base["id"]) }, allFields(entity, application), product);
      if (now === undefined)
        throw new Refusal("NOT_FOUND", messageFor("NOT_FOUND", product.language, application), 404, [
          {
            code: "NOT_FOUND",
            field: undefined,
            clause: undefined,
            message: messageFor("NOT_FOUND", product.language, application),
          },
        ]);
      setStale({ now, mine: values });
      // The form keeps what was written until it is decided; what there is to say is said where that is done.
      throw new Refusal("CONFLICT", messageFor("CONFLICT", product.language, application), 409, []);
    }
    // At once, or the guard would still ask whether one wants to leave.
    flushSync(() => setIsDirty(false));
    await changedRows(queries);
    notify(say("saved"));
    leave();
    return undefined;
  };
  // What is being written stays where it can be read, whatever has become of the right to send it.
  if (refused !== undefined && !isDirty)
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
  const leaveDeleted = () => {
    clearDraft(draftKey);
    // At once, or the guard would still ask whether one wants to leave.
    flushSync(() => setIsDirty(false));
    goBack();
  };
  return (
    <>
      <div className="page-head">
        <h1>
          {word(screen.label)}
          {/* Of what there is one of, the screen's name says all. */}
          {(entity === "user" || routeRow(screen, route) !== undefined) && `: ${nameOf(entity, base, product)}`}
        </h1>
        {!isGone && (
          <div className="actions">
            <DeleteRow entity={entity} row={base} onDeleted={leaveDeleted} />
          </div>
        )}
      </div>
      {refused !== undefined && !isGone && (
        <p className="gone" role="status">
          {refused} {say("notSavedNow")}
        </p>
      )}
      <Lookers entity={entity} row={base} isEditing={isDirty} />
      {stale && (
        <StaleEdit
          entity={entity}
          now={stale.now}
          mine={stale.mine}
          onDecide={(kept) => {
            const mine = fields.filter(({ field }) => field.id in kept);
            const fresh = {
              ...storedIn(fields, stale.now, product),
              ...Object.fromEntries(
                mine.map(({ field }) => [field.id, typedOf(ownOf(kept, field.id), field, product)]),
              ),
            };
            setBase(stale.now);
            setStart(fresh);
            setStale(undefined);
            setVersion((before) => before + 1);
          }}
        />
      )}
      <EditedForm
        key={version}
        entity={entity}
        fields={fields}
        initial={initial}
        start={start}
        refused={isGone ? messageFor("NOT_FOUND", product.language, application) : refused}
        draftKey={draftKey}
        row={base}
        onSend={save}
        onAnew={() => setBase(row)}
        onCancel={goBack}
        onDirty={setIsDirty}
      />
      <LeaveGuard isDirty={isDirty} lose={isGone ? () => clearDraft(draftKey) : undefined} />
    </>
  );
}

type EditedFormProps = {
  readonly entity: string;
  readonly fields: ReturnType<typeof formFields>;
  readonly initial: Draft;
  readonly start: Draft | undefined;
  readonly refused: string | undefined;
  readonly draftKey: string;
  readonly row: WireRow;
  readonly onSend: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onAnew: () => void;
  readonly onCancel: () => void;
  readonly onDirty: (isDirty: boolean) => void;
};

function EditedForm({ start, row, ...rest }: EditedFormProps) {
  const { say } = useProduct();
  return (
    <RowForm
      {...rest}
      {...(start === undefined ? {} : { start })}
      rowId={String(row["id"])}
      given={row}
      submitLabel={say("save")}
      moment="update"
    />
  );
}

// New: a form for a row that is not there yet, with what the address and the document give it.
import type { Application, ApplicationScreen } from "@writ/language/product";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "../../kit/notify.ts";
import { createRow } from "../data/create-row.ts";
import { messageFor } from "../../words/refusal.ts";
import { changedRows } from "../data/use-step.ts";
import { startingFields } from "../forms/form-fields.ts";
import { LeaveGuard } from "../forms/leave-guard.tsx";
import { RowForm } from "../forms/row-form.tsx";
import { useGoBack } from "../routing/go-back.ts";
import { addressOf, detailOf, screenNamed } from "../product/addresses.ts";
import { routeScope, rowsByEntity } from "../routing/read-route.ts";
import { useGo, useRouteParameters } from "../routing/use-go.ts";
import { contextOf, useProduct } from "../product/product.tsx";
import { isFor, isRightGap, may } from "../product/rights.ts";
import { chooseOnceAssigned } from "../session/scope.ts";
import { wireOf } from "../field-types/row-values.ts";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import type { ScreenProps } from "./kinds.ts";

export function NewRow({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, backend, language, word, say, person } = product;
  const entity = screen.entity ?? "";
  const go = useGo();
  const goBack = useGoBack(screen);
  const queries = useQueryClient();
  const parameters = useRouteParameters();
  const [isDirty, setIsDirty] = useState(false);
  const context = contextOf(product, routeScope(screen, route, product));
  const { fields, initial } = startingFields(screen, context, product);
  const presets = Object.fromEntries(
    screen.preset.flatMap(({ field, value }) => {
      const known = application.entities[entity]?.fields[field];
      return known === undefined ? [] : [[field, wireOf(value.run(context), known)]];
    }),
  );
  const save = async (values: Readonly<Record<string, unknown>>) => {
    const row = await createRow(entity, { ...values, ...presets }, backend);
    if (row !== undefined && application.scopes.includes(entity)) chooseOnceAssigned(queries, entity, row, product);
    // At once, or the guard would still ask whether one wants to leave.
    flushSync(() => setIsDirty(false));
    await changedRows(queries);
    notify(say("saved"));
    const target =
      screenNamed(screen.then, application) ??
      detailOf(entity, application, (one) => one.kind === "detail" && isFor(one, product, person !== undefined));
    const address =
      target &&
      addressOf(
        target,
        { ...rowsByEntity(screen, route), ...(row === undefined ? {} : { [entity]: row }) },
        parameters,
      );
    if (address === undefined) goBack();
    else void go(address, { replace: true });
  };
  if (may("create", entity, context, product) === "no") {
    if (!isRightGap("create", entity, product)) return <NoSuchPage />;
    return (
      <>
        <div className="page-head">
          <h1>{word(screen.label)}</h1>
        </div>
        <p className="quiet">{messageFor("NOT_SHOWN", language, application)}</p>
      </>
    );
  }
  return (
    <>
      <div className="page-head">
        <h1>{word(screen.label)}</h1>
      </div>
      <RowForm
        entity={entity}
        fields={fields}
        initial={initial}
        draftKey={`${person?.id ?? ""}:${location.pathname}`}
        submitLabel={saysMore(screen, application) ? word(screen.label) : say("create")}
        moment="create"
        given={presets}
        onSend={save}
        onCancel={goBack}
        onDirty={setIsDirty}
      />
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

/** Of a screen called "Reserve". One called "New ticket" says what its kind and its entity say, and no more. */
function saysMore({ label, entity = "" }: ApplicationScreen, { entities }: Application): boolean {
  const said = label.toLowerCase();
  return !/\bnew\b/.test(said) && !said.includes((entities[entity]?.label ?? entity).toLowerCase());
}

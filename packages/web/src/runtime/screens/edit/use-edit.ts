// The state of an edit: the version of the row that it began with, a newer one that it meets, and how it is saved and left.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "../../../kit/notify.ts";
import { ownOf } from "../../../words/own-of.ts";
import { changedRows } from "../../data/use-step.ts";
import { typedOf, type Draft } from "../../fields/draft.ts";
import { clearDraft, keepVersion, savedVersion } from "../../forms/draft-storage.ts";
import { formFields, storedIn } from "../../forms/form-fields.ts";
import { useRefusedNow } from "../../forms/refused-now.ts";
import { addressOf, detailOf, screenNamed } from "../../product/addresses.ts";
import { useProduct } from "../../product/product.tsx";
import { isFor } from "../../product/rights.ts";
import { useGoBack } from "../../routing/go-back.ts";
import { rowsByEntity } from "../../routing/read-route.ts";
import { useGo, useRouteParameters } from "../../routing/use-go.ts";
import type { WireRow } from "../../values/row.ts";
import type { ScreenProps } from "../kinds.ts";
import { writeVersion } from "./write-version.ts";

type Values = Readonly<Record<string, unknown>>;

export function useEdit(screen: ScreenProps["screen"], route: ScreenProps["route"], row: WireRow) {
  const product = useProduct();
  const { say, person } = product;
  const entity = screen.entity ?? "";
  const leave = useLeave(screen, route);
  const goBack = useGoBack(screen);
  const queries = useQueryClient();
  const [isDirty, setIsDirty] = useState(false);
  const draftKey = `${person?.id ?? ""}:${location.pathname}`;
  // The row as it was when one began, or as it is now once a newer one has been looked at.
  const [begun, setBase] = useState<WireRow>(() => ({
    ...row,
    updated_at: savedVersion(draftKey) ?? row["updated_at"] ?? null,
  }));
  const base: WireRow = { ...row, ...begun };
  useEffect(() => {
    if (isDirty) keepVersion(draftKey, begun["updated_at"]);
  }, [isDirty, draftKey, begun]);
  const [stale, setStale] = useState<{ readonly now: WireRow; readonly mine: Values } | undefined>(undefined);
  const [version, setVersion] = useState(0);
  const [start, setStart] = useState<Draft | undefined>(undefined);
  const fields = formFields(screen, base, product);
  // At once, or the guard would still ask whether one wants to leave.
  const clean = () => flushSync(() => setIsDirty(false));
  return {
    base,
    fields,
    initial: storedIn(fields, base, product),
    start,
    /** Changes where the form begins again. */
    version,
    stale,
    refused: useRefusedNow(entity, base),
    draftKey,
    isDirty,
    setIsDirty,
    cancel: goBack,
    restart: () => setBase(row),
    save: async (values: Values) => {
      if (Object.keys(values).length > 0) {
        await writeVersion(entity, base, values, product, (now) => setStale({ now, mine: values }));
        clean();
        await changedRows(queries);
        notify(say("saved"));
      }
      leave(base);
    },
    leaveDeleted: () => {
      clearDraft(draftKey);
      clean();
      goBack();
    },
    /** `kept`: values that are to replace those of the newer version. */
    decide: (kept: Values) => {
      if (stale === undefined) return;
      const mine = fields.filter(({ field }) => field.id in kept);
      setBase(stale.now);
      setStart({
        ...storedIn(fields, stale.now, product),
        ...Object.fromEntries(mine.map(({ field }) => [field.id, typedOf(ownOf(kept, field.id), field, product)])),
      });
      setStale(undefined);
      setVersion((before) => before + 1);
    },
  };
}

/** To the screen that the document names, the detail of the row, or where one came from. */
function useLeave(screen: ScreenProps["screen"], route: ScreenProps["route"]): (row: WireRow) => void {
  const product = useProduct();
  const { application, person } = product;
  const go = useGo();
  const goBack = useGoBack(screen);
  const parameters = useRouteParameters();
  const entity = screen.entity ?? "";
  return (row) => {
    const target =
      screenNamed(screen.then, application) ??
      detailOf(entity, application, (one) => one.kind === "detail" && isFor(one, product, person !== undefined));
    const address = target && addressOf(target, { ...rowsByEntity(screen, route), [entity]: row }, parameters);
    if (address === undefined) goBack();
    else void go(address, { replace: true });
  };
}

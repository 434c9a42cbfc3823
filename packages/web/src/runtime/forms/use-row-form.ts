// The state of a form for a row: what is typed, what is wrong with it, what is on its way, and how it is sent.
import { useEffect, useState, type RefObject } from "react";
import { ownOf } from "../../words/own-of.ts";
import { readTyped, type Draft } from "../fields/draft.ts";
import type { Uploads } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import { useNoteWriting } from "./being-written.ts";
import { clearDraft } from "./draft-storage.ts";
import { failureAfter, failureBefore, isFine, sentValues } from "./form-values.ts";
import type { FormField, RowFormProps } from "./row-form.tsx";
import { useDraft } from "./use-draft.ts";
import { useFormFailure } from "./use-form-failure.ts";

export type RowFormState = ReturnType<typeof useRowForm>;

export function useRowForm(props: RowFormProps, element: RefObject<HTMLFormElement | null>) {
  const { entity, draftKey, refused, moment, onSend, onDirty } = props;
  const product = useProduct();
  const { say } = product;
  const fields = props.fields.filter(
    ({ field, readOnly: held }) => field.type.kind !== "not shown" && held === undefined,
  );
  const draft = useDraft(props, fields);
  const failure = useFormFailure(entity, fields, element);
  const [isSending, setIsSending] = useState(false);
  const [uploads, setUploads] = useState<Readonly<Record<string, Uploads>>>({});
  const isBusy = Object.values(uploads).some(({ isGoing }) => isGoing);
  const { changed, valueOf } = draft;
  const isDirty = changed.length > 0;
  const isReference = (id: string) => product.application.entities[entity]?.fields[id]?.type.kind === "reference";
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useNoteWriting(isDirty);
  const read = (one: FormField) => readTyped(valueOf(one), one.field, product);
  const errorOf = (one: FormField): string | undefined => {
    const result = read(one);
    if ("wrong" in result) return say(result.wrong, result.values);
    const stuck = ownOf(uploads, one.field.id)?.stuck;
    if (stuck !== undefined) return say("notUploaded", { name: stuck });
    const isEmpty = result.value === null || (Array.isArray(result.value) && result.value.length === 0);
    return one.required && isEmpty ? say("required") : undefined;
  };
  const typed = () => {
    const wrong: Record<string, string> = {};
    const values: Record<string, unknown> = {};
    for (const one of fields) {
      const message = errorOf(one);
      if (message !== undefined) wrong[one.field.id] = message;
      const result = read(one);
      if ("value" in result) values[one.field.id] = result.value;
    }
    return { fields, changed, values, wrong };
  };
  const send = async () => {
    if (isSending || isBusy) return;
    if (refused !== undefined) return failure.show({ atFields: {}, general: [refused] });
    const toSend = typed();
    const before = failureBefore(toSend, props, product);
    if (!isFine(before)) return failure.show(before);
    failure.clear();
    setIsSending(true);
    try {
      const values = sentValues(toSend.values, changed, moment);
      if (moment === "create") draft.noteSent();
      const sent = draft.current();
      await onSend(moment === "create" ? { id: draft.fileRow, ...values } : values);
      clearDraft(draftKey);
      if (props.onNext !== undefined && !draft.keepTyped(sent)) props.onNext();
    } catch (thrown) {
      failure.show(failureAfter(thrown, fields, say));
    } finally {
      setIsSending(false);
    }
    return undefined;
  };
  return {
    general: failure.general,
    errorAt: failure.errorAt,
    isKept: draft.isKept,
    fileRow: draft.fileRow,
    valueOf,
    isSending,
    isBusy,
    send,
    /** Which rows the form names, for choices that depend on them. */
    references: Object.fromEntries(
      Object.entries({ ...props.given, ...draft.draft }).flatMap(([id, value]) =>
        typeof value === "string" && value !== "" && isReference(id) ? [[id, value]] : [],
      ),
    ),
    change: (one: FormField, value: Draft[string]) => {
      draft.change(one, value);
      if (failure.errorAt(one) !== undefined) failure.set(one, undefined);
    },
    /** Once a user leaves it. */
    check: (one: FormField) => failure.set(one, isBlank(valueOf(one)) ? undefined : errorOf(one)),
    noteUploads: (one: FormField, now: Uploads) => {
      setUploads((before) => ({ ...before, [one.field.id]: now }));
      failure.set(one, undefined);
    },
    dropDraft: () => {
      draft.drop();
      failure.clearFields();
      props.onAnew?.();
    },
  };
}

const isBlank = (value: Draft[string]): boolean => value === "" || (Array.isArray(value) && value.length === 0);

// A form for a row: one column, errors at their fields, all of them together when it is sent, a draft that survives.
import { ownOf } from "../../words/own-of.ts";
import type { ApplicationField } from "@writ/language/product";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { wordsOf } from "../../kit/failure.tsx";
import { Refusal } from "../../words/refusal.ts";
import { emptyFor, readTyped, type Draft } from "../fields/draft.ts";
import { InputField, type Uploads } from "../fields/input-field.tsx";
import { rowOfFiles } from "../files/names.ts";
import { useProduct } from "../product/product.tsx";
import { keepable } from "../values/keepable.ts";
import { toldOf, type Unseen } from "../product/unsaid.ts";
import { useTellWriting } from "./being-written.ts";
import { FormEnd } from "./form-end.tsx";
import { HeldField, type Held } from "./held-field.tsx";
import { brokenRules } from "./rules.ts";
import { clearDraft, readDraft, writeDraft } from "./draft-storage.ts";
import classes from "./row-form.module.css";

export type FormField = {
  readonly field: ApplicationField;
  readonly required: boolean;
  readonly choices?: readonly string[] | undefined;
  /** Nothing can be typed in, and nothing is sent. */
  readonly held?: Held;
  /** Something may stand there that is not told, so that what is left empty is not taken for it. */
  readonly unseen?: Unseen;
};

export type RowFormProps = {
  readonly entity: string;
  readonly fields: readonly FormField[];
  /** What stands in it at first. */
  readonly initial: Draft;
  /** What stands in it at first where that differs from what is stored. */
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
  /** The form is there for the next one: it is told where nothing was typed while this one was sent, which would stay. */
  readonly onNext?: () => void;
  /** The draft that was kept is thrown away. */
  readonly onAnew?: () => void;
  readonly onCancel?: () => void;
  readonly onDirty?: (isDirty: boolean) => void;
  readonly children?: ReactNode;
  readonly autoFocus?: boolean;
};

type Errors = Readonly<Record<string, string>>;

export function RowForm(props: RowFormProps) {
  const { entity, initial, draftKey, rowId, submitLabel, refused, moment, onSend, onCancel, onDirty } = props;
  const product = useProduct();
  const { say } = product;
  const fields = props.fields.filter(({ field, held }) => field.type.kind !== "not shown" && held === undefined);
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...readDraft(draftKey), ...props.start }));
  // Files arrive between two drawings of the form, and what was typed last is not in the older one.
  const latest = useRef(draft);
  const put = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };
  const [isKept, setIsKept] = useState(() => Object.keys(readDraft(draftKey)).length > 0);
  const [errors, setErrors] = useState<Errors>({});
  const [general, setGeneral] = useState<readonly string[]>([]);
  const [isSending, setIsSending] = useState(false);
  const [uploads, setUploads] = useState<Readonly<Record<string, Uploads>>>({});
  const isBusy = Object.values(uploads).some(({ isGoing }) => isGoing);
  // Files are brought before their row, so a new one has an id already; a draft that has files has theirs, and one that was
  // sent the one that it was sent with.
  const [fileRow, setFileRow] = useState(
    () => rowId ?? rowOfFiles(draft, fields) ?? sentAs(draft) ?? crypto.randomUUID(),
  );
  const form = useRef<HTMLFormElement>(null);
  // A field that the document has only now was in no draft.
  const firstOf = ({ field }: FormField) => ownOf(initial, field.id) ?? emptyFor(field);
  const valueOf = (one: FormField) => ownOf(draft, one.field.id) ?? firstOf(one);
  const changed = fields.filter((one) => JSON.stringify(valueOf(one)) !== JSON.stringify(firstOf(one)));
  const isDirty = changed.length > 0;
  const isReference = (id: string) => product.application.entities[entity]?.fields[id]?.type.kind === "reference";
  const named = Object.fromEntries(
    Object.entries({ ...props.given, ...draft }).flatMap(([id, value]) =>
      typeof value === "string" && value !== "" && isReference(id) ? [[id, value]] : [],
    ),
  );
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useTellWriting(isDirty);
  const read = (one: FormField) => readTyped(valueOf(one), one.field, product);
  const errorOf = (one: FormField): string | undefined => {
    const result = read(one);
    if ("wrong" in result) return say(result.wrong, result.values);
    const stuck = ownOf(uploads, one.field.id)?.stuck;
    if (stuck !== undefined) return say("notUploaded", { name: stuck });
    const isEmpty = result.value === null || (Array.isArray(result.value) && result.value.length === 0);
    return one.required && isEmpty ? say("required") : undefined;
  };
  const change = (one: FormField, value: Draft[string]) => {
    const next = { ...latest.current, [one.field.id]: typeof value === "string" ? keepable(value) : value };
    put(next);
    writeDraft(draftKey, next, initial);
    if (ownOf(errors, one.field.id) !== undefined) setErrors(without(errors, one.field.id));
  };
  const showErrors = (found: Errors, rest: readonly string[]) => {
    setErrors(found);
    setGeneral(rest);
    const first = fields.find(({ field }) => ownOf(found, field.id) !== undefined);
    // After the errors are drawn, so that a screen reader reads the field with its error.
    requestAnimationFrame(() => {
      const target =
        first === undefined
          ? form.current?.querySelector<HTMLElement>("[role=alert]")
          : form.current?.querySelector<HTMLElement>(`#field-${entity}-${CSS.escape(first.field.id)}`);
      const focusable =
        target?.matches("input,textarea,select") === true
          ? target
          : (target?.querySelector<HTMLElement>("input,textarea,select") ?? target);
      focusable?.focus();
    });
  };
  const send = async () => {
    if (isSending || isBusy) return;
    if (refused !== undefined) return showErrors({}, [refused]);
    const wrong: Record<string, string> = {};
    const values: Record<string, unknown> = {};
    for (const one of fields) {
      const message = errorOf(one);
      if (message !== undefined) wrong[one.field.id] = message;
      const result = read(one);
      if ("value" in result) values[one.field.id] = result.value;
    }
    // What is missing or wrong by itself is not judged together with others.
    const isKnown = (id: string) =>
      !fields.some((one) => one.field.id === id && one.unseen !== undefined && !changed.includes(one));
    const right = Object.fromEntries(
      Object.entries(values).filter(([id]) => ownOf(wrong, id) === undefined && isKnown(id)),
    );
    const given = toldOf(props.given ?? {}, entity, product);
    const broken = moment === "step" ? [] : brokenRules(entity, moment, { ...given, ...right }, product);
    for (const { at, message } of broken)
      if (at !== undefined && fields.some(({ field }) => field.id === at)) wrong[at] ??= message;
    const rest = broken
      .filter(({ at }) => at === undefined || !fields.some(({ field }) => field.id === at))
      .map(({ message }) => message);
    if (Object.keys(wrong).length > 0 || rest.length > 0) return showErrors(wrong, rest);
    setErrors({});
    setGeneral([]);
    setIsSending(true);
    try {
      const sent = Object.fromEntries(
        Object.entries(values).filter(
          ([id, value]) =>
            // Of a new row, what somebody has emptied is empty, and what was empty is for the system to fill.
            (moment !== "step" && changed.some(({ field }) => field.id === id)) ||
            (moment !== "update" && value !== null && !(Array.isArray(value) && value.length === 0)),
        ),
      );
      // With its id a row that is sent again is known to be the same one, also by whoever loads the page anew meanwhile.
      if (moment === "create") {
        put({ ...latest.current, [sentId]: fileRow });
        writeDraft(draftKey, latest.current, initial);
      }
      const before = latest.current;
      await onSend(moment === "create" ? { id: fileRow, ...sent } : sent);
      clearDraft(draftKey);
      if (props.onNext !== undefined) goOn(before);
    } catch (failure) {
      const [found, more] = told(failure, fields, say);
      showErrors(found, more);
    } finally {
      setIsSending(false);
    }
    return undefined;
  };
  const goOn = (sent: Draft) => {
    const typed = fields.flatMap(({ field: { id, type } }) => {
      // Files were brought for the row that was just made, and no other one may name them.
      if (type.kind === "files") return [];
      const now = ownOf(latest.current, id);
      return now === undefined || JSON.stringify(now) === JSON.stringify(sent[id]) ? [] : [[id, now] as const];
    });
    if (typed.length === 0) return props.onNext?.();
    // Where the keys are, too: what is drawn anew has lost them.
    put({ ...initial, ...Object.fromEntries(typed) });
    writeDraft(draftKey, latest.current, initial);
    setFileRow(crypto.randomUUID());
    setIsKept(false);
    return undefined;
  };
  return (
    <form
      ref={form}
      noValidate
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
      }}
    >
      {isKept && (
        <p className={classes["kept"]} role="status">
          {say("draftKept")}
          <button
            type="button"
            onClick={() => {
              clearDraft(draftKey);
              put(initial);
              setFileRow(rowId ?? crypto.randomUUID());
              setIsKept(false);
              setErrors({});
              props.onAnew?.();
            }}
          >
            {say("dropDraft")}
          </button>
        </p>
      )}
      <div role="alert" tabIndex={-1} className="wrong">
        {general.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      {props.fields.map((one) =>
        one.held !== undefined ? (
          <HeldField key={one.field.id} entity={entity} field={one.field} held={one.held} />
        ) : (
          <InputField
            key={one.field.id}
            entity={entity}
            field={one.field}
            required={one.required}
            unseen={one.unseen}
            stays={moment === "update"}
            choices={one.choices}
            rowId={rowId}
            draft={named}
            fileRow={fileRow}
            chosen={props.chosen}
            onUploads={(now) => {
              setUploads((before) => ({ ...before, [one.field.id]: now }));
              setErrors((before) => without(before, one.field.id));
            }}
            value={valueOf(one)}
            error={ownOf(errors, one.field.id)}
            onChange={(value) => change(one, value)}
            onLeave={() => {
              const message = isBlank(valueOf(one)) ? undefined : errorOf(one);
              setErrors((before) =>
                message === undefined ? without(before, one.field.id) : { ...before, [one.field.id]: message },
              );
            }}
          />
        ),
      )}
      {props.children}
      <FormEnd label={submitLabel} isSending={isSending} isBusy={isBusy} refused={refused} onCancel={onCancel} />
    </form>
  );
}

/** No field is called so. */
const sentId = "id";

const sentAs = ({ [sentId]: id }: Draft): string | undefined => (typeof id === "string" ? id : undefined);

const isBlank = (value: Draft[string]): boolean => value === "" || (Array.isArray(value) && value.length === 0);

const without = (errors: Errors, id: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== id));

/** At their fields, as far as the form has these; the rest above it. */
function told(
  failure: unknown,
  fields: readonly FormField[],
  say: ReturnType<typeof useProduct>["say"],
): readonly [Errors, readonly string[]] {
  if (!(failure instanceof Refusal)) throw failure;
  if (failure.status === 0) return [{}, [wordsOf(failure, say)]];
  const errors: Record<string, string> = {};
  const rest: string[] = [];
  for (const { field, message } of failure.complaints) {
    if (field !== undefined && fields.some((one) => one.field.id === field)) errors[field] ??= message;
    else rest.push(message);
  }
  return [errors, [...new Set(rest)]];
}

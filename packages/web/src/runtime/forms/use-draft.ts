// What is typed in a form: stored while a user types, and read again where a draft was left.
import { useRef, useState } from "react";
import { ownOf } from "../../words/own-of.ts";
import { emptyFor, type Draft } from "../fields/draft.ts";
import { rowOfFiles } from "../files/names.ts";
import { keepable } from "../values/keepable.ts";
import { clearDraft, readDraft, writeDraft } from "./draft-storage.ts";
import type { FormField, RowFormProps } from "./row-form.tsx";

/** `fields`: those in which something can be typed. */
export function useDraft({ initial, start, draftKey, rowId }: RowFormProps, fields: readonly FormField[]) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...readDraft(draftKey), ...start }));
  // Files arrive between two drawings of the form, and what was typed last is not in the older one.
  const latest = useRef(draft);
  const put = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };
  const store = (next: Draft) => {
    put(next);
    writeDraft(draftKey, next, initial);
  };
  const [isKept, setIsKept] = useState(() => Object.keys(readDraft(draftKey)).length > 0);
  // Files are brought before their row, so a new one has an id already; a draft that has files has theirs, and one that was
  // sent the one that it was sent with.
  const [fileRow, setFileRow] = useState(
    () => rowId ?? rowOfFiles(draft, fields) ?? sentAs(draft) ?? crypto.randomUUID(),
  );
  // A field that the document has only now was in no draft.
  const firstOf = ({ field }: FormField) => ownOf(initial, field.id) ?? emptyFor(field);
  const valueOf = (one: FormField) => ownOf(draft, one.field.id) ?? firstOf(one);
  return {
    draft,
    isKept,
    fileRow,
    valueOf,
    changed: fields.filter((one) => JSON.stringify(valueOf(one)) !== JSON.stringify(firstOf(one))),
    /** As it is now, also between two drawings. */
    current: () => latest.current,
    change: (one: FormField, value: Draft[string]) =>
      store({ ...latest.current, [one.field.id]: typeof value === "string" ? keepable(value) : value }),
    /** With its id a row that is sent again is known to be the same one, also by a page that is loaded anew meanwhile. */
    noteSent: () => store({ ...latest.current, [sentId]: fileRow }),
    drop: () => {
      clearDraft(draftKey);
      put(initial);
      setFileRow(rowId ?? crypto.randomUUID());
      setIsKept(false);
    },
    /** For the next row: what was typed while `sent` was on its way stays. False where nothing was. */
    keepTyped: (sent: Draft): boolean => {
      const typed = fields.flatMap(({ field: { id, type } }) => {
        // Files were brought for the row that was just made, and no other one may name them.
        if (type.kind === "files") return [];
        const now = ownOf(latest.current, id);
        return now === undefined || JSON.stringify(now) === JSON.stringify(sent[id]) ? [] : [[id, now] as const];
      });
      if (typed.length === 0) return false;
      // Where the keys are, too: what is drawn anew has lost them.
      store({ ...initial, ...Object.fromEntries(typed) });
      setFileRow(crypto.randomUUID());
      setIsKept(false);
      return true;
    },
  };
}

/** No field is called so. */
const sentId = "id";

const sentAs = ({ [sentId]: id }: Draft): string | undefined => (typeof id === "string" ? id : undefined);

// Whether something is being written on the screen that is open: then it stays, also where the row that it is about is gone.
import { createContext, useContext, useEffect, useMemo, useState } from "react";

type Writing = { readonly isWriting: boolean; readonly count: (forms: number) => void };

export const BeingWritten = createContext<Writing & { readonly isGone: boolean }>({
  isWriting: false,
  count: () => undefined,
  /** Whether the screen's row is gone: only what is being written keeps it open, and nothing can be done with it. */
  isGone: false,
});

/** For what stands around the forms. */
export function useWriting(): Writing {
  const [forms, setForms] = useState(0);
  const [count] = useState(() => (more: number) => setForms((before) => before + more));
  return useMemo(() => ({ isWriting: forms > 0, count }), [forms, count]);
}

/** For a form. */
export function useNoteWriting(isDirty: boolean): void {
  const { count } = useContext(BeingWritten);
  useEffect(() => {
    if (!isDirty) return undefined;
    count(1);
    return () => count(-1);
  }, [isDirty, count]);
}

/** What is there, or was there last at this address while something is being written. */
export function useLastWhileWriting<There>(
  at: string,
  there: There | null | undefined,
  isWriting: boolean,
): There | null | undefined {
  const [last, setLast] = useState({ at, there });
  if (there !== null && there !== undefined && (last.at !== at || last.there !== there)) setLast({ at, there });
  return there === null && isWriting && last.at === at ? (last.there ?? null) : there;
}

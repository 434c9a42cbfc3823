// Where the focus goes when something that was opened is closed: to what it was opened from, so that keys go on from there.
import { focusAgain } from "./keep-focus.ts";
import { useEffect, useRef, useState, type RefObject } from "react";

/** For what is drawn only while it is open: widgets that give the focus back by themselves must have been there before. */
export function useFocusBack(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A user who closed it by pointing elsewhere has the focus there.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        // A menu that was still closing is gone by now.
        if (from instanceof HTMLElement && from !== document.body && from.isConnected)
          from.focus({ preventScroll: true });
        else focusAgain();
      });
    },
    [from],
  );
}

/**
 * For a button that stood alone until what it opens was loaded: the one that takes its place takes the focus over, and is
 * pressed as the other one was.
 */
export function usePressed(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    button.current?.click();
  }, []);
  return button;
}

// The first screen of a page is drawn in pieces, between which a finger is answered; later ones are there at once.
import { useDeferredValue, useEffect, useState, type ReactNode } from "react";

let isDrawn = false;

/** `instead`: what stands there meanwhile. */
export function Deferred({ instead, children }: { readonly instead: ReactNode; readonly children: ReactNode }) {
  const [isLater] = useState(isDrawn);
  const isDue = useDeferredValue(true, isLater);
  useEffect(() => {
    if (isDue) isDrawn = true;
  }, [isDue]);
  return isDue ? children : instead;
}

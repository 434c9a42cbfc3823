// The first screen of a page is drawn in pieces, between which a finger is answered; later ones are there at once.
import { useDeferredValue, useEffect, useState, type ReactNode } from "react";

/** The page notes by it that its first screen is there. */
const drawn = "first screen";

/** `instead`: drawn meanwhile. */
export function Deferred({ instead, children }: { readonly instead: ReactNode; readonly children: ReactNode }) {
  const [isLater] = useState(() => performance.getEntriesByName(drawn).length > 0);
  const isDue = useDeferredValue(true, isLater);
  useEffect(() => {
    if (isDue && performance.getEntriesByName(drawn).length === 0) performance.mark(drawn);
  }, [isDue]);
  return isDue ? children : instead;
}

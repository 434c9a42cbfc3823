// Keys that work everywhere, and what they open: search and commands, the list of keys.
import { lazy, Suspense, useEffect, useState } from "react";
import type { MenuEntry } from "./shell.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

const KeyList = lazy(async () => ({ default: (await import("./key-list.tsx")).KeyList }));

type KeysProps = {
  readonly isSearching: boolean;
  readonly setIsSearching: (is: boolean) => void;
  readonly menu: readonly MenuEntry[];
};

export function Keys({ isSearching, setIsSearching, menu }: KeysProps) {
  const [isListing, setIsListing] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setIsSearching(true);
        return;
      }
      if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") setIsListing(true);
      if (event.key === "/") {
        const field = document.querySelector<HTMLInputElement>("[data-list-search]");
        if (field === null) return;
        event.preventDefault();
        field.focus();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [setIsSearching]);
  return (
    <>
      {isSearching && (
        <Suspense>
          <Palette menu={menu} onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
      {isListing && (
        <Suspense>
          <KeyList onClose={() => setIsListing(false)} />
        </Suspense>
      )}
    </>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

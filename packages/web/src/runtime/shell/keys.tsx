// Keys that work everywhere, and what they open: search and commands, the list of keys.
import { useEffect, useState } from "react";
import { lazy } from "../../kit/lazy.ts";
import type { MenuEntry } from "../session/menu.ts";

const palette = lazy(async () => (await import("./palette.tsx")).Palette);

const { Later: KeyList } = lazy(async () => (await import("./key-list.tsx")).KeyList);

type KeysProps = {
  readonly isSearching: boolean;
  readonly setIsSearching: (is: boolean) => void;
  readonly menu: readonly MenuEntry[];
};

export function Keys({ isSearching, setIsSearching, menu }: KeysProps) {
  const [isListing, setIsListing] = useState(false);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") void palette.load();
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setIsSearching(true);
        return;
      }
      if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isSearching) {
        // Users type before the field is there.
        if (event.key.length > 1) return;
        event.preventDefault();
        setTyped((before) => before + event.key);
        return;
      }
      if (event.key === "?") setIsListing(true);
      if (event.key === "j" && !event.defaultPrevented && isNowhere(event.target)) {
        const first = document.querySelector<HTMLElement>(
          "main [data-row] a[href], main [data-card] :is(a[href], [data-grip])",
        );
        if (first === null) return;
        event.preventDefault();
        first.focus();
      }
      if (event.key === "/") {
        const field = document.querySelector<HTMLInputElement>("[data-list-search]");
        if (field === null) return;
        event.preventDefault();
        field.focus();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isSearching, setIsSearching]);
  const close = () => {
    setIsSearching(false);
    setTyped("");
  };
  return (
    <>
      {isSearching && <palette.Later menu={menu} typed={typed} onType={setTyped} onClose={close} />}
      {isListing && <KeyList onClose={() => setIsListing(false)} />}
    </>
  );
}

/** Rows, cards and what lies over the page know their own way. */
const isNowhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("[data-row], [data-card], [role=dialog], [role=menu], [role=listbox]") === null;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

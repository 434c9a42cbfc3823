// The keys of the console, and the list of them.
import { Dialog } from "../kit/dialog.tsx";
import { KeyTable } from "../kit/key-table.tsx";
import { useEffect, useRef } from "react";
import { pageNames, type PageName } from "./page-names.ts";
import { addressOf, go } from "./route.tsx";

const keysFor = (pages: readonly PageName[]): readonly (readonly [string, string])[] => [
  ...pages.map((one) => [`g ${pageNames[one].key}`, pageNames[one].title] as const),
  ["j  k", "Next or previous clause, mail, call or record"],
  ["n", "Next problem of the document"],
  ["Enter", "Open the clause or its cases"],
  ["Esc", "Close"],
  ["?", "Show keyboard shortcuts"],
];

type KeysProps = {
  readonly pages: readonly PageName[];
  readonly isListing: boolean;
  readonly setIsListing: (is: boolean) => void;
};

export function Keys({ pages, isListing, setIsListing }: KeysProps) {
  const isGoing = useRef(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const page = isGoing.current ? pages.find((one) => pageNames[one].key === event.key) : undefined;
      isGoing.current = event.key === "g" && !isGoing.current;
      if (page !== undefined) go(addressOf(page));
      else if (event.key === "?") setIsListing(true);
      else if (event.key === "j" || event.key === "k") step("[data-step]", event.key === "j" ? 1 : -1);
      else if (event.key === "n") step("[data-problem]", 1);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [pages, setIsListing]);
  if (!isListing) return null;
  return (
    <Dialog onClose={() => setIsListing(false)} title="Keyboard shortcuts" closeLabel="Close">
      <KeyTable keys={keysFor(pages)} />
    </Dialog>
  );
}

/** The next one after the one that has the focus, or the first. */
function step(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

// Keys that work everywhere, and what they open: search and commands, the list of keys.
import { Modal } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useProduct } from "../session/product.tsx";
import type { MenuEntry } from "./shell.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

type KeysProps = {
  readonly isSearching: boolean;
  readonly setIsSearching: (is: boolean) => void;
  readonly menu: readonly MenuEntry[];
};

export function Keys({ isSearching, setIsSearching, menu }: KeysProps) {
  const { say } = useProduct();
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
  const keys: readonly (readonly [string, string])[] = [
    ["Ctrl K", say("paletteKey")],
    ["/", say("focusSearch")],
    ["j  ↓", say("nextRow")],
    ["k  ↑", say("previousRow")],
    ["Enter", say("openRow")],
    ["Ctrl Enter", say("saveKey")],
    ["?", say("keysKey")],
    ["Esc", say("close")],
  ];
  return (
    <>
      {isSearching && (
        <Suspense>
          <Palette menu={menu} onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
      <Modal
        opened={isListing}
        onClose={() => setIsListing(false)}
        title={say("keysOf")}
        closeButtonProps={{ "aria-label": say("close") }}
      >
        <dl style={{ display: "grid", gridTemplateColumns: "max-content 1fr", gap: "8px 24px" }}>
          {keys.map(([key, does]) => (
            <div key={key} style={{ display: "contents" }}>
              <dt>
                <kbd className="figures">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

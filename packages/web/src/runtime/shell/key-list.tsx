// What the keys do: shown on "?".
import { Dialog } from "../../kit/dialog.tsx";
import { KeyTable } from "../../kit/key-table.tsx";
import { useProduct } from "../product/product.tsx";

type Key = readonly [key: string, does: string];

/** Of what the page has, by how it is found there. */
const here = (keys: Readonly<Record<string, readonly Key[]>>): readonly Key[] =>
  Object.entries(keys).flatMap(([result, its]) => (document.querySelector(result) === null ? [] : its));

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const { say } = useProduct();
  const keys: readonly Key[] = [
    ["Ctrl K", say("paletteKey")],
    ...here({
      "[data-list-search]": [["/", say("focusSearch")]],
      "[data-row]": [
        ["j  ↓", say("nextRow")],
        ["k  ↑", say("previousRow")],
        ["Enter", say("openRow")],
      ],
      "[data-column]": [
        ["j  ↓", say("nextCard")],
        ["k  ↑", say("previousCard")],
        ["l  →", say("nextColumn")],
        ["h  ←", say("previousColumn")],
        ["m", say("moveCard")],
        ["Enter", say("openCard")],
      ],
      "main form": [["Ctrl Enter", say("saveKey")]],
    }),
    ["?", say("keysKey")],
    ["Esc", say("close")],
  ];
  return (
    <Dialog onClose={onClose} title={say("keysOf")} closeLabel={say("close")}>
      <KeyTable keys={keys} />
    </Dialog>
  );
}

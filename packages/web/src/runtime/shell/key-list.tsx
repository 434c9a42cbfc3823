// What the keys do, for whoever asks with "?".
import { Dialog } from "../../kit/dialog.tsx";
import { KeyTable } from "../../kit/key-table.tsx";
import { useProduct } from "../session/product.tsx";

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const { say } = useProduct();
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
    <Dialog onClose={onClose} title={say("keysOf")} closeLabel={say("close")}>
      <KeyTable keys={keys} />
    </Dialog>
  );
}

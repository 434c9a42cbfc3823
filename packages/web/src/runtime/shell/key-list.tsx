// What the keys do, for whoever asks with "?".
import { Modal } from "@mantine/core";
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
    <Modal opened onClose={onClose} title={say("keysOf")} closeButtonProps={{ "aria-label": say("close") }}>
      <KeyTable keys={keys} />
    </Modal>
  );
}

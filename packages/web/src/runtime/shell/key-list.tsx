// What the keys do, for whoever asks with "?".
import { Modal } from "@mantine/core";
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
  );
}

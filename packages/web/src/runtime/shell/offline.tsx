// Reports when there is no network: what is on the screen stays there, and may be out of date.
import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useProduct } from "../product/product.tsx";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

export function Offline() {
  const { say } = useProduct();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="not-shown" style={{ marginBottom: 16, display: "flex", gap: 8 }}>
          <IconWifiOff size={18} aria-hidden="true" />
          {say("offline")}
        </p>
      )}
    </div>
  );
}

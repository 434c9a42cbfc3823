// Short notes of what has happened, said aloud too; they leave by themselves, and wait while they are pointed at.
import { useEffect, useState, useSyncExternalStore } from "react";
import { forget, notices, type Notice } from "./notify.ts";

export function Notices() {
  const shown = useSyncExternalStore(notices.subscribe, notices.now);
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <OneNotice key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function OneNotice({ notice }: { readonly notice: Notice }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => forget(notice), 6000);
    return () => clearTimeout(timer);
  }, [isHeld, notice]);
  return (
    <div
      className="notice"
      data-kind={notice.kind}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      {notice.text}
    </div>
  );
}

// Short notes of what has happened, said aloud too; they leave by themselves, and wait while they are pointed at.
import { useEffect, useState, useSyncExternalStore } from "react";

type Notice = { readonly id: number; readonly text: string; readonly kind: "done" | "wrong" };

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(to: readonly Notice[]): void {
  notices = to;
  for (const listener of listeners) listener();
}

export function notify(text: string, kind: Notice["kind"] = "done"): void {
  change([...notices.slice(-2), { id: nextId++, text, kind }]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices);
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
    const timer = setTimeout(() => change(notices.filter(({ id }) => id !== notice.id)), 6000);
    return () => clearTimeout(timer);
  }, [isHeld, notice.id]);
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

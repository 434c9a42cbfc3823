// Short notes of what has happened, said aloud too; they leave by themselves, and wait while they are pointed at.
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { onNotice, type NoticeKind } from "./notify.ts";

type Notice = { readonly id: number; readonly text: string; readonly kind: NoticeKind };

export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  // Before any effect of the page can note something.
  useLayoutEffect(() => {
    let nextId = 1;
    return onNotice((text, kind) => {
      const notice: Notice = { id: nextId++, text, kind };
      // What is said already is said anew and not twice.
      setNotices((before) => [...before.filter((one) => one.text !== text).slice(-2), notice]);
    });
  }, []);
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map((notice) => (
        <OneNotice
          key={notice.id}
          notice={notice}
          onEnd={() => setNotices((before) => before.filter(({ id }) => id !== notice.id))}
        />
      ))}
    </div>
  );
}

/** How long a notice stays, in milliseconds. */
const shownFor = 6000;

function OneNotice({ notice, onEnd }: { readonly notice: Notice; readonly onEnd: () => void }) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPointedAt) return undefined;
    const timer = setTimeout(() => end(), shownFor);
    return () => clearTimeout(timer);
  }, [isPointedAt]);
  return (
    <div
      className="notice"
      data-kind={notice.kind}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
    >
      {notice.text}
    </div>
  );
}

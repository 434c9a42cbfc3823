// Notices that stay for a while: any part of the application sends them, and `Notices` draws them.

export type NoticeKind = "done" | "wrong";

const eventName = "writ:notice";

class NoticeEvent extends Event {
  readonly text: string;
  readonly kind: NoticeKind;

  constructor(text: string, kind: NoticeKind) {
    super(eventName);
    this.text = text;
    this.kind = kind;
  }
}

export function notify(text: string, kind: NoticeKind = "done"): void {
  dispatchEvent(new NoticeEvent(text, kind));
}

/** Returns what ends it. */
export function onNotice(listener: (text: string, kind: NoticeKind) => void): () => void {
  const listen = (event: Event) => event instanceof NoticeEvent && listener(event.text, event.kind);
  addEventListener(eventName, listen);
  return () => removeEventListener(eventName, listen);
}

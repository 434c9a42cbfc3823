// What has happened and is noted for a while: by whatever part of the application, drawn in one place.

export type Notice = { readonly id: number; readonly text: string; readonly kind: "done" | "wrong" };

let kept: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(to: readonly Notice[]): void {
  kept = to;
  for (const listener of listeners) listener();
}

/** What is said already is said anew and not twice. */
export function notify(text: string, kind: Notice["kind"] = "done"): void {
  change([...kept.filter((one) => one.text !== text).slice(-2), { id: nextId++, text, kind }]);
}

export const forget = (notice: Notice): void => change(kept.filter(({ id }) => id !== notice.id));

export const notices = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: () => kept,
};

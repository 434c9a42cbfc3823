// Hears from the server what happens to the document: for as long as a user looks at the page, and again after a break.

/** Ends when the answer is called. `event`: the name that the server gives it. */
export function listen<Told>(address: string, event: string, heard: (told: Told) => void): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(again);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    // A browser opens six connections to one address, for all of its tabs: one that no one sees leaves its own to others.
    if (document.hidden) return;
    source = new EventSource(address);
    source.addEventListener(event, ({ data }: MessageEvent<string>) => heard(JSON.parse(data) as Told));
    source.addEventListener("error", () => {
      // What was answered with a refusal is not tried again by the browser.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, 2000);
    });
  };
  document.addEventListener("visibilitychange", open);
  open();
  return () => {
    document.removeEventListener("visibilitychange", open);
    close();
  };
}

// Files of the application on a line that breaks: a file that did not load is retried, unlike one that is gone.

/** As browsers say that a module, or its style, could not be had. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof Error && /dynamically imported module|module script|preload CSS/i.test(failure.message);

/** Whether the server has anything to say at all. */
export const isAnswered = async (): Promise<boolean> =>
  fetch(location.href, {
    method: "HEAD",
    cache: "no-store",
    headers: { accept: "text/html" },
    signal: AbortSignal.timeout(10_000),
  }).then(
    () => true,
    () => false,
  );

const pause = 5000;

type Trying = {
  /** The server does not answer. */
  readonly away: () => void;
  /** Gets an event when a user asks for it again. */
  readonly asked: EventTarget;
  readonly signal: AbortSignal;
};

/** Fails where the server answers and a second try fails too: some browsers remember that a module could not be had. */
export async function loadWithRetry<Made>(load: () => Promise<Made>, { away, asked, signal }: Trying): Promise<Made> {
  for (let isSecond = false; ; isSecond = true) {
    try {
      return await load();
    } catch (failure) {
      signal.throwIfAborted();
      if (!isMissing(failure)) throw failure;
      if (await isAnswered()) {
        if (isSecond) throw failure;
      } else {
        away();
        await nextTry(asked, signal);
      }
      signal.throwIfAborted();
      await missingStyles();
    }
  }
}

async function nextTry(asked: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const go = () => {
      done.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, pause);
    addEventListener("online", go, { signal: done.signal });
    asked.addEventListener("again", go, { signal: done.signal });
    signal.addEventListener("abort", go, { signal: done.signal });
  });
}

/** Noted at its element. */
const failed = "data-failed";
if ("document" in globalThis)
  document.addEventListener(
    "error",
    ({ target }) => target instanceof HTMLLinkElement && target.rel === "stylesheet" && target.setAttribute(failed, ""),
    true,
  );

/** What loads a module asks for each of its styles once, and takes one that it could not have for one that is there. */
async function missingStyles(): Promise<void> {
  await Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>(`link[${failed}]`)].map(
      async (link) =>
        new Promise<void>((resolve) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.removeAttribute(failed);
          again.addEventListener("load", () => resolve());
          again.addEventListener("error", () => resolve());
          link.replaceWith(again);
        }),
    ),
  );
}

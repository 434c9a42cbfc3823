// A part of the application that is loaded where it is wanted, and drawn at once where it is there already.
import { createElement, startTransition, use, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Saying } from "../words/say.ts";
import { notify } from "./notify.ts";
import { loadWithRetry } from "./load-with-retry.ts";

type Instead = {
  /** Drawn in its place until it is there. */
  readonly instead?: ReactNode;
  /** Drawn while the server does not answer; without it a notice reports that, and `instead` stays. */
  readonly away?: (again: () => void) => ReactNode;
};

/**
 * React's own `lazy` shows the fallback first, even for a moment, and then nothing else of the page for a third of a
 * second.
 */
export function lazy<Props extends object>(make: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | undefined;
  const loadOnce = async () => (there ??= await make());
  const asked = new EventTarget();
  const again = () => void asked.dispatchEvent(new Event("again"));
  function Lazy({ instead, away, ...props }: Props & Instead) {
    const say = use(Saying);
    // The same component for as long as it is drawn: another one would forget what was typed into it.
    const [Part, setPart] = useState(() => there);
    const [failure, setFailure] = useState<unknown>(undefined);
    const [isAway, setIsAway] = useState(false);
    useEffect(() => {
      if (Part !== undefined) return undefined;
      const gone = new AbortController();
      loadWithRetry(loadOnce, { away: () => setIsAway(true), asked, signal: gone.signal }).then(
        (made) => startTransition(() => setPart(() => made)),
        setFailure,
      );
      return () => gone.abort();
    }, [Part]);
    const isNoted = isAway && away === undefined;
    useEffect(() => {
      if (isNoted) notify(say("offlineAnswer"), "wrong");
    }, [isNoted, say]);
    if (failure !== undefined) throw failure;
    if (Part !== undefined) return createElement(Part, props as unknown as Props);
    return isAway && away !== undefined ? away(again) : instead;
  }
  /** Before it is drawn, or once more; the component that draws it reports a failure. */
  const load = async (): Promise<void> => {
    again();
    await loadOnce().catch(() => undefined);
  };
  return { Later: Lazy, load };
}

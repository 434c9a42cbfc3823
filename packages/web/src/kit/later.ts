// A part of the application that is loaded where it is wanted, and drawn at once where it is there already.
import { createElement, startTransition, useEffect, useState, type ComponentType, type ReactNode } from "react";

/** What stands in its place until it is there. */
type Instead = { readonly instead?: ReactNode };

/**
 * React's own `lazy` shows what stands in its place first, though it be for a moment, and then nothing else of the page for
 * a third of a second.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | undefined;
  const loadOnce = async () => (there ??= await load());
  function Later({ instead, ...props }: Props & Instead) {
    // The same one for as long as it stands there: another one would forget what was typed into it.
    const [Part, setPart] = useState(() => there);
    const [failure, setFailure] = useState<unknown>(undefined);
    useEffect(() => {
      if (Part === undefined) loadOnce().then((made) => startTransition(() => setPart(() => made)), setFailure);
    }, [Part]);
    if (failure !== undefined) throw failure;
    return Part === undefined ? instead : createElement(Part, props as unknown as Props);
  }
  return { Later, load: loadOnce };
}

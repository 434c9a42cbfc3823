// A part of the application that is loaded where it is wanted, and drawn at once where it is there already.
import { createElement, lazy, useState, type ComponentType } from "react";

/**
 * React's own `lazy` always shows what stands in its place first, though it be for a moment, and then nothing else of the
 * page for a third of a second.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | undefined;
  const loadOnce = async () => ({ default: (there ??= await load()) });
  const Waiting = lazy(loadOnce) as unknown as ComponentType<Props>;
  function Later(props: Props) {
    // The same one for as long as it stands there: another one would forget what was typed into it.
    const [Part] = useState(() => there ?? Waiting);
    return createElement(Part, props);
  }
  return { Later, load: loadOnce };
}

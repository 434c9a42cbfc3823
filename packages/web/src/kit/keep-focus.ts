// Where the focus goes when what had it is taken away: to what stands in its place, so that keys go on from there.
import { useEffect, type RefObject } from "react";

type Place = {
  readonly element: Element;
  /** A card that moves to another column is another element there, and the same card. */
  readonly card: string | undefined;
  readonly address: string;
  /** From the inside out, each with what it was in and as the how manyth. */
  readonly around: readonly (readonly [parent: Element, index: number])[];
};

const lost = "writ:focus-lost";

/** Returns the focus to the screen's last focused element, for code that took it and does not know from where. */
export const focusAgain = (): void => void dispatchEvent(new Event(lost));

/** For all that is in `frame`; another address begins at its top. A user who looks at something else has the focus there. */
export function useKeepFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current;
    if (root === null) return undefined;
    let place: Place | undefined;
    const note = ({ target }: FocusEvent) =>
      void (place = target instanceof Element ? placeOf(target, root) : undefined);
    const again = () => {
      if (document.activeElement === document.body && place !== undefined)
        inPlaceOf(place, root).focus({ preventScroll: true });
    };
    const observer = new MutationObserver((records) => {
      const last = place;
      if (last === undefined || !records.some(({ removedNodes }) => holds(removedNodes, last.element))) return;
      // A component that gives the focus back by itself, such as a closed dialog, comes first.
      setTimeout(() => place === last && again());
    });
    addEventListener(lost, again);
    root.addEventListener("focusin", note);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      removeEventListener(lost, again);
      root.removeEventListener("focusin", note);
    };
  }, [frame]);
}

const holds = (nodes: NodeList, element: Element): boolean => {
  for (const node of nodes) if (node.contains(element)) return true;
  return false;
};

function placeOf(element: Element, root: HTMLElement): Place {
  const around: (readonly [Element, number])[] = [];
  for (let at = element; at !== root && at.parentElement !== null; at = at.parentElement)
    around.push([at.parentElement, [...at.parentElement.children].indexOf(at)]);
  const card = element.closest<HTMLElement>("[data-card]")?.dataset["card"];
  return { element, card, address: location.pathname, around };
}

function inPlaceOf({ element, card, address, around }: Place, root: HTMLElement): HTMLElement {
  if (root.contains(element) && element instanceof HTMLElement) return element;
  if (address !== location.pathname) return root;
  const moved = card === undefined ? null : root.querySelector(`[data-card="${CSS.escape(card)}"]`);
  const candidates = [
    moved,
    ...around
      .filter(([parent]) => root.contains(parent))
      .flatMap(([parent, index]) => [parent.children[Math.min(index, parent.children.length - 1)], parent]),
  ];
  for (const candidate of candidates) {
    const result = candidate && firstIn(candidate);
    if (result) return result;
  }
  return root;
}

const takesFocus = "a[href],button,input,select,textarea,[tabindex='0']";

const firstIn = (element: Element): HTMLElement | undefined =>
  [element, ...element.querySelectorAll(takesFocus)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(takesFocus) && !one.matches(":disabled") && one.checkVisibility(),
  );

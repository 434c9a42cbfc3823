// The shortest part of a list that still shows something: halves, quarters and so on are left out for as long as it does.

/** `shows`: whether a shorter list shows it as well. Of what it is asked twice, it says the same. */
export async function shortest<Item>(
  items: readonly Item[],
  shows: (items: readonly Item[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Item[]> {
  let kept = items;
  let size = Math.ceil(kept.length / 2);
  while (size >= 1 && kept.length > 0) {
    let isShorter = false;
    // From the end: what happened last needs what happened first, and not the other way round.
    for (let end = kept.length; end > 0; end -= size) {
      if (isOver()) return kept;
      const others = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      if (others.length === kept.length || !(await shows(others))) continue;
      kept = others;
      isShorter = true;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!isShorter) break;
  }
  return kept;
}

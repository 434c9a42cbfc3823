// Finds circles in what reads what; each is reported once, from the first of its members on.

/** The shortest circle through the first member of each knot of things that lead to each other. */
export function findCircles(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): readonly (readonly string[])[] {
  const place = new Map(nodes.map((node, index) => [node, index]));
  return findKnots(nodes, next).flatMap((knot) => {
    const first = [...knot].reduce((a, b) => ((place.get(a) ?? 0) <= (place.get(b) ?? 0) ? a : b));
    const circle = shortestCircle(first, (node) => next(node).filter((other) => knot.has(other)));
    return circle ? [circle] : [];
  });
}

/** The strongly connected parts of more than one, and what leads to itself. */
export function findKnots(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): readonly ReadonlySet<string>[] {
  return findComponents(nodes, next).filter((component) => isKnot(component, next));
}

export function isKnot(component: ReadonlySet<string>, next: (node: string) => readonly string[]): boolean {
  return component.size > 1 || [...component].some((node) => next(node).includes(node));
}

/**
 * The strongly connected parts, each after all that it leads to: Tarjan's algorithm, without recursion, since documents
 * may be deep.
 */
export function findComponents(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): readonly ReadonlySet<string>[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: ReadonlySet<string>[] = [];
  const enter = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    open.push(node);
    isOpen.add(node);
    return { node, rest: [...next(node)] };
  };
  const lower = (node: string, to: number) => low.set(node, Math.min(low.get(node) ?? to, to));
  for (const start of nodes) {
    if (index.has(start)) continue;
    const path = [enter(start)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const other = here.rest.pop();
      if (other !== undefined) {
        if (!index.has(other)) path.push(enter(other));
        else if (isOpen.has(other)) lower(here.node, index.get(other) ?? 0);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before) lower(before.node, low.get(here.node) ?? 0);
      if (low.get(here.node) !== index.get(here.node)) continue;
      const component = new Set(open.splice(open.lastIndexOf(here.node)));
      for (const node of component) isOpen.delete(node);
      found.push(component);
    }
  }
  return found;
}

function shortestCircle(first: string, next: (node: string) => readonly string[]): readonly string[] | undefined {
  const from = new Map<string, string>();
  let border = [first];
  while (border.length > 0) {
    const further: string[] = [];
    for (const node of border) {
      for (const other of next(node)) {
        if (other === first) return pathTo(node, first, from);
        if (from.has(other)) continue;
        from.set(other, node);
        further.push(other);
      }
    }
    border = further;
  }
  return undefined;
}

function pathTo(node: string, first: string, from: ReadonlyMap<string, string>): readonly string[] {
  const path = [node];
  for (let before = node; before !== first;) {
    before = from.get(before) ?? first;
    path.push(before);
  }
  return path.reverse();
}

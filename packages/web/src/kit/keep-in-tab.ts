// Where a browser blocks storage for this address, values are kept in the tab, so that users can still work.

export function keepInTab(): void {
  for (const name of ["localStorage", "sessionStorage"] as const)
    try {
      void globalThis[name].length;
    } catch {
      Object.defineProperty(globalThis, name, { value: inMemory() });
    }
}

function inMemory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

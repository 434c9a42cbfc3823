// What a browser says of itself, as people call it. It is shown, and nothing follows from it.

export type DeviceName = { readonly browser: string; readonly system: string; readonly isPhone: boolean };

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
];

export function deviceOf(agent: string | null): DeviceName {
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent ?? ""))?.[1] ?? "";
  const browser = named(browsers);
  const system = named(systems);
  return { browser, system: system === "" ? "?" : system, isPhone: /Mobi|iPhone|Android/.test(agent ?? "") };
}

// What a page shows, as people and their tools perceive it: its heading, what is named, what can be pressed, how many rows.
import type { Page } from "playwright-core";
import type { ExpectedScreen } from "./case.ts";

/** As much of a page's document as is looked at, over there. */
type Element = {
  readonly innerText: string;
  readonly ariaLabel: string | null;
  readonly disabled?: boolean;
  readonly getAttribute: (name: string) => string | null;
  readonly querySelector: (selector: string) => Element | null;
  readonly querySelectorAll: (selector: string) => Iterable<Element>;
};
declare const document: Element & { readonly body: Element; readonly readyState: string };
declare const CSS: { readonly escape: (text: string) => string };
declare const scheduler: {
  readonly postTask: (then: () => void, how: { readonly priority: "background" }) => Promise<void>;
};
declare const requestAnimationFrame: (then: () => void) => void;
declare const location: { readonly pathname: string };

export type PageContent = {
  readonly path: string;
  readonly heading: string;
  readonly names: readonly string[];
  readonly commands: readonly string[];
  /** What it says went wrong. */
  readonly alarms: readonly string[];
  readonly columns: readonly string[];
  /** None where it has neither a table nor columns with their numbers. */
  readonly rows: number;
  /** Whether something is still to come. */
  readonly isWaiting: boolean;
};

export const readPage = async (page: Page): Promise<PageContent> =>
  page.evaluate(async () => {
    // Drawn in pieces: what is known is all there when nothing is left to do, and still not after another frame.
    const idle = async () => scheduler.postTask(() => undefined, { priority: "background" });
    await idle();
    await new Promise<void>((then) => requestAnimationFrame(then));
    await idle();
    const main = document.querySelector("main") ?? document.body;
    const all = (selector: string): readonly Element[] => [...main.querySelectorAll(selector)];
    const text = (one: Element): string => one.innerText.replaceAll(/\s+/g, " ").trim();
    const isEnabled = (one: Element) => one.getAttribute("aria-disabled") !== "true" && !one.disabled;
    const heads = all("h2").map(text);
    const columns = all("table th[scope=col]").map(text);
    const title = document.querySelector("h1");
    const table = main.querySelector("table[aria-rowcount]");
    // A board's column says how many cards it has behind its name.
    const counted = heads.map((one) => Number(/ (\d+)$/.exec(one)?.[1] ?? 0)).reduce((sum, one) => sum + one, 0);
    // What tools read aloud as the name of a group or of a field, wherever it stands.
    const pointed = all("[aria-labelledby]").flatMap((one) =>
      (one.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .flatMap((id) => document.querySelector(`#${CSS.escape(id)}`) ?? []),
    );
    const named = [
      ...columns,
      ...all("dt, h2, h3, label, legend").map(text),
      ...pointed.map(text),
      ...all("[aria-label]").map((one) => one.ariaLabel ?? ""),
    ];
    return {
      path: location.pathname,
      heading: title === null ? "" : text(title),
      names: [...new Set(named.map((one) => one.replace(/(?: \d+| ?\*| \([^()]*\))+$/, "")))],
      commands: all("button, a").filter(isEnabled).map(text),
      alarms: all("[role=alert]")
        .map(text)
        .filter((one) => one !== ""),
      columns,
      rows: table === null ? counted : Number(table.getAttribute("aria-rowcount")) - 1,
      // A state with a name and no words of its own: it announces that something is loading.
      isWaiting:
        document.readyState !== "complete" ||
        document.querySelector("[aria-busy=true], [role=status][aria-label]") !== null,
    };
  });

/** What of it is not as it should be, in words. */
export function differencesFrom(
  { heading, names, commands, rows, columns }: ExpectedScreen,
  look: PageContent,
): readonly string[] {
  const missing = (what: string, some: readonly string[], there: readonly string[]) =>
    some.filter((one) => !there.includes(one)).map((one) => `${what} "${one}" is not there`);
  const beyond = (what: string, some: readonly string[], there: readonly string[]) =>
    some.filter((one) => there.includes(one)).map((one) => `${what} "${one}" is there and should not be`);
  return [
    ...(heading === undefined || heading === look.heading
      ? []
      : [`the heading is "${look.heading}" and not "${heading}"`]),
    ...missing("what is called", names.there, look.names),
    ...beyond("what is called", names.absent, look.names),
    ...missing("the command", commands.there, look.commands),
    ...beyond("the command", commands.absent, look.commands),
    ...(rows === undefined || rows === look.rows ? [] : [`there are ${look.rows} rows and not ${rows}`]),
    ...(columns === undefined || columns.join("\n") === look.columns.join("\n")
      ? []
      : [`the columns are ${look.columns.join(", ")} and not ${columns.join(", ")}`]),
  ];
}

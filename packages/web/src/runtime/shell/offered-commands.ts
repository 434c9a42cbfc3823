// What the screen offers at its head, for a user who would rather name it than look for it.

const buttons = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    "#content :is(.page-head .actions, [data-commands]) :is(a, button):not([aria-disabled=true], [disabled])",
  ),
];

const wordsOf = (button: HTMLElement): string => (button.textContent ?? "").trim();

/** What is possible now, in the order of the screen. */
export const offeredCommands = (): readonly string[] => [
  ...new Set(
    buttons()
      .map(wordsOf)
      .filter((words) => words !== ""),
  ),
];

/** As if it were pressed there; where it has gone meanwhile, nothing happens. */
export function pressOffered(words: string): void {
  const button = buttons().find((one) => wordsOf(one) === words);
  button?.focus();
  button?.click();
}

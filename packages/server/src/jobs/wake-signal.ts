// Signals that a job waits: the code that adds one sends it, and the code that runs jobs hears it, without waiting a
// second.

export class WakeSignal {
  #isSet = false;
  #endPause = (): void => undefined;

  readonly wake = (): void => {
    this.#isSet = true;
    this.#endPause();
  };

  /** What is said from now on counts. */
  reset(): void {
    this.#isSet = false;
  }

  /** Ends early where something waits. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#isSet) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

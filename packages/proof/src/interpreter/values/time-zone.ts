// A time zone: on which day a moment lies there, and which moment its clocks show.

const dayLength = 86_400_000;
/** A search for rows asks for the same few moments again and again. */
const mostOffsets = 10_000;

export class TimeZone {
  readonly name: string;
  #clock: Intl.DateTimeFormat | undefined;
  readonly #offsets = new Map<number, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** The day on which a moment lies. */
  dayAt(moment: number): number {
    return Math.floor(this.shownAt(moment) / dayLength);
  }

  /** The first moment of a day. */
  startOfDay(day: number): number {
    const guess = day * dayLength;
    const first = guess - this.#offset(guess - 14 * 3_600_000);
    return this.dayAt(first) === day ? first : guess - this.#offset(first);
  }

  /** The moment that a clock shows as `2026-01-31 08:30`. */
  momentFrom(text: string): number {
    const written = Date.parse(`${text.trim().replace(" ", "T").replace(/Z$/, "")}Z`);
    return text.endsWith("Z") ? written : this.momentAt(written);
  }

  /**
   * The moment that a clock shows so, given as if it were one of UTC. Of two the later one; where a clock skips it, what it
   * would be had the clock not been put forward yet.
   */
  momentAt(shown: number): number {
    const offsets = [shown - dayLength, shown + dayLength].map((moment) => this.#offset(moment));
    const possible = offsets.map((offset) => shown - offset).filter((moment) => this.shownAt(moment) === shown);
    return Math.max(...(possible.length === 0 ? offsets.map((offset) => shown - offset) : possible));
  }

  /** What a clock shows, as if it were one of UTC. */
  shownAt(moment: number): number {
    return moment + this.#offset(moment);
  }

  /** How far the clocks are ahead of UTC, in milliseconds. */
  #offset(moment: number): number {
    if (this.name === "UTC") return 0;
    const offset = this.#offsets.get(moment) ?? this.#offsetByClock(moment);
    if (this.#offsets.size >= mostOffsets) this.#offsets.clear();
    this.#offsets.set(moment, offset);
    return offset;
  }

  #offsetByClock(moment: number): number {
    // Making one takes a hundred times as long as asking it.
    this.#clock ??= new Intl.DateTimeFormat("en-US", {
      timeZone: this.name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    const parts = new Map(this.#clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
    return shown - Math.floor(moment / 1000) * 1000;
  }
}

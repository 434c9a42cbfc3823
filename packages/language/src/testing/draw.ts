// What random tests draw with: small choices, and values near the edges where two languages part.

export type Draw = {
  /** A whole number, both ends included. */
  readonly number: (first: number, last: number) => number;
  /** True once in so many times. */
  readonly once: (times: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly text: () => string;
  readonly whole: () => bigint;
  /** Digits of a number with decimals. */
  readonly digits: () => bigint;
  /** Days since 1970. */
  readonly day: () => number;
  /** Milliseconds since 1970. */
  readonly moment: () => number;
  /** Milliseconds since midnight. */
  readonly time: () => number;
  /** Milliseconds. */
  readonly duration: () => bigint;
};

/** Everything follows from one number, which a test names where it fails. */
export function drawFrom(seed: number): Draw {
  let state = seed;
  // Mulberry32: no choice is likelier than another, as it would be with generators that prefer what is small.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  const once = (times: number) => number(1, times) === 1;
  const pick = <Item>(items: readonly Item[]): Item => items[number(0, items.length - 1)] as Item;
  return {
    number,
    once,
    pick,
    text: () => (once(4) ? pick(texts) + pick(texts) : pick(once(2) ? telling : texts)).normalize("NFC"),
    whole: () => (once(8) ? pick(wholes) : BigInt(number(-4, 9))),
    digits: () => (once(8) ? pick(decimals) : once(4) ? BigInt(number(-9, 9)) * 10n + 5n : BigInt(number(-700, 700))),
    day: () => (once(8) ? pick(days) : someDay + number(-4, 4)),
    moment: () => (once(8) ? pick(moments) : pick(clockChanges) + number(-3, 3) * 3_600_000 + number(-2, 2)),
    time: () => (once(8) ? pick(times) : number(0, 47) * 1_800_000),
    duration: () => (once(8) ? pick(durations) : BigInt(number(-4, 9)) * pick([1000n, 3_600_000n, 86_400_000n])),
  };
}

/** Cases, accents, code points beyond UTF-16's first plane, what LIKE and patterns take for signs, odd spaces. */
const texts = [
  ..."a|A|ab|abc|Z|z|é|É|ß|İ|ı|😀|\uFFFD|\uE000|ﬀ|_|%|a%b|o'x|\\|\\d| |١|ſ|K|AB-12|ab_1|中文|-|[x]|.|Ærø|Łódź|a--b".split(
    "|",
  ),
  ...'ä̈|👩‍👧|\u{1F1E9}\u{1F1EA}|Ａ|ǆ|Ω|ﬁn|x̌|$1|NULL|null|true|1|10|9|--|/*|;|"'.split("|"),
  "",
  "a\nb",
  "a\r\n",
  "\t",
  "\u2028",
  "\u00a0",
  "\u200b",
];

/** Those that tell most rules apart. */
const telling = [
  "a",
  "B",
  "É",
  "İ",
  "😀",
  "\u{1F600}b",
  "\uFFFD",
  "\uE000",
  "١",
  "é",
  "a\nb",
  "%",
  "1",
  "\u2028",
  "\u00a0",
];

/** The first and the last of a day, and one with a fraction. */
const times = [0, 86_399_999, 86_340_000, 9_015_250];

const wholes = [
  2n ** 63n - 1n,
  -(2n ** 63n),
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  2n ** 31n,
  -(2n ** 31n) - 1n,
  100n,
  1000n,
];
/** Halves of the last places at several scales, and what no double holds. */
const decimals = [5n, -5n, 50n, 500n, 1500n, -2500n, 99999n, 10n ** 13n + 1n, -(10n ** 13n) - 5n, 3n, 333333n];

const dayOf = (text: string) => Date.parse(text) / 86_400_000;
const someDay = dayOf("2026-03-29");
const days = ["0001-01-01", "9999-12-31", "1969-12-31", "1970-01-01", "2024-02-29", "1900-02-28", "2026-12-31"].map(
  dayOf,
);

/** Moments at which clocks change somewhere, and one at which a whole day was left out. */
const clockChanges = [
  "2026-03-08T07:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-10-25T01:00:00Z",
  "2026-01-01T00:00:00Z",
  "2011-12-30T10:00:00Z",
].map((text) => Date.parse(text));
const moments = [
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.001Z",
  "2038-01-19T03:14:07.999Z",
].map((text) => Date.parse(text));
const durations = [1n, -1n, 86_400_000n * 3_652_059n, -86_400_000n * 3_652_059n, 2n ** 63n - 1n, 999n, 86_399_999n];

export const timeZones = [
  "UTC",
  "Europe/Paris",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Europe/Lisbon",
  "Australia/Lord_Howe",
];

// What takes the place of a value: the same for the same value, within one export, by a key that is not kept.
import { createHash, createHmac } from "node:crypto";

export type Masks = {
  /** As long as before, letter for letter and digit for digit. Different texts stay different, also ignoring case. */
  readonly text: (value: string) => string;
  /** Of a domain that no mail ever reaches. */
  readonly email: (value: string) => string;
  readonly url: (value: string) => string;
  /** Of a country that there is not. */
  readonly phone: (value: string) => string;
  /** The name of a file: its ending stays, and ids that the system has drawn. */
  readonly path: (value: string) => string;
  /** All texts in a value of JSON. */
  readonly json: (value: unknown) => unknown;
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const rounds = 6;

/** A letter or a digit, which has a place in the sum; what stands around it stays. */
const isSign = (letter: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(letter);

/** Small letters of one script, from the first to the last one. What is in none of them becomes a letter from a to z. */
const alphabets: readonly (readonly [first: number, last: number])[] = [
  [0x30, 0x39],
  [0x61, 0x7a],
  [0xe0, 0xf6],
  [0xf8, 0xff],
  [0x3b1, 0x3c9],
  [0x430, 0x45f],
  [0x5d0, 0x5ea],
  [0x621, 0x63a],
  [0x905, 0x939],
  [0xe01, 0xe2e],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
];

type Place = { readonly first: number; readonly size: number; readonly value: number };

function placeOf(letter: string): Place {
  const point = letter.toLowerCase().codePointAt(0) ?? 0;
  const [first, last] = alphabets.find(([from, to]) => point >= from && point <= to) ?? [0x61, 0x7a];
  const size = last - first + 1;
  return { first, size, value: point >= first && point <= last ? point - first : point % size };
}

/**
 * Two halves of the text, every other sign, shift each other in turn by what a keyed hash makes of them: what can be
 * undone step by step gives different results for different texts.
 */
function scramble(text: string, key: Uint8Array): string {
  const letters = [...text.normalize("NFC")];
  const found = new Map(letters.flatMap((letter, at) => (isSign(letter) ? [[at, placeOf(letter)] as const] : [])));
  // What stays: of which script each letter is, and all that is none.
  const shape = letters.map((one, at) => found.get(at)?.first ?? one).join(" ");
  const places = [...found.keys()];
  const values = new Map([...found].map(([at, { value }]) => [at, value]));
  const halves = [places.filter((_, n) => n % 2 === 0), places.filter((_, n) => n % 2 === 1)] as const;
  for (let round = 0; round < rounds; round++) {
    const [from, to] = round % 2 === 0 ? halves : [halves[1], halves[0]];
    if (to.length === 0) continue;
    const shifts = createHash("shake256", { outputLength: to.length * 4 })
      .update(key)
      .update(`${round} ${shape}\0${from.map((at) => values.get(at)).join(" ")}`)
      .digest();
    for (const [n, at] of to.entries()) {
      const size = found.get(at)?.size ?? 1;
      values.set(at, ((values.get(at) ?? 0) + (shifts.readUInt32LE(n * 4) % size)) % size);
    }
  }
  return letters
    .map((letter, at) => {
      const [place, value] = [found.get(at), values.get(at)];
      if (place === undefined || value === undefined) return letter;
      const lower = String.fromCodePoint(place.first + value);
      return letter === letter.toLowerCase() ? lower : lower.toUpperCase();
    })
    .join("");
}

/** `key`: drawn for one export. */
export function masksOf(key: Uint8Array): Masks {
  const hash = (kind: string, value: string) => createHmac("sha256", key).update(`${kind} ${value}`).digest();
  const mark = (kind: string, value: string) => hash(kind, value).toString("hex").slice(0, 16);
  const text = (value: string) => scramble(value, key);
  const email = (value: string) => `person-${mark("email", value.toLowerCase())}@example.invalid`;
  const url = (value: string) => `https://example.invalid/${mark("url", value)}`;
  const phone = (value: string) =>
    `+999${(hash("phone", value).readBigUInt64LE() % 10n ** 11n).toString().padStart(11, "0")}`;
  const segment = (value: string) => {
    if (value === "" || uuid.test(value)) return value;
    const [ending = ""] = /\.[a-z0-9]{1,8}$/i.exec(value) ?? [];
    return `${mark("path", value)}${ending}`;
  };
  const json = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (uuid.test(value)) return value;
      if (/^[^\s@]+@[^\s@]+$/.test(value)) return email(value);
      return /^https?:\/\//i.test(value) ? url(value) : text(value);
    }
    if (Array.isArray(value)) return value.map(json);
    // A number that is kept as it was written has no own names.
    if (typeof value !== "object" || value === null || isRaw(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, json(each)]));
  };
  return { text, email, url, phone, path: (value) => value.split("/").map(segment).join("/"), json };
}

const exact = JSON as unknown as {
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
  readonly parse: (
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
};

const isRaw = (value: unknown): boolean => exact.isRawJSON(value);

/** Numbers stay as they are written. */
export const parseExactly = (text: string): unknown =>
  exact.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined ? exact.rawJSON(source) : value,
  );

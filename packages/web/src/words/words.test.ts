// What the application says by itself: in every language the same phrases with the same values, and plurals that count.
import assert from "node:assert/strict";
import { test } from "node:test";
import { peopleEnglish } from "./account/english.ts";
import { peopleFrench } from "./account/french.ts";
import { importEnglish } from "./importing/english.ts";
import { importFrench } from "./importing/french.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { fill } from "./speaker.ts";

type Phrases = Readonly<Record<string, string>>;

const valuesIn = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name))].sort();

const books: readonly (readonly [string, Phrases, Phrases])[] = [
  ["everywhere", english, french],
  ["of people", peopleEnglish, peopleFrench],
  ["of imports", importEnglish, importFrench],
];

for (const [name, first, second] of books) {
  test(`phrases ${name}: both languages say the same things`, () => {
    assert.deepEqual(Object.keys(second).sort(), Object.keys(first).sort());
    for (const [phrase, text] of Object.entries(first)) {
      const other = second[phrase] ?? "";
      assert.deepEqual(valuesIn(other), valuesIn(text), phrase);
      assert.notEqual(other.trim(), "", phrase);
      // Nothing of the writing of plurals is left for people to read.
      for (const said of [text, other])
        assert.doesNotMatch(fill(said, { count: 2 }, "fr"), /plural|[#]|\{count/, phrase);
    }
  });
}

test("the accessible name of a button begins with the words on it", () => {
  for (const [everywhere, ofPeople] of [
    [english, peopleEnglish],
    [french, peopleFrench],
  ] as const)
    for (const [seen, called] of [
      [everywhere.signOut, ofPeople.signOutOf],
      [ofPeople.remove, ofPeople.removeOf],
      [ofPeople.link, ofPeople.linkOf],
      [ofPeople.giveRole, ofPeople.giveRoleTo],
      [ofPeople.markReadShort, ofPeople.markRead],
    ] as const)
      assert.ok(called.startsWith(seen), `${called}: ${seen}`);
});

test("a counted noun agrees with its number, in each language's own way", () => {
  const say = (count: number, language: string) =>
    fill(language === "fr" ? french.upTo : english.upTo, { count }, language);
  assert.deepEqual(
    [0, 1, 2].map((count) => say(count, "en")),
    ["Up to 0 characters", "Up to 1 character", "Up to 2 characters"],
  );
  assert.deepEqual(
    [0, 1, 2].map((count) => say(count, "fr")),
    ["0 caractère au plus", "1 caractère au plus", "2 caractères au plus"],
  );
  assert.equal(fill("{a} and {b}", { a: "{b}", b: "1" }, "en"), "{b} and 1");
  assert.equal(fill("{name}", {}, "en"), "{name}");
});

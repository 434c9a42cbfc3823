// What is tried, as a sentence: entities and kinds stand there with the article that fits them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { scenariosOf } from "./scenarios-of.ts";
import { sentenceOf } from "../scenario/words.ts";

test("an entity that begins with the sound of a vowel is an Item, and one that only looks like it is a Unit", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Unit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Items | list of Item | | |

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Unit | belongs to Unit | yes | |
| Person | reference to User | yes | |
| Active | yes/no | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Few | Unit | \`unit.items.size() < 3\` | MANY |
| Own | Item | unique: Unit, Person | MANY |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Holder | Item where \`item.active\` | Unit |

| For | May | Holder |
| --- | --- | --- |
| Unit | create, read, update, delete | yes |
| Item | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| MANY | there are many | 422 | There are many. |
`);
  const sentences = scenariosOf(compile(source)).map(sentenceOf).join("\n");
  for (const words of [
    "to delete an Item is refused",
    "to update a Unit is refused",
    "an Item is refused",
    "an Item makes a user Holder",
    "an item has it as its unit",
  ])
    assert.ok(sentences.includes(words), `${words}\n${sentences}`);
  assert.doesNotMatch(sentences, /\ba [aeio]/i);
});

test("what is asked of one of several rows is written whole", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Pots | list of Pot | | |

### Pot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shelf | belongs to Shelf | yes | |
| Share | integer 0 to 5 | yes | |
| Cut | integer 0 to 10 | auto | |

## 4. States and transitions

### Effects

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Shelf | update | on \`shelf.pots\` | set | \`cut = pot.share * 2\` |
`);
  const sentences = scenariosOf(compile(source))
    .filter(({ address }) => /cut at its (?:least|most)$/.test(address))
    .map(sentenceOf);
  assert.equal(sentences.length, 2);
  assert.match(sentences[0] ?? "", /in the end pot\.share \* 2 <= 0/);
  assert.match(sentences[1] ?? "", /in the end pot\.share \* 2 >= 10/);
});

test("what is in a list, and is none of those that the list is narrowed down to, is said of each by its own words", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Yard

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Carts | list of Cart | | |

### Cart

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Yard | belongs to Yard | yes | |
| Broken | yes/no | no | |

### Trip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Yard | reference to Yard | yes | |
| Cart | reference to Cart, among \`trip.yard.carts.filter(c, not c.broken)\` | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Trip | create, read, update, delete | yes |
`);
  const sentence = scenariosOf(compile(source)).find(({ address }) => address === "3/Trip/Cart#not among");
  assert.ok(sentence !== undefined);
  assert.match(
    sentenceOf(sentence),
    /cart is not among trip\.yard\.carts\.filter\(c, not c\.broken\), and c\.broken, and cart is among trip\.yard\.carts$/,
  );
});

test("what decides and what else is so of the same one are each said once, by their own words", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Farm

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Hands | list of Hand | | |
| Head | reference to User | | |

### Hand

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Farm | belongs to Farm | yes | |
| Person | reference to User | yes | |
| Rank | one of: farmer, helper | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Headed | Farm | \`farm.hands.exists(h, h.person == farm.head and h.rank == 'farmer')\` | HEADLESS |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| HEADLESS | nobody leads it | 422 | Nobody leads it. |
`);
  const sentences = scenariosOf(compile(source)).filter(({ address }) =>
    /^5.Farm.Headed#update (?:refused|allowed)/.test(address),
  );
  assert.deepEqual(
    sentences.map((one) => sentenceOf(one).replace(/^.*, and (?=not)|^.* when /, "")),
    [
      "not (h.person == farm.head or not (h.rank == 'farmer'))",
      "not (h.rank == 'farmer' or not (h.person == farm.head))",
      "h.person == farm.head and h.rank == 'farmer'",
    ],
  );
});

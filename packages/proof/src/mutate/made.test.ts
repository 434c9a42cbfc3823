// Documents that differ in one clause, without a database: which of them could be one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { effectOf, originalOf } from "./mutant-effect.ts";

test("a bound that leaves out what stands in a Default or a Seed makes no document, and one that leaves out a Sample does", () => {
  const compiled = compile(
    completeDocument(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Discount | percent 0 to 50 | yes | 0 % |
| Pieces | integer 1 to 9 | yes | |
| Rooms | integer 2 to 8 | yes | 4 |

### Seed: Bill

| Key | Pieces |
| --- | --- |
| first | 9 |

### Sample: Bill

| Key | Pieces | Rooms |
| --- | --- | --- |
| second | 3 | 8 |
`).source,
  );
  const original = originalOf(compiled);
  const made = Object.fromEntries(
    mutantsOf(compiled).map((mutant) => {
      const one = effectOf(mutant, original);
      return [mutant.address, one.is === "none" ? one.why : one.is];
    }),
  );
  const ofBounds = Object.entries(made).filter(([address]) => /~\d is \d/.test(address));
  assert.deepEqual(Object.fromEntries(ofBounds.filter(([, what]) => what !== "another")), {
    "3/Bill/Discount~0 is 1": 'N327 at 3/Bill/Discount/Default: "0 %" is not a value of "Discount".',
    "3/Bill/Pieces~9 is 8": 'N327 at 3/Seed: Bill/first/Pieces: "9" is not a value of "Pieces".',
  });
  assert.equal(made["3/Bill/Rooms~8 is 7"], "another");
});

test("an effect that does what is left out makes no document", () => {
  const compiled = compile(
    completeDocument(`
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Size | integer 0 to 9 | yes | |
| Damages | list of Damage | | |
| State | state | | |

### Damage

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Loan | belongs to Loan | yes | |
| Cost | integer 0 to 90 | auto | |
| State | state | | |

## 4. States and transitions

### Loan
| State | Kind |
| --- | --- |
| Out | start |
| Back | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Return | Out | Back | button |

### Damage
| State | Kind |
| --- | --- |
| Seen | start |
| Agreed | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Agree | Seen | Agreed | effect | Cost (required) |

### Effects
| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Loan | Return | on \`loan.damages\` | do Agree | \`cost = loan.size\` |
`).source,
  );
  const made = mutantsOf(compiled)
    .filter(({ address }) => address === "4/Damage/Agree~left out")
    .map((mutant) => effectOf(mutant, originalOf(compiled)));
  assert.deepEqual(made, [
    {
      is: "none",
      why: 'N405 at 4/Effects/Loan/Return/do Agree/Do: effect with do "Agree": Damage has no such transition',
    },
  ]);
});

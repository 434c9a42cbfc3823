// Steps that ask for files, that effects alone take, and that time brings one before the other: cases are found for them and pass.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";

const start = products();

const documentOf = (parts: string) =>
  completeDocument(`${parts}\n${parts.includes("BAD") ? errors("BAD") : ""}\n${settings}`).source;

test("a transition that must be given files is done with them", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Pot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |
| Photo | image up to 1 MB (png, jpg) | auto | |
| Papers | files up to 2, each up to 1 MB (pdf) | auto | |
| State | state | | |

## 4. States and transitions

### Pot

| State | Kind |
| --- | --- |
| Raw | start |
| Glazed | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Glaze | Raw | Glazed | button | Photo (required), Papers (required) |

${everything("Pot | create, read, update, delete, Glaze")}
`);
  await shows(start, source, {
    "4/Pot/Glaze": ["from raw", "not from glazed", "without photo", "without papers"],
    "6/Pot/Glaze/Person": ["may"],
  });
});

// The document of products that tests back up.
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";

export const notes = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 80 | yes | |
`).source;

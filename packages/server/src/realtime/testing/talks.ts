// A document for tests of changes: talks that speakers see of their own and chairs of all, with fields that only some
// users see, and notes that every signed-in user sees.
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";

export const talks: string = completeDocument(`
## 3. Entities and their fields

### Talk
- Owner: Speaker

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Speaker | reference to User | auto | \`me\` |
| Phone | text | no | |
| Fee | integer | yes | 0 |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Price | number | no | |
| Starts | datetime | no | |
| Done | yes/no | yes | no |

### Answer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Talk | belongs to Talk | yes | |
| Text | text | yes | |

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Talk | belongs to Talk | yes | |
| Row | integer | yes | 1 |
| Mine | computed yes/no \`seat.talk.speaker == me\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Speaker | signed in |
| Chair | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| free | Answer | \`answer.talk.fee == 0\` |
| my seat | Seat | \`seat.mine\` |

| For | May | Speaker | Chair |
| --- | --- | --- | --- |
| Talk | create | yes | yes |
| Talk | read | own | yes |
| Talk | update | own | yes |
| Talk | delete | own | yes |
| Talk | see Fee | no | yes |
| Answer | create, update, delete | no | yes |
| Answer | read | free | yes |
| Seat | create, update, delete | no | yes |
| Seat | read | my seat | no |
| Note | create, read, update, delete | yes | yes |
`).source;

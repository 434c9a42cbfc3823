// A document whose section 7 has one of each that others ask for: webhooks that know their senders by a secret, at what time,
// or not at all; functions with inputs of many types; schedules of every kind.
import { completeDocument } from "../../../language/src/testing/run-cases.ts";

export const { source } = completeDocument(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| theirs | Bill | \`bill.created_by == me\` |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Bill | create | yes | yes |
| Bill | read | theirs | yes |
| Bill | update | no | yes |
| Bill | delete | no | yes |
| Order | call | yes | no |
| Send off | call | no | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Paid | webhook in | \`POST /hooks/paid\` | below | |
| Heard | webhook in | \`PUT /hooks/heard\` | below | |
| Open | webhook in | \`POST /hooks/open\` | below | |
| Order | function | button | below | |
| Send off | function | button | below | |
| Remind | schedule | every weekday at 07:30 | below | |
| Count | schedule | every 2 hours | below | |
| Bill all | schedule | every month on the 3rd at 00:00 | below | |
| Sweep | schedule | \`20 5 * 3,4 1-5\` | below | |
| Never | schedule | \`0 0 30 2 *\` | below | |

### Paid
- In: Bill, Amount (money 1.00 EUR to 90.00 EUR, optional)
- Signature: header \`X-Signature\`, secret \`PAID_SECRET\`
- Timestamp: header \`X-Time\`, within 5 minutes
\`\`\`ts
await Promise.resolve();
\`\`\`

### Heard
- Signature: header \`X-Signature\`, secret \`HEARD_SECRET\`
\`\`\`ts
await Promise.resolve();
\`\`\`

### Open
- In: Mood (one of: good, bad)
- Signature: none
\`\`\`ts
await Promise.resolve();
\`\`\`

### Order
- In: Code (text up to 6 matching \`^[A-Z]{2}[0-9]{2,4}$\`), Copies (integer 1 to 9), Mail (email), Site (url, optional), Paper (file (csv)), On (date), At (datetime), Wait (duration), Again (yes/no), Moods (several of: good, bad)
\`\`\`ts
await Promise.resolve();
\`\`\`

### Send off
- In: Bill, Note (long text, optional)
\`\`\`ts
await Promise.resolve();
\`\`\`

### Remind
\`\`\`ts
await Promise.resolve();
\`\`\`

### Count
\`\`\`ts
await Promise.resolve();
\`\`\`

### Bill all
\`\`\`ts
await Promise.resolve();
\`\`\`

### Sweep
\`\`\`ts
await Promise.resolve();
\`\`\`

### Never
\`\`\`ts
await Promise.resolve();
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Currency | EUR |
| Sign-in | email and password |
`);

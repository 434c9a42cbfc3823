// Loans of shelves: every kind of clause once, with what a product that others use keeps a plan from.

export const lending = `
## 3. Entities and their fields

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Loans | list of Loan | | |
| Days lent | computed integer \`shelf.loans.map(l, l.days).sum()\` | | |
| Of all | computed integer \`Loan.size()\` | | |

### Loan
- Owner: Borrower

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | sequence number \`L-{000}\` | | |
| Title | text up to 40, unique | yes | |
| Shelf | belongs to Shelf | yes | |
| Days | integer 1 to 30 | yes | |
| Borrower | reference to User | auto | \`me\` |
| Due at | datetime | auto | \`now + duration_of_loan\` |
| Remark | text up to 40 | no | |
| State | state | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Loan | belongs to Loan | yes | |
| Text | text up to 40 | yes | |

## 4. States and transitions

### Loan
| State | Kind |
| --- | --- |
| Asked | start |
| Out | |
| Back | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Give | Asked | Out | button | \`loan.days <= 20\` | TOO_LONG_FOR_US |
| Return | Out | Back | button | \`now <= loan.due_at\` | TOO_LATE |
| Lapse | Asked | Back | after \`patience\` | | |

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Loan | Give | | set | \`remark = 'given'\` |
| Loan | Give | | create Note | \`loan = loan\`, \`text = 'given'\` |
| Loan | Return | | mail Thanks | to \`loan.borrower\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Long ones say why | Loan | \`loan.days > 10\` | \`loan.remark != null\` | SAY_WHY |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Clerk | named at installation | |
| Keeper | assigned by Clerk | Shelf |

| Condition | For | Holds when |
| --- | --- | --- |
| still asked | Loan | \`loan.state == 'asked'\` |

| For | May | Person | Clerk | Keeper |
| --- | --- | --- | --- | --- |
| Shelf | create, update, delete | no | yes | no |
| Shelf | read | yes | yes | yes |
| Loan | create | yes | yes | no |
| Loan | read | own | yes | yes |
| Loan | update | own and still asked | yes | no |
| Loan | delete | no | yes | no |
| Loan | Give, Return | no | yes | no |
| Loan | see Remark | no | yes | yes |
| Note | create, update, delete | no | no | no |
| Note | read | no | yes | yes |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Thanks | Loan | Thanks | It is back. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_LONG_FOR_US | More than twenty days | 422 | Twenty days at most. |
| TOO_LATE | It is over | 422 | Too late. |
| SAY_WHY | A long one without a remark | 422 | Say why. |
| TOO_MANY | Too much in an hour | 429 | {loans_an_hour} an hour are enough. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Duration of loan | 14 days |
| Patience | 3 days |
| Loans an hour | 3 |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| New loans | \`loans_an_hour\` per hour per user | create Loan | TOO_MANY |
`;

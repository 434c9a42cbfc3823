// A small product for tests of one's own account: people with fields of their own, in two languages.
import { completeDocument } from "../../../language/src/testing/run-cases.ts";

export const club = completeDocument(`# Club

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Games | \`/\` | list of Game | Member | yes |
| New game | \`/new\` | new Game | Member | yes |
| Rules | \`/rules\` | page | anyone | |

### Games
- Show: Title, Played at

### Rules
\`\`\`markdown
Be fair.
\`\`\`

## 3. Entities and their fields

### User

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Phone | phone | no | | For the day of a game |
| Level | one of: beginner, strong | auto | beginner | The trainer sets it |

### Game

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Played at | datetime | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Game | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message | Message (fr) |
| --- | --- | --- | --- | --- |
| REQUIRED | empty | 422 | Needed. | Nécessaire. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en, fr |
| Time zone | Europe/Paris |
| Sign-in | email and password, magic link |

| Word | fr |
| --- | --- |
| Games | Parties |
| New game | Nouvelle partie |
`).source;

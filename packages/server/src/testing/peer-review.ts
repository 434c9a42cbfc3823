// A product in which reviewers do not know of each other, for tests of references that not every reader sees.
import { completeDocument } from "../../../language/src/testing/run-cases.ts";

/** The author of a review sees all of it, and so does the chair; every reader sees its text. */
export const { source: peerReview } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Reviews | \`/\` | list of Review | Member | yes |

### Reviews
- Search: Text, Reviewer.Name, Panel.Name

## 3. Entities and their fields

### Panel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60, unique | yes | |

### Paper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Reviews | list of Review | | |

### Review
- Owner: Reviewer
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text up to 200 | yes | |
| Reviewer | reference to User | auto | \`me\` |
| Panel | reference to Panel | no | |
| Helpers | several User | no | |
| Panels | several Panel | no | |
| Follows | reference to Review | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| User | read | yes | yes |
| Panel | create, read, update, delete | yes | yes |
| Paper | create, read, update, delete | yes | yes |
| Review | create, read, update | yes | yes |
| Review | delete | own | yes |
| Review | see Reviewer, see Panel, see Helpers, see Panels, see Follows | own | yes |
| Review | see Created by, see Updated by | own | yes |
`);

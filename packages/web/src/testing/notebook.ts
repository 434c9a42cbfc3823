// A small product for tests of accounts: notes that belong to their authors, with ways to sign in that a test names.
import { completeDocument } from "../../../language/src/testing/run-cases.ts";

export const password = "correct horse battery";

export const notebook = (signIn: string, settings = "", who = "Member"): string =>
  completeDocument(`# Notebook

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Notes | \`/\` | list of Note | ${who} | yes |
| New note | \`/new\` | new Note | ${who} | yes |

### Notes
- Buttons: New note

## 3. Entities and their fields

### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 200 | yes | |
| Author | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| ${who} | ${who === "Anybody" ? "anyone" : "signed in"} |

| For | May | ${who} |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | ${signIn} |
${settings}`).source;

// A note with an author, and four roles: what many small documents about rights begin with.

export const note = `
## 3. Entities and their fields

### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Secret | text | no | |
| Public | yes/no | no | no |
| Author | reference to User | auto | \`me\` |
`;

export const roles = `
| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Person | signed in |
| Agent | assigned by Lead |
| Lead | named at installation, assigned by Lead |
`;

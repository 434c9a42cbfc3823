// Parts of documents that many small documents of tests need: errors, settings, and rights for all signed-in users.

export const settings = `
## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Currency | EUR |
| Sign-in | email and password |
`;

export const errors = (...codes: readonly string[]) => `
## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
${codes.map((code) => `| ${code} | it is so | 422 | It is so. |`).join("\n")}
`;

export const everything = (...rows: readonly string[]) => `
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
${rows.map((row) => `| ${row} | yes |`).join("\n")}
`;

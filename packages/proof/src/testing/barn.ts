// Boxes in barns: a small document that has a cell of nearly every kind which may say that it is not shown.

export const barn = `<!-- writ 1 -->
# Barn

## 1. What the product does and for whom

Boxes stand in barns.

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Boxes | \`/\` | list of Box | Farmer, Boss | yes |
| Box | \`/boxes/:box\` | detail of Box | Farmer, Boss | |

### Boxes
- Search: Label
- Opens: Box

## 3. Entities and their fields

### Barn

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20, unique | yes | |
| Size | one of: big, small | no | small |
| Boxes | list of Box | | |
| Heavy ones | computed integer \`barn.boxes.filter(b, b.heavy).size()\` | | |

### Box
- Owner: Keeper
- Unique together: Barn, Label

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Barn | belongs to Barn | yes | |
| Label | text up to 5 | yes | |
| Heavy | yes/no | no | no |
| Weight | integer 0 to \`heaviest\` | auto | \`usual_weight\` |
| Keeper | reference to User | auto | \`me\` |
| Mark | text up to 5 | no | |
| Tested on | date | auto | |
| From | date | no | |
| Until | date | no | |
| State | state | | |

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | belongs to Box | yes | |
| Note | text up to 9 | no | |

### Post

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Person | reference to User | yes | |
| Barn | belongs to Barn | yes | |
| Chief | yes/no | no | no |

### Sample: Barn

| Key | Name | Size |
| --- | --- | --- |
| b1 | Old barn | big |

### Sample: Box

| Key | Barn | Label |
| --- | --- | --- |
| x1 | b1 | one |

## 4. States and transitions

### Box

| State | Kind | Meaning |
| --- | --- | --- |
| In | start | it stands there |
| Out | | it is tested |
| Gone | end | nobody has it |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Test | In | Out | button | \`not box.heavy\` | WRONG | Tested on (required), Mark (optional) |
| Leave | Out | Gone | after \`patience\` | | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Box | Test | \`box.mark != null\` | create Visit | \`box = box\`, \`note = box.mark\` |
| Box | create | \`box.heavy\` | set | \`mark = 'heavy'\` |
| Box | Leave | | mail Over | to \`box.keeper\` |
| Box | delete | | call Tell | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Light | Box | | \`box.mark == 'x'\` | \`box.weight < heaviest\` | WRONG | Mark |
| One a barn | Post | | | unique: Person, Barn | TAKEN | |
| In turn | Box | | | no overlap: From to Until, per Barn | WRONG | |
| A real name | Barn | | | \`barn.name.size() > 2\` | WRONG | Name |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Farmer | signed in | |
| Boss | named at installation | |
| Chief | Post where \`post.chief\` | Barn |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| untested | Box | \`box.tested_on == null\` | TESTED |

| For | May | Farmer | Boss | Chief |
| --- | --- | --- | --- | --- |
| Barn | create | no | yes | no |
| Barn | read | yes | yes | yes |
| Barn | update | no | yes | yes |
| Barn | delete | no | yes | no |
| Box | create, read | yes | yes | yes |
| Box | update | own and untested | yes | no |
| Box | delete | no | yes | no |
| Box | Test | untested | no | yes |
| Box | set Weight on update | no | yes | no |
| Box | see Mark | own | yes | no |
| Visit | read | yes | yes | no |
| Visit | create, update, delete | no | no | no |
| Post | create, read, update, delete | no | yes | no |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Tell | webhook out | effect | | |

### Tell
- Sends: POST to \`https://example.test/gone\`
- Body: \`{"label": box.label}\`

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Over | Box | {box.label} | It is gone. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| WRONG | Wrong | 422 | Wrong. |
| TAKEN | Taken | 409 | Taken. |
| TESTED | Tested | 422 | It is tested. |
| FULL | Full | 422 | {most_boxes} at most. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Heaviest | 50 |
| Usual weight | 10 |
| Patience | 3 days |
| Most boxes | 3 |

| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Heavy boxes | \`most_boxes\` per Barn | Box | \`box.heavy\` | FULL |
| Making | 3 per hour per user | create Box | | FULL |
`;

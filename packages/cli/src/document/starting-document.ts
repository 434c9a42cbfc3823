// The document that `writ new` writes: small, complete, and without a gap, so that every section shows its form, and with
// people and rows to look at.

export const startingDocument = (title: string): string => `<!-- writ 1 -->\n# ${title}\n\n${sections}`;

const sections = `## 1. What the product does and for whom

Keeps the tasks of a small team: who does what until when.

This is a small task list to start from, whatever its name. Rewrite it into the product that you want, section by section;
\`writ run --sample\` shows every edit at once.

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tasks | \`/\` | list of Task | Member, Lead | yes |
| New task | \`/tasks/new\` | new Task | Member, Lead | |
| Task | \`/tasks/:task\` | detail of Task | Member, Lead | |
| Edit task | \`/tasks/:task/edit\` | edit Task | Member, Lead | |

### Tasks
- Show: Title, Assignee, Due on, State
- Search: Title
- Filter by: State, Assignee
- Sort: Due on
- Buttons: New task
- Empty: Nothing to do. Write the first task.

### New task
- Ask: Title, Notes, Assignee, Due on

### Task
- Show: Title, Notes, Author, Assignee, Due on, State, Done at
- Buttons: Edit task

## 3. Entities and their fields

### Task
- Shown as: \`task.title\`
- Owner: Author

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Title | text up to 120 | yes | | |
| Notes | long text up to 5000 | no | | |
| Author | reference to User | auto | \`me\` | |
| Assignee | reference to User | no | | Blank: nobody yet |
| Due on | date | no | | |
| Done at | datetime | auto | | |
| State | state | | | |

### Sample: User
| Key | Name | Email | Roles |
| --- | --- | --- | --- |
| lea | Lea Lindgren | lea@example.test | Lead |
| ann | Ann Moreau | ann@example.test | Member |
| ben | Ben Okafor | ben@example.test | Member |

### Sample: Task
| Key | Title | Author | Assignee | Due on | Done at | State | Created at |
| --- | --- | --- | --- | --- | --- | --- | --- |
| keys | Collect the keys of the new office | lea | ben | \`today - days(6)\` | \`today - days(7) + time('16:20')\` | Done | \`today - days(12) + time('09:10')\` |
| invite | Write the invitation | lea | ann | \`today - days(2)\` | \`today - days(3) + time('11:45')\` | Done | \`today - days(9) + time('14:30')\` |
| caterer | Ask two caterers for an offer | ann | ben | \`today - days(1)\` | | Open | \`today - days(5) + time('10:05')\` |
| list | Count who is coming | lea | ann | \`today\` | | Open | \`today - days(4) + time('08:50')\` |
| music | Borrow a loudspeaker | ben | ben | \`today + days(3)\` | | Open | \`today - days(3) + time('17:15')\` |
| speech | Prepare a short speech | ann | lea | \`today + days(5)\` | | Open | \`today - days(2) + time('12:40')\` |
| chairs | Find twenty chairs | ann | | \`today + days(6)\` | | Open | \`today - days(1) + time('15:25')\` |
| photos | Put up a wall for photos | ben | | | | Open | \`now - hours(3)\` |

## 4. States and transitions

### Task
| State | Kind | Meaning |
| --- | --- | --- |
| Open | start | Waiting to be done |
| Done | end | |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Finish | Open | Done | button | \`task.assignee != null\` | NOBODY_ON_IT |
| Reopen | Done | Open | button | | |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Task | Finish | | set | \`done_at = now\` |
| Task | Reopen | | set | \`done_at = null\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Not in the past | Task | create | \`task.due_on != null\` | \`task.due_on >= today\` | IN_THE_PAST | Due on |

## 6. Roles and permissions

| Role | Given by | Notes |
| --- | --- | --- |
| Member | assigned by Lead | |
| Lead | named at installation, assigned by Lead | |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Task | \`task.author == me or task.assignee == me\` |

| For | May | Member | Lead |
| --- | --- | --- | --- |
| Task | create, read | yes | yes |
| Task | update, Finish, Reopen | mine | yes |
| Task | delete | own | yes |
| User | read | yes | yes |

## 7. The calls it makes

none.

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOBODY_ON_IT | Finishing a task that nobody has | 422 | Give the task to somebody first. |
| IN_THE_PAST | The last day is over | 422 | Choose today or later. |
| TOO_MANY_TASKS | Over the limit | 429 | You have written many tasks this hour. Please wait a little. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en |
| Time zone | UTC |
| Sign-in | email and password |

| Constant | Value | Meaning |
| --- | --- | --- |
| Tasks per hour | 60 | |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| New tasks | \`tasks_per_hour\` per hour per user | create Task | TOO_MANY_TASKS |
`;

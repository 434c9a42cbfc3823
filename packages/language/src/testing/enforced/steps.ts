// What section 4 refuses of a step: to whom, from where, with what is asked for, and for its conditions.
import type { Trials } from "./trial.ts";

export const steps: Trials = {
  title: "what is no step",
  document: `
## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Tasks | list of Task | | |

### Task
- Owner: Maker

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Maker | reference to User | auto | \`me\` |
| Team | reference to Team | yes | |
| Next | reference to Task, among \`task.team.tasks\` | no | |
| Hard | reference to Secret | no | |
| Hours | integer | no | |
| Price | money | no | |
| Outcome | one of: good, fair, bad | no | |
| Proof | files | no | |
| Grade | text | no | |
| State | state | | |

### Secret

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

## 4. States and transitions

### Task

| State | Kind |
| --- | --- |
| Open | start if \`task.text != 'never'\` |
| Begun | |
| Done | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Begin | Open | Begun | button | \`task.text != 'late'\` | LATE | |
| Hand on | Open | Begun | button | | | Next (required), Team (optional), Hard (optional) |
| Finish | Open, Begun | Done | button | | | Outcome (required; good, fair), Price (optional), Proof (optional) |
| Grow | Begun | same | effect | | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Secret | create | \`secret.name.size() < 99\` | create Secret | \`name = secret.name + '1'\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chief | named at installation |

| For | May | Member | Chief |
| --- | --- | --- | --- |
| Team | create, read, update, delete | yes | yes |
| Secret | create, read, update, delete | no | yes |
| Task | create, update, delete | yes | yes |
| Task | read | calm | yes |
| Task | see Grade | no | yes |
| Task | Begin, Hand on | yes | yes |
| Task | Finish | own | yes |

| Condition | For | Holds when |
| --- | --- | --- |
| calm | Task | \`task.text != 'hidden'\` |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| LATE | | 409 | Late. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
`,
  people: { ann: [], bob: [] },
  given: [
    "INSERT INTO team (id, name) VALUES (:1, 'Blue'), (:2, 'Red')",
    `INSERT INTO public.task (id, text, maker, team, grade) VALUES (:3, 'Hers', :ann, :1, 'A'), (:4, 'late', :ann, :1, 'A'),
      (:5, 'hidden', :ann, :1, 'A'), (:6, 'His', :bob, :2, 'A')`,
    "INSERT INTO public.task (id, text, maker, team, state) VALUES (:7, 'Over', :ann, :1, 'done')",
    "INSERT INTO secret (id, name) VALUES (:8, 'Hidden')",
  ],
  trials: [
    {
      what: "a row that could begin nowhere",
      kind: /^writ.guard: IF NEW.x IS NULL THEN .*'INVALID'/,
      clause: "4/Task",
      by: "ann",
      act: "INSERT INTO task (text, team) VALUES ('never', :1)",
      refused: "INVALID state",
    },
    {
      what: "a step without an account",
      kind: /^writ.may: IF auth.uid\(\) IS NULL THEN .*'NOT_SIGNED_IN'/,
      clause: "4/Task/Begin",
      by: "nobody",
      act: "SELECT FROM task_begin(:3)",
      refused: "NOT_SIGNED_IN",
    },
    {
      what: "a step with a row that they may not read",
      kind: /^writ.may: IF given.id IS NULL OR \(x\(given\)\) IS NOT TRUE THEN .*'NOT_FOUND'/,
      clause: "4/Task/Begin",
      by: "ann",
      act: "SELECT FROM task_begin(:5)",
      refused: "NOT_FOUND",
    },
    {
      what: "a step that is not theirs to take",
      kind: /^writ.may: IF x\(given\) IS NOT TRUE THEN PERFORM/,
      clause: "6/Task/Finish",
      by: "ann",
      act: "SELECT FROM task_finish(:6, outcome => 'good')",
      refused: "FORBIDDEN",
    },
    {
      what: "a step with a row that is not there",
      kind: /^writ.do: IF NOT FOUND THEN .*'NOT_FOUND'/,
      clause: "4/Task/Begin",
      by: "service",
      act: "SELECT count(*) FROM task_begin(:99)",
      refused: "NOT_FOUND",
      besides: /^writ.(do: IF \(given.x IN|step: RETURN)/,
    },
    {
      what: "a step from elsewhere",
      kind: /^writ.do: IF \(given.x IN \(…\)\) IS NOT TRUE THEN .*'CONFLICT'/,
      clause: "4/Task/Finish",
      by: "ann",
      act: "SELECT FROM task_finish(:7, outcome => 'good')",
      refused: "CONFLICT",
      besides: /^writ.step: RETURN/,
    },
    {
      what: "a step that leads nowhere from there",
      kind: /^writ.step: RETURN .*'CONFLICT'/,
      clause: "4/Task/Finish",
      by: "ann",
      act: "SELECT FROM task_finish(:7, outcome => 'good')",
      refused: "CONFLICT",
      besides: /^writ.do: IF \(given.x IN/,
    },
    {
      what: "a step whose condition does not hold",
      kind: /^writ.step: IF NOT \(.*\) THEN problems := problems/,
      clause: "4/Task/Begin",
      by: "ann",
      act: "SELECT FROM task_begin(:4)",
      refused: "LATE",
    },
    {
      what: "a step without what it asks for",
      kind: /^writ.do: IF COALESCE\(_asked -> '…', '…'\) IN .*'REQUIRED'/,
      clause: "4/Task/Finish/Asks for",
      by: "ann",
      act: "SELECT FROM task_finish(:3)",
      refused: "REQUIRED outcome",
    },
    {
      what: "a step with a choice that it does not offer",
      kind: /^writ.do: IF _asked \? '…' AND given.x IS NOT NULL AND \(given.x = ANY .*'INVALID'/,
      clause: "4/Task/Finish/Asks for",
      by: "ann",
      act: "SELECT FROM task_finish(:3, outcome => 'bad')",
      refused: "INVALID outcome",
    },
    {
      what: "a step with more decimals than are kept",
      kind: /^writ.do: IF _person AND given.x <> round\(given.x, 0\) THEN .*'INVALID'/,
      clause: "4/Task/Finish/Asks for",
      by: "ann",
      act: "SELECT FROM task_finish(:3, outcome => 'good', price => 1.234)",
      refused: "INVALID price",
    },
    {
      what: "a step with a row that is not among those to choose from",
      kind: /^writ.do: IF _person AND _asked \? '…' AND given.x IS NOT NULL AND \(ARRAY\[…\] <@ \((?!ARRAY\(SELECT _named).*'INVALID'/,
      clause: "4/Task/Hand on/Asks for",
      by: "ann",
      act: "SELECT FROM task_hand_on(:3, next => :6)",
      refused: "INVALID next",
    },
    {
      what: "a step with a row that they may not read",
      kind: /^writ.do: IF _person AND _asked \? '…' AND given.x IS NOT NULL AND \(ARRAY\[…\] <@ ARRAY\(SELECT _named.*'INVALID'/,
      clause: "4/Task/Hand on/Asks for",
      by: "ann",
      act: "SELECT FROM task_hand_on(:3, next => :4, hard => :8)",
      refused: "INVALID hard",
    },
    {
      what: "a step with a file that they have not brought",
      kind: /^writ.do: IF _person AND _asked \? '…' AND given.x IS NOT NULL AND NOT writ.are_files\(.*'INVALID'/,
      clause: "4/Task/Finish/Asks for",
      by: "ann",
      act: "SELECT FROM task_finish(:3, outcome => 'good', proof => ARRAY['x'])",
      refused: "INVALID proof",
    },
    {
      what: "effects that follow each other without end",
      kind: /^writ.after: IF pg_trigger_depth\(\) > 0 THEN .*'UNEXPECTED'/,
      clause: "3/Secret",
      by: "service",
      act: "INSERT INTO secret (name) VALUES ('1')",
      refused: "UNEXPECTED",
    },
    {
      what: "whoever takes a step is answered with a field that they may not see",
      kind: "function of client: writ.seen",
      clause: "4/Task",
      by: "ann",
      act: "SELECT FROM task_begin(:3) AS answer WHERE answer.grade = 'A'",
      refused: "nothing",
    },
  ],
};

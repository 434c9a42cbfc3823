// What people ask the database in a function's words: what a screen shows, what a search finds, what is in their inbox.
import { insteadOf, type Trials } from "./trial.ts";

export const asked: Trials = {
  title: "what is not theirs to be told",
  document: `
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Teams | \`/\` | list of Team | Member | yes |
| Players | \`/players\` | list of Player | Member | yes |
| Rich | \`/rich\` | list of Team | Member | yes |
| Twins | \`/twins\` | list of Player | Member | yes |

### Teams
- Search: Name, Coach.Name
- Sort: Scored

### Players
- Search: Name
- Sort: Doubled

### Rich
- Where: \`team.name.size() > team.cry.size()\`

### Twins
- Where: \`player.nick == player.name\`

## 3. Entities and their fields

### Team
- Owner: Coach

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Cry | text | yes | |
| Weight | integer | yes | 1 |
| Coach | reference to User | auto | \`me\` |
| Players | list of Player | | |
| Scored | computed integer \`team.players.map(p, p.goals).sum()\` | | |

### Player

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Name | text | yes | |
| Nick | text | no | |
| Goals | integer | yes | 0 |
| Doubled | computed integer \`player.team.weight + player.goals\` | | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Team | create | notify New team | to \`team.coach\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chief | named at installation |

| For | May | Member | Chief |
| --- | --- | --- | --- |
| Team | create, read, update, delete | own | yes |
| Player | create, read, update, delete | loud | yes |
| Player | see Nick | no | yes |

| Condition | For | Holds when |
| --- | --- | --- |
| loud | Player | \`player.goals > 0\` |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| New team | Team | A team | There is a team. |
`,
  people: { ann: [], bob: [] },
  given: [
    "INSERT INTO team (id, name, cry, coach) VALUES (:1, 'Blues', 'Go', :bob), (:4, 'Reds', 'Go', :bob)",
    "INSERT INTO writ.notice (id, person, mail, entity, row_id, said) VALUES (:3, :bob, 'new_team', 'team', :1, '{}')",
    "INSERT INTO realtime.messages (topic, extension) VALUES (concat('inbox:', :bob), 'broadcast')",
    "INSERT INTO public.player (id, team, name, nick) VALUES (:2, :1, 'Max', 'Max')",
  ],
  trials: [
    {
      what: "a search finds rows that they may not read",
      kind: "function of client: public.search_…",
      needs: /^policy public select/,
      clause: "2/Teams/Search",
      by: "ann",
      act: "SELECT FROM search_team('Blues')",
      refused: "nothing",
    },
    {
      what: "somebody finds rows past all rights",
      kind: "function called by writ_client",
      clause: "2/Teams/Search",
      of: "found_team",
      by: "ann",
      act: "SELECT FROM writ.found_team('Blues')",
      refused: "42501",
    },
    {
      what: "whoever searches for people writes what is found",
      kind: "grant on public of select to writ_client",
      clause: "2/Teams/Search",
      of: "team",
      by: "client",
      act: "UPDATE team SET name = 'Mine'",
      refused: "42501",
    },
    {
      what: "a screen tells of a row that they may not read",
      kind: "function that acts as the system: public._shown_…",
      out: insteadOf(/ AND \(current_setting.*$/g, ""),
      clause: "2/Rich/Where",
      by: "ann",
      act: "SELECT WHERE _shown_rich(jsonb_populate_record(NULL::team, jsonb_build_object('id', :1)))",
      refused: "nothing",
    },
    {
      what: "a screen tells by its rows of one that they may not read",
      kind: "function that acts as the system: writ.shown",
      out: insteadOf(/ AND \(current_setting.*$/g, ""),
      clause: "2/Twins/Where",
      by: "ann",
      act: "SELECT WHERE writ.shown_twins(:2) IS NOT NULL",
      refused: "nothing",
    },
    {
      what: "somebody works kept values out",
      kind: "function called by writ_keeper",
      clause: "3/Team",
      by: "ann",
      act: "SELECT FROM writ.kept_values_team(ARRAY[:1])",
      refused: "42501",
    },
    {
      what: "whoever writes kept values writes another one",
      kind: /^grant on (public|writ_data) of select, update of columns to writ_keeper/,
      clause: "3/Team",
      by: "keeper",
      act: "UPDATE team SET name = 'Mine'",
      refused: "42501",
    },
    {
      what: "what is kept is worked out anew where nobody sees what others have written meanwhile",
      kind: /^writ.statement: IF touched IS NOT NULL THEN IF current_setting.* THEN RAISE/,
      clause: "3/Team",
      of: "statement_team",
      by: "bob",
      isolation: "repeatable read",
      act: "UPDATE team SET weight = 2 WHERE id = :1",
      refused: "25001",
      besides: /^writ.lock: IF current_setting/,
    },
    {
      what: "what is kept is worked out for a row where nobody sees what others have written meanwhile",
      kind: /^writ.guard: ELSIF NEW.x IS DISTINCT FROM OLD.x( OR .*)? THEN IF current_setting.* THEN RAISE/,
      clause: "3/Player",
      by: "service",
      isolation: "repeatable read",
      act: "UPDATE player SET team = :4",
      refused: "25001",
      besides: /^writ.(lock|statement): .*current_setting/,
    },
    {
      what: "somebody reads somebody else's inbox",
      kind: "function that acts as the system: public.my_inbox",
      out: insteadOf("auth.uid()", ":bob"),
      clause: "7",
      by: "ann",
      act: "SELECT FROM my_inbox()",
      refused: "nothing",
    },
    {
      what: "somebody is told how much somebody else has not read",
      kind: "function that acts as the system: public.my_unread",
      out: insteadOf("auth.uid()", ":bob"),
      clause: "7",
      by: "ann",
      act: "SELECT WHERE my_unread() > 0",
      refused: "nothing",
    },
    {
      what: "somebody marks as read what somebody else has not read",
      kind: "function that acts as the system: public.mark_inbox",
      out: insteadOf("auth.uid()", ":bob"),
      clause: "7",
      by: "ann",
      act: "SELECT mark_inbox(ids => ARRAY[:3])",
      came: "SELECT FROM writ.notice WHERE read_at IS NOT NULL",
      refused: "nothing",
    },
    {
      what: "somebody is told what somebody else could choose",
      kind: "function that acts as the system: public.my_inbox_choices",
      out: insteadOf("auth.uid()", ":bob"),
      clause: "7",
      by: "ann",
      act: "SELECT FROM my_inbox_choices()",
      refused: "nothing",
    },
    {
      what: "somebody chooses for somebody else",
      kind: "function that acts as the system: public.choose_inbox",
      out: insteadOf("auth.uid()", ":bob"),
      clause: "7",
      by: "ann",
      act: "SELECT choose_inbox('new_team', false, false)",
      came: "SELECT FROM writ.notice_choice WHERE person = :bob",
      refused: "nothing",
    },
    {
      what: "somebody hears that somebody else's inbox has something",
      kind: "policy messages inbox select",
      clause: "7",
      by: "ann",
      first: "SELECT set_config('realtime.topic', concat('inbox:', :bob), true)",
      act: "SELECT FROM realtime.messages",
      refused: "nothing",
    },
  ],
};

// What section 6 keeps other users from doing, and what it hides from them.
import { insteadOf, type Trials } from "./trial.ts";

export const rights: Trials = {
  title: "what is not theirs to do",
  document: `
## 3. Entities and their fields

### Note
- Owner: Writer
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Writer | reference to User | auto | \`me\` |
| Place | text | no | |
| Answer to | reference to Note, among \`Note\` | no | |
| Papers | files | no | |
| Short | computed yes/no \`note.text.size() < 5\` | | |
| Replies | list of Note via Answer to | | |
| Answered | computed integer \`note.replies.size()\` | | |

### Diary
- Owner: Writer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Writer | reference to User | auto | \`me\` |
| Mood | text | no | |
| Pages | list of Page | | |
| Length | computed integer \`diary.pages.size()\` | | |

### Page

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Diary | belongs to Diary | yes | |
| Title | text | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | anyone |
| Member | signed in |
| Helper | assigned by Chief |
| Chief | named at installation |

| For | May | Anybody | Member | Helper | Chief |
| --- | --- | --- | --- | --- | --- |
| Note | create | no | no | no | yes |
| Note | read, update, delete | no | own | no | yes |
| Note | set Place | no | no | no | yes |
| Diary | create | no | no | no | yes |
| Diary | read | no | yes | no | yes |
| Diary | update, delete | no | own | no | yes |
| Diary | see Mood, see Length | no | own | no | yes |
| Page | create | no | yes | no | yes |
| Page | read, update, delete | no | hers | no | yes |
| Page | set Title | no | no | no | yes |

| Condition | For | Holds when |
| --- | --- | --- |
| hers | Page | \`page.diary.writer == me\` |
`,
  people: { ann: [], bob: [], eve: ["chief"] },
  given: [
    "INSERT INTO note (id, text, writer, papers) VALUES (:1, 'Hers', :ann, '{}'), (:2, 'His', :bob, '{}')",
    "INSERT INTO public.diary (id, text, writer, mood) VALUES (:3, 'Hers', :ann, 'glad'), (:4, 'His', :bob, 'low')",
    "INSERT INTO page (diary) VALUES (:4)",
    "INSERT INTO note (text, writer, answer_to) VALUES ('Answer', :bob, :2)",
  ],
  trials: [
    {
      what: "somebody creates a row and may not",
      kind: /^writ.guard: IF client AND NOT x\(NEW\) THEN PERFORM/,
      clause: "6/Note/create",
      by: "ann",
      act: "INSERT INTO note (text) VALUES ('Mine')",
      refused: "FORBIDDEN",
    },
    {
      what: "somebody changes a row and may not",
      kind: /^writ.guard: IF client AND NOT x\(OLD\) THEN PERFORM/,
      clause: "6/Diary/update",
      by: "ann",
      act: "UPDATE diary SET text = 'Mine' WHERE id = :4",
      refused: "FORBIDDEN",
    },
    {
      what: "somebody gives a field at creation that is not theirs to set",
      kind: /^writ.guard: IF client AND \(NEW.x IS DISTINCT FROM x\) AND NOT x\(NEW\) THEN/,
      clause: "6/Page/set Title",
      by: "ann",
      act: "INSERT INTO page (diary, title) VALUES (:3, 'Mine')",
      refused: "FORBIDDEN title",
    },
    {
      what: "somebody changes a field that is not theirs to set",
      kind: /^writ.guard: IF client AND \(NEW.x IS DISTINCT FROM OLD.x\) AND NOT x\(OLD\) THEN/,
      clause: "6/Note/set Place",
      by: "ann",
      act: "UPDATE note SET place = 'Here' WHERE id = :1",
      refused: "FORBIDDEN place",
    },
    {
      what: "a person writes, and no guard of people asks",
      kind: "trigger guard_client",
      clause: "3/Note",
      says: "6/Note/set Place",
      by: "ann",
      act: "UPDATE note SET place = 'Here' WHERE id = :1",
      refused: "FORBIDDEN place",
    },
    {
      what: "the system writes, and no guard of the system asks",
      kind: "trigger guard_system",
      clause: "3/Note",
      says: "3/Note/Text",
      by: "service",
      act: "UPDATE note SET text = repeat('a', 100001) WHERE id = :1",
      refused: "TOO_LONG text",
    },
    {
      what: "somebody reads a row and may not",
      kind: "policy public select",
      clause: "6/Note/read",
      by: "ann",
      act: "SELECT FROM note WHERE id = :2",
      refused: "nothing",
    },
    {
      what: "somebody changes a row that they may not read",
      kind: "policy public update",
      clause: "6/Note/read",
      by: "ann",
      act: "UPDATE note SET text = 'Mine' WHERE id = :2",
      refused: "nothing",
    },
    {
      what: "somebody deletes a row that they may not read",
      kind: "policy public delete",
      clause: "6/Page/read",
      by: "ann",
      act: "DELETE FROM page WHERE diary = :4",
      refused: "nothing",
    },
    {
      what: "somebody reads a row and may not, and no row is anybody's",
      kind: "row security",
      needs: /^policy/,
      clause: "3/Note",
      by: "ann",
      act: "SELECT FROM note WHERE id = :2",
      refused: "nothing",
    },
    {
      what: "somebody looks by themselves at what policies look at",
      kind: "view of writ_policies with a barrier",
      out: () => ["GRANT USAGE ON SCHEMA writ_policies TO authenticated"],
      clause: "6/Page/read",
      of: "set_page",
      by: "ann",
      act: "SELECT FROM writ_policies.set_page_diary_583d7217",
      refused: "42501",
    },
    {
      what: "somebody sees a field and may not",
      kind: "view of public of client",
      clause: "3/Diary",
      by: "ann",
      act: "SELECT FROM diary WHERE mood = 'low'",
      refused: "nothing",
    },
    {
      what: "somebody reads behind the view",
      kind: "grant on writ_data of select, insert, update, delete to service_role",
      clause: "3/Diary",
      by: "ann",
      act: "SELECT FROM writ_data.diary WHERE mood = 'low'",
      refused: "42501",
    },
    {
      what: "somebody writes behind the view",
      kind: "grant on writ_data of select, insert, update, delete to writ_client",
      clause: "3/Diary",
      by: "ann",
      act: "UPDATE writ_data.diary SET text = 'Mine' WHERE id = :4",
      refused: "42501",
    },
    {
      what: "somebody writes through the view what they may not, and as the system",
      kind: "function of client: writ.write",
      clause: "3/Diary",
      says: "6/Diary/update",
      by: "ann",
      act: "UPDATE diary SET text = 'Mine' WHERE id = :4",
      refused: "FORBIDDEN",
    },
    {
      what: "somebody asks for what is worked out of a row that they may not read",
      kind: "function that acts as the system: public.<field> of a row",
      out: insteadOf(/ AND \(.*\)$/g, ""),
      clause: "3/Note/Answered",
      by: "ann",
      act: "SELECT FROM answered(jsonb_populate_record(NULL::note, jsonb_build_object('id', :2))) AS n WHERE n > 0",
      refused: "nothing",
    },
    {
      what: "somebody asks for what is worked out of a row and not theirs to see",
      kind: "function that acts as the system: writ.shown",
      out: insteadOf(/ AND \(.*\)$/g, ""),
      clause: "3/Diary",
      by: "ann",
      act: `SELECT FROM writ."shown_diary.length"(:4) AS n WHERE n > 0`,
      refused: "nothing",
    },
    {
      what: "somebody asks who wrote a row that they may not read",
      kind: "function that acts as the system: public.<account> of a row",
      out: insteadOf(/ AND \(.*\)$/g, ""),
      clause: "3/Note/Writer",
      by: "ann",
      act: "SELECT FROM writer(jsonb_populate_record(NULL::note, jsonb_build_object('id', :2)))",
      refused: "nothing",
    },
    {
      what: "somebody reads the history of a row that they may not read",
      kind: "function that acts as the system: public.history_…",
      out: insteadOf(/ AND \(current_setting\('role'\).*\n/g, "\n"),
      clause: "3/Note/History",
      by: "ann",
      act: "SELECT FROM history_note(:2)",
      refused: "nothing",
    },
    {
      what: "whoever has no account asks what they could choose",
      kind: "function called by authenticated",
      clause: "3/Note/Answer to",
      of: "choices_note.answer_to",
      by: "nobody",
      act: 'SELECT count(*) FROM "choices_note.answer_to"(row_id => :2)',
      refused: "42501",
    },
    {
      what: "somebody asks what they could choose where they may not set it",
      kind: "function that acts as the system: public.choices_…",
      out: insteadOf("IF NOT FOUND OR", "IF false AND"),
      clause: "3/Note/Answer to",
      by: "ann",
      act: 'SELECT FROM "choices_note.answer_to"(row_id => :2)',
      refused: "nothing",
    },
  ],
};

// Who assigns roles, and what others learn of them; whose files and whose presence a user sees.
import { insteadOf, type Trial, type Trials } from "./trial.ts";

/** Giving a role and taking it refuse the same. */
const assigning = (["assign", "remove"] as const).flatMap((verb): readonly Trial[] => {
  const name = `${verb}_role`;
  const refusal = (condition: string) => new RegExp(`^public.${name}: IF ${condition}`);
  return [
    {
      what: `${name} without an account`,
      kind: refusal("auth.uid\\(\\) IS NULL THEN .*'NOT_SIGNED_IN'"),
      clause: "6",
      says: "6/Helper/Given by",
      by: "nobody",
      act: `SELECT ${name}(:bob, 'Helper')`,
      refused: "NOT_SIGNED_IN",
    },
    {
      what: `${name} of a role that nobody gives`,
      kind: refusal("key IS NULL THEN .*'INVALID'"),
      clause: "6",
      by: "eve",
      act: `SELECT ${name}(:bob, 'Chief')`,
      refused: "INVALID role",
      ...(verb === "assign" ? { then: "23502" } : {}),
    },
    {
      what: `${name} that somebody else gives`,
      kind: refusal("NOT \\(CASE key .*'FORBIDDEN'"),
      clause: "6",
      says: "6/Helper/Given by",
      by: "ann",
      act: `SELECT ${name}(:ann, 'Helper')`,
      refused: "FORBIDDEN",
    },
    {
      what: `${name} of somebody who is not there`,
      kind: refusal("NOT EXISTS \\(.*person.x = given\\) THEN .*'NOT_FOUND'"),
      clause: "6",
      says: "6/Helper/Given by",
      by: "eve",
      act: `SELECT ${name}(:9, 'Helper')`,
      refused: "NOT_FOUND user_id",
    },
    {
      what: `${name} in nothing, where it is held in something`,
      kind: refusal("key IN .* AND place IS NULL THEN .*'REQUIRED'"),
      clause: "6",
      says: "6/Warden/Given by",
      by: "eve",
      act: `SELECT ${name}(:bob, 'Warden')`,
      refused: "REQUIRED within",
    },
    {
      what: `${name} in something, where it is held everywhere`,
      kind: refusal("(NOT key IN .* AND )?place IS NOT NULL THEN .*'INVALID'"),
      clause: "6",
      says: "6/Helper/Given by",
      by: "eve",
      act: `SELECT ${name}(:bob, 'Helper', :1)`,
      refused: "INVALID within",
    },
    {
      what: `${name} in something that is not there`,
      kind: refusal("NOT FOUND THEN .*'NOT_FOUND'"),
      clause: "6",
      says: "6/Warden/Given by",
      by: "eve",
      act: `SELECT ${name}(:bob, 'Warden', :9)`,
      refused: "NOT_FOUND within",
    },
  ];
});

export const roles: Trials = {
  title: "what is not theirs to give, to know and to fetch",
  document: `
## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Plans | files | no | |
| Rooms | list of Room | | |

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Guest | reference to User | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Helper | assigned by Chief | |
| Warden | assigned by Chief | House |
| Guest | Stay where \`stay.guest != null\` | House |
| Chief | named at installation | |

| For | May | Helper | Warden | Guest | Chief |
| --- | --- | --- | --- | --- | --- |
| House | create, read, update, delete | no | yes | no | yes |
| Room | create, read, update, delete | no | yes | yes | yes |
| Stay | create, read, update, delete | no | yes | no | yes |
`,
  people: { ann: [], bob: ["helper"], eve: ["chief"] },
  given: [
    "INSERT INTO house (id, name) VALUES (:1, 'Mill')",
    "INSERT INTO room (house) VALUES (:1)",
    "INSERT INTO stay (house, guest) VALUES (:1, :bob)",
    "INSERT INTO writ.assigned_role (person, role, thing) VALUES (:bob, 'warden', :1)",
    `INSERT INTO storage.objects (bucket_id, name, owner) VALUES
      ('house.plans', concat(:1, '/', :1, '/plan.pdf'), :ann)`,
    "INSERT INTO realtime.messages (topic, extension) VALUES (concat('looking:house:', :1), 'presence')",
    "UPDATE house SET plans = ARRAY[concat(:1, '/', :1, '/plan.pdf')]",
  ],
  trials: [
    ...assigning,
    {
      what: "the people of roles are listed without an account",
      kind: /^public.people_of_roles: IF auth.uid\(\) IS NULL/,
      clause: "6",
      by: "nobody",
      act: "SELECT FROM people_of_roles()",
      refused: "NOT_SIGNED_IN",
    },
    {
      what: "the people of roles are listed by whoever gives none",
      kind: /^public.people_of_roles: IF NOT \(writ.has_role.*'FORBIDDEN'/,
      clause: "6",
      by: "ann",
      act: "SELECT FROM people_of_roles()",
      refused: "FORBIDDEN",
    },
    {
      what: "whoever runs the product names a role that there is not",
      kind: /^writ.name: IF key IS NULL THEN .*'INVALID'/,
      clause: "6",
      by: "owner",
      act: "SELECT writ.name_role('ann@example.test', 'King')",
      refused: "INVALID role",
      then: "23502",
    },
    {
      what: "whoever runs the product names somebody who is not there",
      kind: /^writ.name: IF given IS NULL THEN .*'NOT_FOUND'/,
      clause: "6",
      by: "owner",
      act: "SELECT writ.name_role('nobody@example.test', 'Chief')",
      refused: "NOT_FOUND email",
      then: "23502",
    },
    {
      what: "somebody names themselves",
      kind: "function called by nobody",
      clause: "6",
      of: "name_role",
      by: "ann",
      act: "SELECT writ.name_role('ann@example.test', 'Chief')",
      refused: "42501",
    },
    {
      what: "somebody asks for their roles who has no account and never will",
      kind: "function called by anon, authenticated",
      clause: "6",
      of: "my_roles",
      by: "service",
      act: "SELECT FROM my_roles()",
      refused: "42501",
      then: "nothing",
    },
    {
      what: "a role that is no client's calls what is for clients",
      kind: "function called by anon, authenticated, service_role",
      clause: "3/House",
      of: "created_by",
      by: "client",
      act: "SELECT count(*) FROM public.created_by(NULL::house)",
      refused: "42501",
    },
    {
      what: "a role that reads nothing calls what policies ask",
      kind: "function called by anon, authenticated, service_role, writ_client",
      clause: "6",
      of: "has_role",
      by: "keeper",
      act: "SELECT writ.has_role('chief')",
      refused: "42501",
    },
    {
      what: "somebody is told that they have somebody else's role",
      kind: "function that acts as the system: writ.has",
      out: insteadOf("auth.uid()", ":eve"),
      clause: "6",
      by: "ann",
      act: "SELECT WHERE writ.has_role('chief')",
      refused: "nothing",
    },
    {
      what: "somebody is told that they were given somebody else's role",
      kind: "function that acts as the system: writ.was",
      out: insteadOf("auth.uid()", ":eve"),
      clause: "6",
      by: "ann",
      act: "SELECT WHERE writ.was_given_role('chief')",
      refused: "nothing",
    },
    {
      what: "somebody is told of things in which somebody else has a role",
      kind: "function that acts as the system: writ.things",
      out: insteadOf("auth.uid()", ":bob"),
      clause: "6",
      by: "ann",
      act: "SELECT FROM unnest(writ.things_of_role('guest'))",
      refused: "nothing",
    },
    {
      what: "somebody asks by themselves what policies ask",
      kind: /^function that acts as the system: writ_policies/,
      out: () => ["GRANT USAGE ON SCHEMA writ_policies TO authenticated"],
      clause: "6/House/read",
      of: "is_loose",
      by: "ann",
      act: `SELECT writ_policies."is_loose_house.plans"('a')`,
      refused: "42501",
    },
    {
      what: "somebody fetches a file of a row that they may not read",
      kind: "policy storage select",
      needs: /^policy public select/,
      clause: "6/House/read",
      by: "ann",
      act: "SELECT FROM storage.objects",
      refused: "nothing",
    },
    {
      what: "somebody brings a file for a row that they may not write",
      kind: "policy storage insert",
      clause: "6/House/read",
      by: "ann",
      act: "INSERT INTO storage.objects (bucket_id, name, owner) VALUES ('house.plans', concat(:1, '/', :2, '/plan.pdf'), :ann)",
      refused: "42501",
    },
    {
      what: "somebody takes a file away that a row names",
      kind: "policy storage delete",
      clause: "6/House/read",
      by: "ann",
      act: "DELETE FROM storage.objects",
      refused: "nothing",
    },
    {
      what: "somebody hears who looks at a row that they may not read",
      kind: "policy messages looking select",
      needs: /^policy public select/,
      clause: "6",
      by: "ann",
      first: "SELECT set_config('realtime.topic', concat('looking:house:', :1), true)",
      act: "SELECT FROM realtime.messages",
      refused: "nothing",
    },
    {
      what: "somebody says that they look at a row that they may not read",
      kind: "policy messages looking insert",
      needs: /^policy public select/,
      clause: "6",
      by: "ann",
      first: "SELECT set_config('realtime.topic', concat('looking:house:', :1), true)",
      act: "INSERT INTO realtime.messages (topic, extension) VALUES (realtime.topic(), 'presence')",
      refused: "42501",
    },
  ],
};

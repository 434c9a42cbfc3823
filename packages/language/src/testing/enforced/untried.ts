// Pieces that reject no one by themselves, each with what it does, and locks, each with its race.

type Untried = { readonly kind: RegExp; readonly because: string };

export const doing: readonly Untried[] = [
  { kind: /^trigger (after_somebody|after_system)$/, because: "they bring effects about" },
  {
    kind: /^trigger (_history|fire|files_\w+_<field>|taken_out)$/,
    because: "they keep what happened, and what is named",
  },
  { kind: /^trigger writ_account(_gone)?$/, because: "accounts follow those who sign in" },
  { kind: /^trigger write_(client|owner)$/, because: "they write to the table what is written to its view" },
  {
    kind: /^function that acts as the system: writ\.(found|names|kept)$/,
    because: "none but one role calls it, which is tried",
  },
  {
    kind: /^function that acts as the system: writ\.narrow$/,
    because: "it makes queries fast, and the policy decides",
  },
  {
    kind: /^function of keeper: writ\.keep$/,
    because: "nothing follows from what is kept; which columns, the grant says",
  },
  { kind: /^grant on writ_policies/, because: "policies look there, and nobody reaches the schema, which is tried" },
  { kind: /^writ\.due: /, because: "a timer that leaves its row due fails by itself, and waits" },
];

type Raced = { readonly kind: RegExp; readonly file: string; readonly race: string };

export const raced: readonly Raced[] = [
  { kind: /^lock in writ\.(lock)$|^trigger locks$/, file: "plan/writing/race.test.ts", race: "sixteen at once" },
  {
    kind: /^trigger First_(insert|update|delete)(_client|_system)?$|^writ\.(first|before): IF NOT /,
    file: "plan/writing/decided-race.test.ts",
    race: "what is read of other rows",
  },
  { kind: /^lock in writ\.keep$/, file: "plan/materialized/race.test.ts", race: "sixteen at once" },
  {
    kind: /^lock in writ\.(ask|do)$/,
    file: "sections/states/database/races.test.ts",
    race: "a condition that looks at other rows lets one of them through",
  },
  {
    kind: /^lock in writ\.effect$/,
    file: "sections/states/database/races.test.ts",
    race: "an effect that takes another row a step on does it once",
  },
  {
    kind: /^lock in writ\.due$/,
    file: "sections/states/database/races.test.ts",
    race: "eight sweepers at once do each row once",
  },
  {
    kind: /^lock in writ\.guard$/,
    file: "sections/entities/database/numbers.test.ts",
    race: "codes: a clash is drawn again under many hands",
  },
  {
    kind: /^lock in public\.(assign|remove)_role$/,
    file: "sections/permissions/database/assigning.test.ts",
    race: "a thing stays while a role is given in it",
  },
];

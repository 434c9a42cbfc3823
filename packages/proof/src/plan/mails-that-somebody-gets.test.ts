// Of what is sent something is to be seen only where a user hears it: a list of people may hold no one.
import { test } from "node:test";
import { everything, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const choir = (to: string) => `
## 3. Entities and their fields

### Choir

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 30 | yes | |
| Leader | reference to User | no | |
| Voices | list of Voice | | |

### Voice

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Choir | belongs to Choir | yes | |
| Singer | reference to User | no | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Choir | change of Name | mail Renamed | ${to} |

${everything("Choir | create, read, update, delete", "Voice | create, read, update, delete")}

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Renamed | Choir | Another name | {choir.name} |
${settings}`;

for (const [whom, to] of [
  ["each of a list whose rows may lead to nobody", "to each `choir.voices.map(v, v.singer)`"],
  ["one person who may be nobody", "to `choir.leader`"],
] as const)
  test(`a mail to ${whom} is sent to somebody`, () => {
    catchesMutants("4/Effects/Choir/change of Name/mail Renamed", ["left out"], choir(to));
    catchesMutants("7/Renamed", ["without {choir.name}"], choir(to));
  });

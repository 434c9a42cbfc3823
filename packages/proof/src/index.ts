// What other packages may use: the plain interpreter of a document.
export { attempt, type Act, type Outcome, type Values } from "./interpreter/attempt.ts";
export { mayCall, refusalOfCall } from "./interpreter/calls.ts";
export { programOf } from "./interpreter/program.ts";
export { mayRead, maySee, readableRows, shownFields } from "./interpreter/reading.ts";
export type { Refusal } from "./interpreter/refusal.ts";
export { may, refusalOf, type Deed } from "./interpreter/rights.ts";
export { rolesOf, type Held } from "./interpreter/roles.ts";
export type { Value } from "./interpreter/value.ts";
export { emptyWorld, withRow, type Me, type Row, type World } from "./interpreter/world.ts";

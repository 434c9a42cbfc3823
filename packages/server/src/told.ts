// All that browsers are told besides rows, as types.
export type * from "./console/told.ts";
export type * from "./console/told-logs.ts";
export type * from "./console/told-proof.ts";
export type * from "./writing/told.ts";

// All that the server sends to browsers besides rows, as types.
export type * from "./auth/preview/response-types.ts";
export type * from "./console/response-types.ts";
export type * from "./console/deploys/response-types.ts";
export type * from "./console/log-response-types.ts";
export type * from "./console/operator-response-types.ts";
export type * from "./console/proof-response-types.ts";
export type * from "./importing/response-types.ts";
export type * from "./writing/response-types.ts";
export type * from "./operating/health/health-view.ts";

// What brings tables of an earlier version forward, before the files of SQL complete them.
import { storedVersion } from "../postgres/stored-version.ts";

/** `to`: the version that the database has afterwards. The statements run once. */
export type Step = { readonly to: number; readonly sql: string };

/** Version 1 is what the files of SQL make, also of what stood there before versions were counted. */
export const steps: readonly Step[] = [];

export const latest = { version: storedVersion, steps } as const;

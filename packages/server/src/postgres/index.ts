// What the rest of Writ uses of the database.
export { databaseAccount, type Account } from "./account.ts";
export { isAway } from "./away.ts";
export { copyBinaries, findBinaries, majorVersion } from "./binaries.ts";
export { copyDatabase } from "./copy-database.ts";
export type { Capabilities, ConnectOptions, Database, DatabaseState, Login, OnState } from "./database.ts";
export { DatabaseFailure } from "./failure.ts";
export { freePort } from "./free-port.ts";
export { addressIn } from "./house.ts";
export { openDatabase, type Where } from "./open-database.ts";
export { startPostmaster, type Postmaster } from "./postmaster.ts";
export { startWatchdog, type Watchdog } from "./watchdog.ts";

// What the rest of Writ uses of the database.
export { databaseAccount, type Account } from "./embedded/account.ts";
export { isAway } from "./connections/away.ts";
export { copyBinaries, findBinaries, majorVersion } from "./embedded/binaries.ts";
export { copyDatabase } from "./copy-database.ts";
export type { Capabilities, ConnectOptions, Database, DatabaseState, Login, OnState } from "./database.ts";
export { DatabaseFailure, failure } from "./failure.ts";
export { freePort } from "./embedded/free-port.ts";
export { addressIn } from "./embedded/data-directory.ts";
export { openDatabase, type Where } from "./open-database.ts";
export { startPostmaster, type Postmaster } from "./embedded/postmaster.ts";
export { startWatchdog, type Watchdog } from "./embedded/watchdog.ts";

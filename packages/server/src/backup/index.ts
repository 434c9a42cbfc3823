// What the command line uses of backups.
export { listDeletedAccounts } from "./deleted-accounts.ts";
export { needApart } from "./places.ts";
export { notOfDatabaseUrl } from "./problems.ts";
export { listBackups, type Listed } from "./list.ts";
export { removeOldBackups } from "./retention.ts";
export {
  keyOf,
  checkTarget,
  lockRepositoryInTurn,
  openRepository,
  type Manifest,
  type Repository,
} from "./repository.ts";
export { findBackup } from "./find-backup.ts";
export { restoreBackup, restoreFiles, type Restored, type Target } from "./restore.ts";
export { expectNoBackups, startBackups, type Backups, type Schedule } from "./schedule.ts";
export { openSource, sourceOf } from "./source.ts";
export { takeBackup } from "./take.ts";
export { verifyBackup } from "./verify.ts";

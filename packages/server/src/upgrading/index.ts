// What the command line uses of upgrades.
export { programsOf } from "./earlier-postgres.ts";
export { removeEarlier, upgradeDatabase, type Upgraded } from "./upgrade.ts";

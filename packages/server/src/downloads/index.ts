// What only some documents need: found where it is, and downloaded where it is not.
export { download, DownloadFailure } from "./download.ts";
export { findInstalled, pinnedPackage, type PinnedPackage } from "./installed.ts";

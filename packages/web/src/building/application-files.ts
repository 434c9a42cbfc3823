// Where the files of the built web application are, and where a browser finds them.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a browser finds the files; no screen of a document is below it. */
export const applicationAddress = "/_/app/";

/** Where the files are. */
export const applicationFolder = fileURLToPath(new URL("../../dist", import.meta.url));

/** Where those of the console are: built apart from it, so that nothing of it is in what a product's users load. */
export const consoleFolder = join(applicationFolder, "console");

export const isBuilt = (): boolean => existsSync(join(applicationFolder, "index.html"));

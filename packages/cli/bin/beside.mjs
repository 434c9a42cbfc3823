// A process beside the one of a command, which forks it: runs the file whose address it is given.
import { startQuickly } from "./start-quickly.mjs";

startQuickly();
await import(process.argv[2] ?? "");

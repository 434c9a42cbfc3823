// A process of its own for the tests of the watchdog: starts a program under it, says the number, and waits to be killed.
import { writeSync } from "node:fs";
import { startWatchdog, type Kind } from "../embedded/watchdog.ts";

const [, , kind = "", remains = "", script = ""] = process.argv;
const isKind = (text: string): text is Kind => text === "server" || text === "preparation";
if (!isKind(kind)) throw new Error(kind);

const watchdog = startWatchdog([remains]);
const { process: program, output } = watchdog.start(kind, "sh", ["-c", script], { account: {}, folder: remains });
output.on("data", (chunk: Buffer) => void writeSync(1, `${program.pid} ${chunk.toString()}`));
// By the clock: it stays until it is killed.
setInterval(() => undefined, 1000);

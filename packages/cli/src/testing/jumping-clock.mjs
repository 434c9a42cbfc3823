// A clock that a test sets while processes run. `node --import` reads it first; the file in CLOCK_FILE says by how many
// milliseconds the time of day is another one. Timers and `performance.now()` go on as they do when somebody sets a clock.
import { readFileSync } from "node:fs";

const file = process.env["CLOCK_FILE"] ?? "";
const OwnDate = Date;
let offset = 0;

function look() {
  offset = Number(readFileSync(file, "utf8"));
}
look();
// By the clock: it looks for what a test has written.
setInterval(look, 20).unref();

const now = () => OwnDate.now() + offset;
globalThis.Date = new Proxy(OwnDate, {
  apply: () => new OwnDate(now()).toString(),
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

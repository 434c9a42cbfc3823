// Runs in Deno, without any permission but the hosts of its call: takes runs from standard input one after the other, each
// into a realm of its own, and tells what became of it. What code writes is collected and told at its end.
/* global Deno */
import { AsyncLocalStorage } from "node:async_hooks";
import vm from "node:vm";
import { freezeLanguage } from "./freeze-language.js";
import { realmText } from "./realm.js";

const encoder = new TextEncoder();
/** Each worker would have memory of its own; what pages may keep would be on a disk, and of all calls. */
for (const name of ["Worker", "localStorage", "sessionStorage", "caches", "BroadcastChannel"]) delete globalThis[name];
/** Graphics cards are no business of a call, and their drivers are nobody's sandbox. */
delete Object.getPrototypeOf(navigator).gpu;
for (const name of Object.getOwnPropertyNames(globalThis)) if (name.startsWith("GPU")) delete globalThis[name];

const written = Deno.stdout.writable.getWriter();
/** Where the server is gone nobody hears it, and nobody would end this process. */
const say = (line) => written.write(encoder.encode(`${line}\n`)).catch(() => Deno.exit());

const script = new vm.Script(realmText, {
  filename: "run",
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
let asked = 0;
const given = { say, nextNumber: () => ++asked, inspect: (value) => Deno.inspect(value, { depth: 4 }) };

/** What a timer throws is told without whose it was; of what is rejected that is known. */
const timers = { setTimeout: clearTimeout, setInterval: clearInterval, setImmediate: clearImmediate };
/** They end with their run, or each would hold a whole realm. */
const ends = [];
const knowingWhose =
  (schedule, clear) =>
  (work, ...others) => {
    const timer = schedule(
      typeof work !== "function"
        ? work
        : (...passed) => {
            try {
              work(...passed);
            } catch (failure) {
              void Promise.reject(failure);
            }
          },
      ...others,
    );
    ends.push(() => clear(timer));
    return timer;
  };

/** They are the realm itself, and not something that is handed on. */
const itself = ["globalThis", "self", "window", "global", "frames"];

/** What no language has and every browser does, from out here when it is first asked for; nothing can be left on it. */
function handOn(inner, name) {
  const define = (value) =>
    void Object.defineProperty(inner, name, { value, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(inner, name, {
    configurable: true,
    enumerable: false,
    get: () => {
      const found = globalThis[name];
      // As a method of the realm it would not know whose it is.
      const bound = typeof found === "function" && found.prototype === undefined ? found.bind(undefined) : found;
      const value = Object.hasOwn(timers, name) ? knowingWhose(found, timers[name]) : bound;
      if (typeof found === "function" && found.prototype !== undefined) Object.freeze(found.prototype);
      if (name !== "process" && name !== "Deno") Object.freeze(value);
      define(value);
      return value;
    },
    set: define,
  });
}

const ofLanguage = new Set(vm.runInContext("Object.getOwnPropertyNames(globalThis)", vm.createContext({})));
const handedOn = Object.getOwnPropertyNames(globalThis).filter(
  (name) => !ofLanguage.has(name) && !itself.includes(name),
);

function newRealm() {
  const inner = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  for (const name of handedOn) handOn(inner, name);
  for (const name of itself) Object.defineProperty(inner, name, { value: inner, writable: true, configurable: true });
  return script.runInContext(inner)(given);
}

let current;
const runs = new AsyncLocalStorage();

/** What fails where nobody waits for it fails the run that it belongs to, and nothing where that one is over. */
function failLate(event, failure) {
  event.preventDefault();
  const run = runs.getStore();
  if (run === undefined) current?.warned(failure);
  else if (run === current) run.failed(failure);
}
globalThis.addEventListener("error", (event) => failLate(event, event.error));
globalThis.addEventListener("unhandledrejection", (event) => failLate(event, event.reason));

function hear(line) {
  if (line.startsWith('{"run":')) {
    for (const end of ends.splice(0)) end();
    current = newRealm();
    runs.run(current, () => current.run(line));
  } else if (line.startsWith('{"calm":')) void say(line);
  else current?.answered(line);
}

async function listen() {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  }
}

freezeLanguage(ofLanguage);
void listen().finally(() => Deno.exit());

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
/** Graphics cards are no business of a call, and their drivers are no one's sandbox. */
delete Object.getPrototypeOf(navigator).gpu;
for (const name of Object.getOwnPropertyNames(globalThis)) if (name.startsWith("GPU")) delete globalThis[name];

/**
 * At once: what code has left behind may never let this process do anything again. Where the server is gone no one hears
 * it, and no one would end this process.
 */
const say = (line) => {
  try {
    for (let rest = encoder.encode(`${line}\n`); rest.length > 0;) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch {
    Deno.exit();
  }
};

const script = new vm.Script(realmText, {
  filename: "run",
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
/** Of questions, another one in each run. */
function counter() {
  let count = 0;
  return () => ++count;
}
const given = { say, nextNumber: counter(), inspect: (value) => Deno.inspect(value, { depth: 4 }) };

/** What a timer throws is told without whose it was; of what is rejected that is known. */
const timers = { setTimeout: clearTimeout, setInterval: clearInterval, setImmediate: clearImmediate };
/**
 * The timers of a run end with its answer: a later one could keep this process from the run of someone else, and each
 * would hold a whole realm.
 */
class TimersOfRun {
  #clears = [];
  #isOver = false;

  add(clear) {
    if (this.#isOver) clear();
    else this.#clears.push(clear);
  }

  end() {
    this.#isOver = true;
    for (const clear of this.#clears.splice(0)) clear();
  }
}

const knowingWhose =
  (schedule, clear, timersOfRun) =>
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
    timersOfRun.add(() => clear(timer));
    return timer;
  };

/** They are the realm itself, and not something that is handed on. */
const itself = ["globalThis", "self", "window", "global", "frames"];

/** What no language has and every browser does, from out here when it is first asked for; nothing can be left on it. */
function handOn(inner, name, timersOfRun) {
  const define = (value) =>
    void Object.defineProperty(inner, name, { value, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(inner, name, {
    configurable: true,
    enumerable: false,
    get: () => {
      const found = globalThis[name];
      // As a method of the realm it would not know whose it is.
      const bound = typeof found === "function" && found.prototype === undefined ? found.bind(undefined) : found;
      const value = Object.hasOwn(timers, name) ? knowingWhose(found, timers[name], timersOfRun) : bound;
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
  const timersOfRun = new TimersOfRun();
  const inner = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  for (const name of handedOn) handOn(inner, name, timersOfRun);
  for (const name of itself) Object.defineProperty(inner, name, { value: inner, writable: true, configurable: true });
  return script.runInContext(inner)({ ...given, over: () => timersOfRun.end() });
}

/** The run that goes on. */
class Runs {
  #current;
  #whose = new AsyncLocalStorage();

  hear(line) {
    if (line.startsWith('{"run":')) {
      const run = newRealm();
      this.#current = run;
      this.#whose.run(run, () => run.run(line));
    } else if (line.startsWith('{"calm":')) say(line);
    else this.#current?.answered(line);
  }

  /** What fails where no one waits for it fails the run that it belongs to, and nothing where that one is over. */
  failLate(event, failure) {
    event.preventDefault();
    const run = this.#whose.getStore();
    if (run === undefined) this.#current?.warned(failure);
    else if (run === this.#current) run.failed(failure);
  }
}

const runs = new Runs();
globalThis.addEventListener("error", (event) => runs.failLate(event, event.error));
globalThis.addEventListener("unhandledrejection", (event) => runs.failLate(event, event.reason));

async function listen() {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) runs.hear(line);
  }
}

freezeLanguage(ofLanguage);
void listen().finally(() => Deno.exit());

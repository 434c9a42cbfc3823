// What the language has where the realms of runs are made: `structuredClone` and `fetch` bring objects of it, and what is
// merged into one of them by names like `constructor` and `prototype` would be there for the next run as well.

/** Their `name` is set on each new one, which a frozen prototype would refuse. */
const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError];

/** As frozen, except that an object which inherits something may still have another one of its own. */
function freezeInherited(prototype) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const { value, writable } = Object.getOwnPropertyDescriptor(prototype, name);
    if (writable !== true) continue;
    Object.defineProperty(prototype, name, {
      configurable: false,
      get: () => value,
      set(own) {
        if (this === prototype) throw new TypeError(`${name} cannot be replaced`);
        Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  Object.freeze(prototype);
}

/** `names`: of what every realm has of its own. */
export function freezeLanguage(names) {
  const prototypeOf = Object.getPrototypeOf;
  const typedArray = prototypeOf(Uint8Array);
  const functions = [async () => undefined, function* () {}, async function* () {}].map((one) => one.constructor);
  const iterators = [[].values(), new Map().values(), new Set().values(), "".matchAll(/x/g), "".values?.()]
    .filter((one) => one !== undefined)
    .map(prototypeOf);
  const ofLanguage = [...names]
    .map((name) => globalThis[name])
    .filter((one) => Object(one) === one && one !== globalThis);
  for (const prototype of [Object, ...errors].map((one) => one.prototype)) freezeInherited(prototype);
  for (const one of [...ofLanguage, ...functions, typedArray]) {
    if (typeof one === "function" && one.prototype !== undefined) Object.freeze(one.prototype);
    // The depth of stacks is set there.
    if (one !== Error) Object.freeze(one);
  }
  for (const one of iterators) Object.freeze(one);
}

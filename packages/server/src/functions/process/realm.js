// What one run of code sees: all of it, `Object` and `Promise` too, is made anew for each run, in a realm of its own. So
// what code leaves in global variables is gone with its run. These functions are handed on as text (`realmText`): they
// name each other, the language, and nothing else.

/** As in Deno: what is merged into an object is data, whatever it is called. */
function forgetPrototypes() {
  delete Object.prototype.__proto__;
}

class Problem extends Error {
  constructor(code) {
    super(String(code));
    this.name = "Problem";
  }
}

/** What is asked of the server, and its answers. Code may replace `JSON`, and is not to read what is said by that. */
function openQuestions({ say, nextNumber }) {
  const { stringify, parse } = JSON;
  const waiting = new Map();
  const tell = (what) => say(stringify(what));
  return {
    tell,
    parse,
    /** `token`: of the run that asks. What is left of an earlier one asks for no one. */
    ask: (token, what) =>
      new Promise((resolve, reject) => {
        const number = nextNumber();
        // Made here, where the code that asks is still known.
        waiting.set(number, { resolve, reject, failure: new Error("refused") });
        tell({ ask: number, token, ...what });
      }),
    answered: (line) => {
      const said = parse(line);
      const one = waiting.get(said.answered);
      waiting.delete(said.answered);
      if (one === undefined) return;
      if (said.told !== undefined) one.reject(Object.assign(one.failure, { isTold: true, told: said.told }));
      else if (said.wrong !== undefined) one.reject(Object.assign(one.failure, { message: said.wrong }));
      else one.resolve(said.value);
    },
  };
}

function plain(value) {
  if (value instanceof Date || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plain);
  return typeof value.id === "string" ? value.id : value;
}

function values(given) {
  return Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, plain(value)]])),
  );
}

function isObject(one) {
  return one !== null && typeof one === "object";
}

function idOf(row) {
  return isObject(row) ? row.id : row;
}

function fixed(row) {
  return isObject(row) ? Object.freeze(row) : row;
}

/** Each name is something that is made when it is asked for; anyone who awaits the whole asks for `then`. */
function byName(make) {
  return new Proxy(Object.create(null), {
    get: (_, name) => (typeof name !== "string" || name === "then" ? undefined : make(name)),
  });
}

/** The rows as someone may use them: `as` is the caller or the system. */
function rowsAs(as, writes, ask) {
  return byName((entity) => {
    const read = async (how) => (await ask({ as, entity, ...how })).map(fixed);
    const write = (one) => void writes.push({ as, entity, ...one });
    return byName((act) => actOn(act, read, write));
  });
}

function actOn(act, read, write) {
  switch (act) {
    case "read":
      return async (row) => (await read({ where: { id: idOf(row) }, limit: 1 }))[0];
    case "find":
      return async (where, { order = [], limit = 1000 } = {}) =>
        read({ where: values(where), order: [order].flat(), limit });
    case "create":
      return async (given) => {
        const id = given?.id ?? crypto.randomUUID();
        write({ act, id, values: { ...values(given), id } });
        return Object.freeze({ ...values(given), id });
      };
    case "set":
      return async (row, given, expected) => {
        const set = values(given);
        const seen = isObject(row) ? row : {};
        const before = Object.fromEntries(
          Object.keys(set)
            .filter((name) => Object.hasOwn(seen, name))
            .map((name) => [name, seen[name]]),
        );
        write({ act, id: idOf(row), values: set, expected: { ...before, ...values(expected) } });
      };
    case "delete":
      return async (row) => write({ act, id: idOf(row) });
    default:
      return async (row, given) => write({ act: "do", transition: act, id: idOf(row), values: values(given) });
  }
}

/** What code finds under names of their own. `writes` and `mails` are what it leaves. */
function namesOf({ input, me, now, secrets, constants, mails: known, apis }, writes, mails, ask) {
  const fixedEach = (given) =>
    Object.freeze(Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fixed(value)])));
  const services = apis.map((api) => [api, async (given) => ask({ api, input: values(given) })]);
  return {
    input: fixedEach(input),
    me: fixed(me),
    now: new Date(now),
    secrets: Object.freeze(secrets),
    constants: fixedEach(constants),
    db: rowsAs("caller", writes, ask),
    system: rowsAs("system", writes, ask),
    ...(apis.length === 0 ? {} : { api: Object.freeze(Object.fromEntries(services)) }),
    problem: (one) => new Problem(one),
    // Not asynchronous, so that a mistake is told where it stands, also where no one waits for it.
    mail: (name, given) => {
      const id = Object.hasOwn(known, name) ? known[name] : undefined;
      if (id === undefined) throw new Error(`there is no mail "${String(name)}" in section 7`);
      mails.push({ name: id, to: [given?.to].flat().map(idOf), row: idOf(given?.row) });
      return Promise.resolve();
    },
  };
}

/** A function is given everything as one object; a mere body finds it under names of their own. */
async function evaluate(Run, { code, isFunction }, names) {
  if (isFunction) return new Run(`${code}\nreturn call(arguments[0]);\n//# sourceURL=call.ts`)(names);
  return new Run(...Object.keys(names), `${code}\n//# sourceURL=call.ts`)(...Object.values(names));
}

function textOf(one, inspect) {
  if (typeof one === "string") return one;
  try {
    return one instanceof Error ? (one.stack ?? one.message) : inspect(one);
  } catch {
    return "?";
  }
}

function toldFailure(failure, inspect) {
  if (failure instanceof Problem) return { code: failure.message };
  if (failure?.isTold === true) return { told: failure.told };
  return {
    message: textOf(failure?.message ?? failure, inspect).slice(0, 2000),
    stack: textOf(failure?.stack ?? "", inspect).slice(0, 4000),
  };
}

/**
 * `say`: a line for the server; `nextNumber`: of a question, another one in each run; `inspect`: any value in words;
 * `over`: ends what the run has left behind, as soon as its answer is known.
 */
function realm({ say, nextNumber, inspect, over }) {
  const Run = (async () => undefined).constructor;
  const { ask, tell, parse, answered } = openQuestions({ say, nextNumber });
  const fail = (token, failure) => {
    over();
    tell({ token, failed: toldFailure(failure, inspect) });
  };
  forgetPrototypes();
  for (const level of ["debug", "log", "info", "warn", "error"])
    console[level] = (...given) => {
      const text = given.map((one) => textOf(one, inspect)).join(" ");
      void tell({ log: text.slice(0, 2000), level, stack: new Error("here").stack });
    };

  async function run(asked) {
    const { token } = asked;
    const [writes, mails] = [[], []];
    try {
      const names = namesOf(asked, writes, mails, async (what) => ask(token, what));
      const answer = await evaluate(Run, asked, names);
      over();
      tell({ token, done: { answer: answer ?? null, writes, mails } });
    } catch (failure) {
      fail(token, failure);
    }
  }

  let token;
  return {
    run: (line) => {
      const asked = parse(line).run;
      ({ token } = asked);
      void run(asked);
    },
    /** What no one in it waited for went wrong. */
    failed: (failure) => fail(token, failure),
    /** The same, where it may be of an earlier run. */
    warned: (failure) => console.error(failure),
    answered,
  };
}

const parts = [
  forgetPrototypes,
  Problem,
  openQuestions,
  plain,
  values,
  isObject,
  idOf,
  fixed,
  byName,
  rowsAs,
  actOn,
  namesOf,
  evaluate,
  textOf,
  toldFailure,
  realm,
];

/** An expression whose value is `realm`, in whatever realm it is run. */
export const realmText = `(() => {\n${parts.join("\n")}\nreturn realm;\n})()`;

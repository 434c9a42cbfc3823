// What one run of code sees: all of it, `Object` and `Promise` too, is made anew for each run, in a realm of its own. So
// what code leaves in global variables is gone with its run. This function is handed on as text and names nothing around it.

/** `say`: a line for the server; `nextNumber`: of a question, another one in each run; `inspect`: any value in words. */
export function realm({ say, nextNumber, inspect }) {
  const { stringify, parse } = JSON;
  // As in Deno: what is merged into an object is data, whatever it is called.
  delete Object.prototype.__proto__;
  const Run = (async () => undefined).constructor;
  const tell = (what) => say(stringify(what));

  class Problem extends Error {
    constructor(code) {
      super(String(code));
      this.name = "Problem";
    }
  }

  const waiting = new Map();
  /** `token`: of the run that asks. What is left of an earlier one asks for nobody. */
  const ask = (token, what) =>
    new Promise((resolve, reject) => {
      const number = nextNumber();
      // Made here, where the code that asks is still known.
      waiting.set(number, { resolve, reject, failure: new Error("refused") });
      tell({ ask: number, token, ...what });
    });

  const plain = (value) =>
    value instanceof Date || value === null || typeof value !== "object"
      ? value
      : Array.isArray(value)
        ? value.map(plain)
        : typeof value.id === "string"
          ? value.id
          : value;
  const values = (given) =>
    Object.fromEntries(
      Object.entries(given ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, plain(value)]])),
    );
  const idOf = (row) => (row !== null && typeof row === "object" ? row.id : row);
  const fixed = (row) => (row !== null && typeof row === "object" ? Object.freeze(row) : row);

  /** The rows as somebody may use them: `as` is the caller or the system. */
  const rowsAs = (as, writes, token) =>
    new Proxy(Object.create(null), {
      get: (_, entity) =>
        typeof entity !== "string" || entity === "then"
          ? undefined
          : new Proxy(Object.create(null), {
              get: (_inner, act) => {
                if (typeof act !== "string" || act === "then") return undefined;
                const read = async (how) => (await ask(token, { as, entity, ...how })).map(fixed);
                const write = (one) => void writes.push({ as, entity, ...one });
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
                      const seen = row !== null && typeof row === "object" ? row : {};
                      const held = Object.fromEntries(
                        Object.keys(set)
                          .filter((name) => Object.hasOwn(seen, name))
                          .map((name) => [name, seen[name]]),
                      );
                      write({ act, id: idOf(row), values: set, expected: { ...held, ...values(expected) } });
                    };
                  case "delete":
                    return async (row) => write({ act, id: idOf(row) });
                  default:
                    return async (row, given) =>
                      write({ act: "do", transition: act, id: idOf(row), values: values(given) });
                }
              },
            }),
    });

  /** The services of the document, each as a function of what it is given. */
  const services = (apis, token) =>
    Object.freeze(
      Object.fromEntries(apis.map((api) => [api, async (given) => ask(token, { api, input: values(given) })])),
    );

  const shown = (one) => {
    if (typeof one === "string") return one;
    try {
      return one instanceof Error ? (one.stack ?? one.message) : inspect(one);
    } catch {
      return "?";
    }
  };
  for (const level of ["debug", "log", "info", "warn", "error"])
    console[level] = (...given) =>
      void tell({ log: given.map(shown).join(" ").slice(0, 2000), level, stack: new Error("here").stack });

  /** A function is given everything as one object; a mere body finds it under names of their own. */
  const compile = (code, isFunction, names) =>
    isFunction
      ? new Run(`${code}\nreturn call(arguments[0]);\n//# sourceURL=call.ts`)
      : new Run(...names, `${code}\n//# sourceURL=call.ts`);

  async function run({ token, code, isFunction, input, me, now, secrets, constants, mails, apis }) {
    const writes = [];
    const left = [];
    const names = {
      input: Object.freeze(Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fixed(value)]))),
      me: fixed(me),
      now: new Date(now),
      secrets: Object.freeze(secrets),
      constants: Object.freeze(
        Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, fixed(value)])),
      ),
      db: rowsAs("caller", writes, token),
      system: rowsAs("system", writes, token),
      ...(apis.length === 0 ? {} : { api: services(apis, token) }),
      problem: (one) => new Problem(one),
      // Not asynchronous, so that a mistake is told where it stands, also where nobody waits for it.
      mail: (name, given) => {
        const id = Object.hasOwn(mails, name) ? mails[name] : undefined;
        if (id === undefined) throw new Error(`there is no mail "${String(name)}" in section 7`);
        left.push({ name: id, to: [given?.to].flat().map(idOf), row: idOf(given?.row) });
        return Promise.resolve();
      },
    };
    try {
      const body = compile(code, isFunction, Object.keys(names));
      const answer = await (isFunction ? body(names) : body(...Object.values(names)));
      await tell({ token, done: { answer: answer ?? null, writes, mails: left } });
    } catch (failure) {
      fail(token, failure);
    }
  }

  const fail = (token, failure) =>
    void tell({
      token,
      failed:
        failure instanceof Problem
          ? { code: failure.message }
          : failure?.isTold === true
            ? { told: failure.told }
            : {
                message: shown(failure?.message ?? failure).slice(0, 2000),
                stack: shown(failure?.stack ?? "").slice(0, 4000),
              },
    });

  let token;
  return {
    run: (line) => {
      const asked = parse(line).run;
      ({ token } = asked);
      void run(asked);
    },
    /** What nobody in it waited for went wrong. */
    failed: (failure) => fail(token, failure),
    /** The same, where it may be of an earlier run. */
    warned: (failure) => console.error(failure),
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

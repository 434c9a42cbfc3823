// A clock for tests that bound time: what this process has worked, so that whoever shares the machine does not count.

/** In milliseconds, of all its threads. Only differences mean something. */
export function workClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

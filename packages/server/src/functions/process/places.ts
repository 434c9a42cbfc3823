// Places of functions, shared fairly by caller: a caller who runs endless loops only delays their own calls, and others
// have their turn.

/** Who makes a call. Undefined: effects, schedules and keys of the service, which are the product's own work. */
export type RunCaller = {
  /** A caller with many accounts still comes from one network. */
  readonly network: string;
  readonly account: string | undefined;
};

export type Claim = { readonly version: string; readonly caller: RunCaller | undefined };

export type Places = {
  /** Ends when it is one's turn; what it gives ends the turn. Undefined: too many wait already. */
  readonly take: (claim: Claim) => Promise<() => void> | undefined;
  readonly busyOf: (version: string) => number;
  /** All that wait have their turn, whatever runs. */
  readonly end: () => void;
};

export type PlaceLimits = { readonly places: number; readonly ofVersion: number; readonly waiting: number };

/** Of all places, and of those of one call: a network has three quarters at most, an account half, and so has the line. */
const mostOfNetwork = (places: number): number => Math.max(1, Math.floor((places * 3) / 4));
const mostOfAccount = (places: number): number => Math.max(1, Math.floor(places / 2));

type Waiting = { readonly claim: Claim; readonly go: () => void };

export function createPlaces({ places, ofVersion, waiting: mostWaiting }: PlaceLimits): Places {
  const running = new Set<Claim>();
  /** In the order of their turns: a caller that was served goes to the end. */
  const lines = new Map<string, Waiting[]>();
  let isOver = false;

  const count = (is: (claim: Claim) => boolean) => [...running].filter(is).length;
  const isFree = ({ version, caller }: Claim): boolean => {
    const ofSame = (one: Claim) => one.version === version;
    if (running.size >= places || count(ofSame) >= ofVersion) return false;
    if (caller === undefined) return true;
    const fits = (isTheirs: (claim: Claim) => boolean, most: (places: number) => number) =>
      count(isTheirs) < most(places) && count((one) => isTheirs(one) && ofSame(one)) < most(ofVersion);
    const { network, account } = caller;
    const ofAccount = (one: Claim) => one.caller?.account === account;
    return (
      fits((one) => one.caller?.network === network, mostOfNetwork) &&
      (account === undefined || fits(ofAccount, mostOfAccount))
    );
  };
  const begin = (claim: Claim): (() => void) => {
    // Another object for each run.
    const own = { ...claim };
    running.add(own);
    return () => {
      running.delete(own);
      next();
    };
  };
  const next = () => {
    for (const [key, line] of lines) {
      const at = line.findIndex(({ claim }) => isFree(claim));
      if (at < 0) continue;
      const [one] = line.splice(at, 1);
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      one?.go();
      return next();
    }
  };
  const waitingInAll = () => [...lines.values()].reduce((sum, line) => sum + line.length, 0);

  return {
    take: (claim) => {
      const key = keyOf(claim);
      const line = lines.get(key) ?? [];
      const isFirst = !line.some(({ claim: { version } }) => version === claim.version);
      if (isOver || (isFirst && isFree(claim))) return Promise.resolve(begin(claim));
      if (waitingInAll() >= mostWaiting || (claim.caller !== undefined && line.length >= mostWaiting / 4))
        return undefined;
      lines.set(key, line);
      return new Promise((resolve) => void line.push({ claim, go: () => resolve(begin(claim)) }));
    },
    busyOf: (version) => count((one) => one.version === version),
    end: () => {
      isOver = true;
      const all = [...lines.values()].flat();
      lines.clear();
      for (const { go } of all) go();
    },
  };
}

const keyOf = ({ caller }: Claim): string =>
  caller === undefined ? "" : caller.account === undefined ? `network ${caller.network}` : `account ${caller.account}`;

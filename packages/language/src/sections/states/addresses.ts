// Addresses for rows that may stand several times: the rows of one transition, the effects of one moment.

export type Addresses = {
  /** The address itself for the first row that asks for it, then with `/2`, `/3`, … */
  readonly next: (address: string) => string;
};

export function countAddresses(): Addresses {
  const counts = new Map<string, number>();
  return {
    next: (address) => {
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      return count === 1 ? address : `${address}/${count}`;
    },
  };
}

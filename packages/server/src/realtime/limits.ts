// How much of everything one socket, one network and all of them may have: nothing here grows without end.

export type LiveLimits = {
  /** Of all, and of one network. */
  readonly sockets: number;
  readonly socketsOfOne: number;
  readonly channelsOfSocket: number;
  readonly channelsOfOne: number;
  /** A second, with as many at once as two seconds allow. */
  readonly joins: number;
  readonly joinsOfOne: number;
  readonly messages: number;
  readonly messagesOfOne: number;
  /** Milliseconds in which patterns of filters are matched, a second. */
  readonly matchingOfOne: number;
  /** Of one message. */
  readonly bytes: number;
  /** What one socket has been sent and has not fetched. */
  readonly waitingBytes: number;
  /** Without a word. Clients say something every 25 seconds. */
  readonly silenceMilliseconds: number;
  /** How often tokens are looked at, and how often policies are asked again. */
  readonly lookMilliseconds: number;
  readonly policyMilliseconds: number;
  readonly subscriptionsOfChannel: number;
  /** How long a client that joins waits until the database is listened to: clients give up after ten seconds. */
  readonly startMilliseconds: number;
  /** How long a channel that asked for `replication_ready` waits until the database is listened to. */
  readonly readyMilliseconds: number;
  /** What one has said of themselves on a topic, and all of them together. */
  readonly presenceBytes: number;
  readonly presenceBytesOfTopic: number;
};

export const usualLiveLimits: LiveLimits = {
  sockets: 12_000,
  socketsOfOne: 2000,
  channelsOfSocket: 100,
  channelsOfOne: 10_000,
  joins: 50,
  joinsOfOne: 500,
  messages: 100,
  messagesOfOne: 2000,
  matchingOfOne: 100,
  bytes: 2 ** 20,
  waitingBytes: 4 * 2 ** 20,
  silenceMilliseconds: 60_000,
  lookMilliseconds: 5000,
  policyMilliseconds: 30_000,
  subscriptionsOfChannel: 50,
  startMilliseconds: 5000,
  readyMilliseconds: 60_000,
  presenceBytes: 16 * 2 ** 10,
  presenceBytesOfTopic: 2 * 2 ** 20,
};

/** So many a second, and two seconds' worth at once. */
export type Allowance = { left: number; at: number };

export const newAllowance = (perSecond: number): Allowance => ({ left: perSecond * 2, at: performance.now() });

export function take(allowance: Allowance, perSecond: number, count = 1): boolean {
  const now = performance.now();
  allowance.left = Math.min(perSecond * 2, allowance.left + ((now - allowance.at) * perSecond) / 1000);
  allowance.at = now;
  if (allowance.left < count) return false;
  allowance.left -= count;
  return true;
}

// What a client asks for when it joins a channel, read from whatever it sends.
import { randomUUID } from "node:crypto";

export type JoinRequest = {
  readonly token: string | undefined;
  readonly isPrivate: boolean;
  readonly ack: boolean;
  readonly self: boolean;
  /** Asks for a message once all database changes are received. */
  readonly isReadyWanted: boolean;
  readonly presenceKey: string;
  readonly isPresenceWanted: boolean;
  /** As the client wrote them: it compares them with what it is answered. */
  readonly changes: readonly Readonly<Record<string, unknown>>[];
};

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const isTrue = (value: unknown): boolean => value === true || value === "true";

const longestKey = 255;

export function readJoin(payload: unknown): JoinRequest {
  const whole = objectIn(payload);
  const config = objectIn(whole["config"]);
  const broadcast = objectIn(config["broadcast"]);
  const presence = objectIn(config["presence"]);
  const { key } = presence;
  const changes = Array.isArray(config["postgres_changes"]) ? (config["postgres_changes"] as readonly unknown[]) : [];
  return {
    token: tokenIn(whole["user_token"]) ?? tokenIn(whole["access_token"]),
    isPrivate: isTrue(config["private"]),
    ack: isTrue(broadcast["ack"]),
    self: isTrue(broadcast["self"]),
    isReadyWanted: isTrue(broadcast["replication_ready"]),
    presenceKey:
      (typeof key === "string" || typeof key === "number") && `${key}` !== ""
        ? `${key}`.slice(0, longestKey)
        : randomUUID(),
    isPresenceWanted: isTrue(presence["enabled"]),
    changes: changes.filter((one) => one !== null).map(objectIn),
  };
}

/** A key of a project in its newer form is no token: what the socket was opened with holds. */
export const tokenIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && !value.startsWith("sb_") ? value : undefined;

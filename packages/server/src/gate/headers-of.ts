// The headers of a request, each as one text.
import type { IncomingMessage } from "node:http";

export type Headers = { readonly get: (name: string) => string | null };

export const headersOf = ({ headers }: Pick<IncomingMessage, "headers">): Headers => ({
  get: (name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  },
});

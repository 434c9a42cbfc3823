// What was asked of the data API and is kept for a while.
import { QueryClient } from "@tanstack/react-query";
import { Refusal } from "./refusal.ts";
import { fresh } from "./watch.ts";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fresh,
      // What was refused stays refused; a connection that broke is tried again.
      retry: (count, failure) =>
        count < 2 && !(failure instanceof Refusal && failure.status >= 400 && failure.status < 500),
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

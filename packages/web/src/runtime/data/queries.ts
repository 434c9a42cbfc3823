// What was asked of the data API and is kept for a while.
import { QueryClient } from "@tanstack/react-query";
import { Refusal } from "../../words/refusal.ts";
import { fresh } from "./watch.ts";

class Queries extends QueryClient {
  /**
   * An answer that is still waited for, and the first of its kind, may be from before the change: the client would take it
   * for the new one, so it is given up and asked for anew.
   */
  override async invalidateQueries(
    ...[filters, ...options]: Parameters<QueryClient["invalidateQueries"]>
  ): Promise<void> {
    const { predicate = () => true, refetchType, ...others } = filters ?? {};
    if (refetchType !== "none")
      await this.cancelQueries({
        ...others,
        fetchStatus: "fetching",
        predicate: (query) => query.state.data === undefined && query.isActive() && predicate(query),
      });
    return super.invalidateQueries(filters, ...options);
  }
}

export const queries = new Queries({
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

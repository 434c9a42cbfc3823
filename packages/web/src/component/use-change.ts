// Changes from a component: what is shown is refetched, and refusals are shown in the document's words.
import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { wordsOf } from "../kit/failure.tsx";
import { notify } from "../kit/notify.ts";
import { refusalOf, type Complaint } from "../words/refusal.ts";
import { changedRows } from "../runtime/data/use-step.ts";
import { useProduct } from "../runtime/product/product.tsx";
import type { EntityQuery, Call, ScreenName, TakenBy } from "./register.ts";

/** Transitions are called by `call`, everything else is asked of the rows of an entity. */
export type Changing<Screen extends ScreenName> = {
  readonly from: <Name extends TakenBy<Screen>>(entity: Name) => EntityQuery<Name>;
  readonly call: Call;
};

export type Changed<Result> =
  | { readonly result: Result; readonly complaints?: undefined }
  | { readonly result?: undefined; readonly complaints: readonly Complaint[] };

export type Change<Screen extends ScreenName> = {
  /** `quiet`: the component shows itself what is refused. */
  readonly change: <Result>(
    work: (db: Changing<Screen>) => PromiseLike<PostgrestSingleResponse<Result>>,
    options?: { readonly quiet?: boolean },
  ) => Promise<Changed<Result>>;
  readonly isChanging: boolean;
};

export function useChange<Screen extends ScreenName>(): Change<Screen> {
  const { backend, say } = useProduct();
  const queries = useQueryClient();
  const [running, setRunning] = useState(0);
  const change: Change<Screen>["change"] = async (work, { quiet = false } = {}) => {
    setRunning((count) => count + 1);
    try {
      const db = { from: backend.from, call: backend.rpc } as unknown as Changing<Screen>;
      const { data, error, status } = await work(db);
      if (error === null) return { result: data };
      const refusal = refusalOf(error, status);
      if (!quiet) notify(wordsOf(refusal, say), "wrong");
      return { complaints: refusal.complaints };
    } finally {
      setRunning((count) => count - 1);
      await changedRows(queries);
    }
  };
  return { change, isChanging: running > 0 };
}

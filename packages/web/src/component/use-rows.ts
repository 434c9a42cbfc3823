// Rows for a component: asked as supabase-js asks, kept, and asked again while a user looks.
import { useQuery } from "@tanstack/react-query";
import type { Application } from "@writ/language/product";
import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import { dataOf } from "../runtime/data/rows.ts";
import { watched, type Watch } from "../runtime/data/watch.ts";
import { useProduct } from "../runtime/product/product.tsx";
import { isReadGap } from "../runtime/product/gaps.ts";
import type { EntityQuery, EntityName } from "./register.ts";

export type Rows<Result> = {
  /** Undefined until they are there. */
  readonly rows: Result | undefined;
  /** Why they are not. Its message is for people, in the words of the document. */
  readonly failure: Error | undefined;
  /** None came, and the document does not say who reads them: draw `<NotShown />`, and not that there are none. */
  readonly notShown: boolean;
  readonly reload: () => void;
};

/**
 * `ask` is called on each drawing, and its request is sent when it is another one than before. Undefined instead of a
 * request: nothing is asked yet.
 */
export function useRows<Name extends EntityName, Result>(
  entity: Name,
  ask: (rows: EntityQuery<Name>) => PromiseLike<PostgrestSingleResponse<Result>> | undefined,
): Rows<Result> {
  const product = useProduct();
  const { application, backend, person } = product;
  const asked = ask(backend.from(entity) as unknown as EntityQuery<Name>);
  const result = useQuery({
    queryKey: [entity, "component", addressOf(asked), person?.id ?? null],
    queryFn: async ({ signal }) => {
      const request = ask(backend.from(entity) as unknown as EntityQuery<Name>);
      if (request === undefined) throw new Error("nothing is asked");
      return dataOf<Result>(await stoppable(request, signal));
    },
    enabled: asked !== undefined,
    ...watched(backend, watchesIn(entity, addressOf(asked), application)),
  });
  return {
    rows: result.data,
    failure: result.error ?? undefined,
    notShown: isNothing(result.data) && isReadGap(entity, product),
    reload: () => void result.refetch(),
  };
}

const isNothing = (answer: unknown): boolean => answer === null || (Array.isArray(answer) && answer.length === 0);

/** The address of the request identifies the query; rows are only read here. */
function addressOf(asked: unknown): string {
  if (asked === undefined) return "";
  if (typeof asked === "object" && asked !== null && "url" in asked && asked.url instanceof URL) return asked.url.href;
  throw new Error("useRows takes a request of the rows that it is given: (rows) => rows.select(…)");
}

/** What a request embeds is named in its address. */
function watchesIn(entity: string, address: string, { entities }: Application): readonly Watch[] {
  const select = address === "" ? "" : (new URL(address).searchParams.get("select") ?? "");
  const named = (select.match(/\w+/g) ?? []).filter((word) => word !== entity && Object.hasOwn(entities, word));
  return [entity, ...new Set(named)].map((one) => ({ entity: one }));
}

const stoppable = <Answer>(request: PromiseLike<Answer>, signal: AbortSignal): PromiseLike<Answer> =>
  "abortSignal" in request && typeof request.abortSignal === "function"
    ? (request.abortSignal as (signal: AbortSignal) => PromiseLike<Answer>).call(request, signal)
    : request;

// The inbox: the messages of the product to its reader, newest first, each leading to what it is about.
import { Button } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Failure } from "../../kit/failure.tsx";
import { notify } from "../../kit/notify.ts";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { usePeopleSay } from "../product/use-people-say.ts";
import { dataOf } from "../data/rows.ts";
import { watched } from "../data/watch.ts";
import { useSignedInPage } from "../shell/use-signed-in-page.ts";
import { NoSuchPage } from "../gaps/no-such-page.tsx";
import { useProduct } from "../product/product.tsx";
import { Shell } from "../shell/shell.tsx";
import { Choices } from "./choices.tsx";
import { useEntryAddresses } from "./entry-addresses.ts";
import { EntryLine, type Entry } from "./entry-line.tsx";
import classes from "./inbox.module.css";

/** As many as the database gives at once. */
const pageSize = 30;

export function Inbox() {
  const { application } = useProduct();
  const say = usePeopleSay();
  if (!useSignedInPage(say("inbox"))) return null;
  return (
    <Shell>
      {application.inbox ? (
        <div className={classes["page"]}>
          <Entries />
          <Choices />
        </div>
      ) : (
        <NoSuchPage />
      )}
    </Shell>
  );
}

function Entries() {
  const { backend, person, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const queries = useQueryClient();
  const pages = useInfiniteQuery({
    queryKey: ["inbox", "entries", person?.id ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const behind = pageParam === undefined ? {} : { before: pageParam.made_at, before_id: pageParam.id };
      return dataOf<readonly Entry[]>(await backend.rpc("my_inbox", behind, { get: true }).abortSignal(signal));
    },
    initialPageParam: undefined as Entry | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
    ...watched(backend, []),
  });
  const entries = pages.data?.pages.flat() ?? [];
  const addresses = useEntryAddresses(entries);
  const [newest] = entries;
  const mark = async (which: object) => {
    const { error } = await backend.rpc("mark_inbox", which);
    if (error !== null) notify(error.message, "wrong");
    await queries.invalidateQueries({ queryKey: ["inbox"] });
  };
  return (
    <>
      <div className="page-head">
        <h1>{say("inbox")}</h1>
        {newest !== undefined && entries.some(({ read_at: readAt }) => readAt === null) && (
          // What comes while a user reads is not read by that.
          <Button variant="default" size="xs" onClick={() => void mark({ up_to: newest.made_at })}>
            {say("markAllRead")}
          </Button>
        )}
      </div>
      {pages.error !== null && pages.data === undefined ? (
        <Failure say={sayCore} error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.data === undefined ? (
        <div role="status" aria-label={sayCore("loading")}>
          <RowSkeletons count={5} />
        </div>
      ) : newest === undefined ? (
        <p className="face">{say("inboxEmpty")}</p>
      ) : (
        <ol className={classes["entries"]} aria-label={say("inbox")}>
          {entries.map((entry) => (
            <EntryLine
              key={entry.id}
              entry={entry}
              address={addresses.get(entry.row_id)}
              onRead={() => void mark({ ids: [entry.id] })}
            />
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {sayCore("loadMore")}
        </Button>
      )}
    </>
  );
}

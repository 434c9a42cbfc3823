// Files: the buckets of the document's fields, what lies in each and whose it is, and what waits to go. Only to be looked at.
import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { BucketView, BucketsView, FileView, FilesView } from "@writ/server/response-types";
import { decoded } from "../runtime/values/file-path.ts";
import { getJson, fileAddress } from "./api.ts";
import { bytesOf } from "./bytes-of.ts";
import { Empty, Faces, momentOf } from "./faces.tsx";
import { Table } from "./table.tsx";
import { addressOf, go, useRoute, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

export function FilesPage() {
  const { search } = useRoute();
  const buckets = useQuery({
    queryKey: ["buckets"],
    queryFn: async () => getJson<BucketsView>("buckets"),
    refetchInterval: 10_000,
  });
  return (
    <>
      <div className="page-head">
        <h1>Files</h1>
      </div>
      <Faces of={buckets}>
        {({ isKept, buckets: all, unfinished, gone }) => {
          if (!isKept)
            return (
              <Empty title="No file storage">
                <p>The product was started without a folder for files.</p>
              </Empty>
            );
          const chosen = all.find(({ id }) => id === search.get("bucket")) ?? all[0];
          if (chosen === undefined)
            return (
              <Empty title="No fields for files">
                <p>Each field of type file, image or files in section 3 has its own bucket, which appears here.</p>
              </Empty>
            );
          return (
            <>
              <p className="quiet">
                Unfinished uploads: {unfinished}. Files waiting to be removed from disk: {gone}.
              </p>
              <div className={classes["split"]}>
                <ul className={classes["list"]}>
                  {all.map((bucket) => (
                    <li key={bucket.id}>
                      <button
                        type="button"
                        data-step
                        className={classes["item"]}
                        aria-current={bucket.id === chosen.id}
                        onClick={() => go(addressOf("files", { bucket: bucket.id }), true)}
                      >
                        <strong className="clip">{bucket.field ?? bucket.id}</strong>
                        <span className="quiet figures">
                          files: {bucket.isMore && "more than "}
                          {bucket.files}, {bytesOf(bucket.bytes)}
                        </span>
                        {bucket.waiting > 0 && (
                          <span className="quiet figures">not attached to a row: {bucket.waiting}</span>
                        )}
                      </button>
                    </li>
                  ))}
                </ul>
                <Bucket key={chosen.id} bucket={chosen} isWaiting={search.get("waiting") === "yes"} />
              </div>
            </>
          );
        }}
      </Faces>
    </>
  );
}

function Bucket({ bucket, isWaiting }: { readonly bucket: BucketView; readonly isWaiting: boolean }) {
  const { id, field, clause, isGone, isPublic, mostBytes, types, waiting, due } = bucket;
  const files = useInfiniteQuery({
    queryKey: ["files", id, isWaiting],
    queryFn: async ({ pageParam }) =>
      getJson<FilesView>("files", { bucket: id, after: pageParam, waiting: isWaiting ? "yes" : "" }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: 10_000,
  });
  const show = (waits: boolean) => go(addressOf("files", { bucket: id, waiting: waits ? "yes" : "" }), true);
  return (
    <section className={classes["panel"]} aria-label={field ?? id}>
      <h2>{field ?? id}</h2>
      <p className="quiet breaks">
        {clause === null ? (
          `${isGone ? "The document no longer has its field" : "No field of the document uses it"}${isPublic ? "; everyone can download its files" : ""}.`
        ) : (
          <>
            <RouteLink to={addressOf("document", { clause })}>{clause}</RouteLink>, {types?.join(", ") ?? "of any type"}
            , {mostBytes === null ? "of any size" : `${bytesOf(mostBytes)} at most`}.
          </>
        )}
      </p>
      <div className={classes["tabs"]} role="group" aria-label="Show">
        <button type="button" aria-pressed={!isWaiting} onClick={() => show(false)}>
          All
        </button>
        <button type="button" aria-pressed={isWaiting} onClick={() => show(true)}>
          Not attached ({waiting})
        </button>
      </div>
      {isWaiting && (
        <p className="quiet">
          An uploaded file waits up to a day for its row to be saved. A file that its row no longer uses is due for
          deletion immediately. The next sweep deletes {due} of these files.
        </p>
      )}
      <Faces of={files}>
        {({ pages }) => {
          const all = pages.flatMap((page) => page.files);
          if (all.length === 0) return <Empty title={isWaiting ? "Every file is attached to a row" : "No files yet"} />;
          return (
            <>
              <FileTable files={all} />
              {files.hasNextPage && (
                <Button variant="default" loading={files.isFetchingNextPage} onClick={() => void files.fetchNextPage()}>
                  Show older files
                </Button>
              )}
            </>
          );
        }}
      </Faces>
    </section>
  );
}

function FileTable({ files }: { readonly files: readonly FileView[] }) {
  return (
    <Table label="Files" heads={["Name", "Size", "Type", "Row", "Uploaded", "Download"]}>
      {files.map(({ id, name, bytes, type, row, goesAt, isDue, madeAt, by, hasBytes }) => (
        <tr key={id}>
          <td className="breaks">{shortOf(name)}</td>
          <td className="figures">{bytes === null ? "" : bytesOf(bytes)}</td>
          <td>{type}</td>
          <td className="breaks">
            {row?.label ?? <span className="quiet">no row</span>}
            {goesAt !== null && (
              <p>
                <span className="badge" data-stage="middle">
                  {isDue === true
                    ? "deleted with the next sweep"
                    : `deleted ${momentOf(goesAt)} unless its row is saved`}
                </span>
              </p>
            )}
          </td>
          <td className="figures">
            {momentOf(madeAt)}
            {by !== null && <p className="quiet breaks">{by}</p>}
          </td>
          <td>
            {hasBytes ? (
              <a href={fileAddress(id)} download aria-label={`Download ${shortOf(name)}`}>
                Download
              </a>
            ) : (
              <span className="wrong">content missing</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Before it stand the row and a word of chance. */
const shortOf = (name: string): string => decoded(name.replace(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\//, ""));

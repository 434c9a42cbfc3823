// Files as they are shown: small pictures, or names that open what they name.
import { IconFile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { notify } from "../../kit/notify.ts";
import { useProduct } from "../product/product.tsx";
import { fileName } from "../values/file-path.ts";
import { addressFor, fetchFile } from "./upload.ts";
import classes from "./files.module.css";

type ShowFilesProps = {
  readonly bucket: string;
  readonly paths: readonly string[];
  readonly isPicture: boolean;
  /** Among facts, where each can be opened; lists only name them. */
  readonly whole: boolean;
};

export function ShowFiles({ bucket, paths, isPicture, whole }: ShowFilesProps) {
  const [path] = paths;
  if (!whole)
    return isPicture && path !== undefined ? (
      <Picture bucket={bucket} path={path} className={classes["small"] ?? ""} />
    ) : (
      <>{paths.map(fileName).join(", ")}</>
    );
  if (isPicture && path !== undefined)
    return (
      <Opened bucket={bucket} path={path}>
        <Picture bucket={bucket} path={path} className={classes["large"] ?? ""} />
      </Opened>
    );
  return (
    <ul className={classes["files"]}>
      {paths.map((one) => (
        <FileRow key={one} bucket={bucket} path={one} isPicture={false} />
      ))}
    </ul>
  );
}

type FileRowProps = {
  readonly bucket: string;
  readonly path: string;
  readonly isPicture: boolean;
  readonly children?: ReactNode;
};

const drawn = /\.(?:png|jpe?g|gif|webp|avif)$/i;

export function FileRow({ bucket, path, isPicture, children }: FileRowProps) {
  const name = fileName(path);
  return (
    <li className={classes["file"]}>
      {isPicture || drawn.test(name) ? (
        <Picture bucket={bucket} path={path} className={classes["small"] ?? ""} isBeside />
      ) : (
        <IconFile size={20} stroke={1.5} aria-hidden="true" className="quiet" />
      )}
      <span className={classes["about"]}>
        <Opened bucket={bucket} path={path}>
          <span className="clip">{name}</span>
        </Opened>
      </span>
      {children}
    </li>
  );
}

/** The browser fetches it by an address that is good for a minute; the window is opened at once, or it would be kept from it. */
function Opened({
  bucket,
  path,
  children,
}: {
  readonly bucket: string;
  readonly path: string;
  readonly children: ReactNode;
}) {
  const { backend, say } = useProduct();
  const open = async () => {
    const opened = window.open("", "_blank");
    if (opened !== null) opened.opener = null;
    const address = await addressFor(backend, bucket, path).catch(() => undefined);
    if (address !== undefined) return (opened?.location ?? location).replace(address);
    opened?.close();
    return notify(say("fileGone"), "wrong");
  };
  return (
    <button
      type="button"
      className={classes["open"]}
      aria-label={say("openFile", { name: fileName(path) })}
      onClick={() => void open()}
    >
      {children}
    </button>
  );
}

type PictureProps = {
  readonly bucket: string;
  readonly path: string;
  readonly className: string;
  /** Its name stands beside it. */
  readonly isBeside?: boolean;
};

/** Fetched when it comes into sight, with the reader's own rights, and kept: files never change. */
function Picture({ bucket, path, className, isBeside = false }: PictureProps) {
  const { backend } = useProduct();
  const [frame, setFrame] = useState<HTMLSpanElement | null>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (frame === null || isSeen) return undefined;
    const watching = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: "200px" },
    );
    watching.observe(frame);
    return () => watching.disconnect();
  }, [frame, isSeen]);
  const { data } = useQuery({
    queryKey: ["file", bucket, path],
    queryFn: async ({ signal }) => (await fetchFile(backend, bucket, path, signal)) ?? null,
    enabled: isSeen,
    staleTime: Infinity,
  });
  return (
    <span ref={setFrame} className={className} data-empty={data === undefined || data === null || undefined}>
      {data && <Drawn blob={data} alt={isBeside ? "" : fileName(path)} />}
    </span>
  );
}

/** The bytes are let go of with the picture. */
function Drawn({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img ref={draw} alt={alt} decoding="async" />;
}

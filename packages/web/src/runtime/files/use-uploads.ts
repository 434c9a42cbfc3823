// Uploads of one field: each file by itself, retried where it failed, and removed when the user leaves.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Uploads } from "../fields/input-field.tsx";
import { useProduct } from "../product/product.tsx";
import { showSize, wrongWith, type FileType } from "../field-types/files/limits.ts";
import { pathFor } from "./names.ts";
import { takeBack, upload, UploadRefused } from "./upload.ts";

/** On its way, or stopped on it. */
export type Going = {
  readonly path: string;
  readonly file: File;
  /** From 0 to 1. */
  readonly part: number;
  readonly wrong?: string;
  readonly stop: AbortController;
};

export type UploadsOptions = {
  readonly bucket: string;
  readonly type: FileType;
  readonly paths: readonly string[];
  readonly fileRow: string | undefined;
  readonly onUploads: ((uploads: Uploads) => void) | undefined;
  readonly onGive: (value: string | readonly string[]) => void;
};

export function useUploads({ bucket, type, paths, fileRow, onUploads, onGive }: UploadsOptions) {
  const { backend, locale, say } = useProduct();
  const [going, setGoing] = useState<readonly Going[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [said, setSaid] = useState("");
  // What comes while others are on their way is added to what is there by then.
  const now = useRef({ paths, going, onGive, onUploads });
  // With the drawing itself: later it would put back what was there before the last one came.
  useLayoutEffect(() => {
    now.current = { paths, going, onGive, onUploads };
  });
  useEffect(() => () => now.current.going.forEach(({ stop }) => stop.abort()), []);
  const isGoing = going.some((one) => one.wrong === undefined);
  const stuck = going.find((one) => one.wrong !== undefined)?.file.name;
  useEffect(() => now.current.onUploads?.({ isGoing, stuck }), [isGoing, stuck]);
  const give = (next: readonly string[]) => {
    now.current = { ...now.current, paths: next };
    now.current.onGive(type.many ? next : (next.at(-1) ?? ""));
  };
  const change = (path: string, to: Partial<Going>) =>
    setGoing((all) => all.map((one) => (one.path === path ? { ...one, ...to } : one)));
  const forget = (path: string) => setGoing((all) => all.filter((one) => one.path !== path));
  const wordsFor = ({ code }: UploadRefused, { name }: File): string => {
    if (code === "OFFLINE") return `${say("uploadFailed", { name })} ${say("offlineAnswer")}`;
    const types = type.extensions.length > 0 ? type.extensions : (type.types ?? []);
    // Its name was looked at before it was sent.
    if (code === "InvalidMimeType") return say("fileOtherContent", { name, types: types.join(", ") });
    if (code === "EntityTooLarge" && type.bytes !== undefined)
      return say("fileTooLarge", { name, size: showSize(type.bytes, locale) });
    return say("uploadFailed", { name });
  };
  const send = async ({ path, file, stop }: Going) => {
    try {
      await upload(backend, { file, bucket, path, onProgress: (part) => change(path, { part }), signal: stop.signal });
    } catch (failure) {
      if (stop.signal.aborted) return;
      if (!(failure instanceof UploadRefused)) throw failure;
      change(path, { wrong: wordsFor(failure, file) });
      return;
    }
    forget(path);
    const [before] = now.current.paths;
    if (!type.many && before !== undefined) void takeBack(backend, bucket, before);
    give(type.many ? [...now.current.paths, path] : [path]);
    setSaid(say("uploaded", { name: file.name }));
  };
  const take = (files: readonly File[]) => {
    if (fileRow === undefined) return;
    const room = type.many ? (type.count ?? Infinity) - paths.length - going.length : 1;
    const problems: string[] = [];
    const taken: Going[] = [];
    for (const file of type.many ? files : files.slice(-1)) {
      const problem = wrongWith(file, type, locale, say);
      if (problem !== undefined) problems.push(problem);
      else if (taken.length >= room) problems.push(say("tooManyFiles", { count: type.count ?? 1 }));
      else taken.push({ path: pathFor(fileRow, file.name), file, part: 0, stop: new AbortController() });
    }
    setWrong([...new Set(problems)]);
    if (!type.many && taken.length > 0) going.forEach(({ stop }) => stop.abort());
    setGoing((all) => [...(type.many ? all : []), ...taken]);
    taken.forEach((one) => void send(one));
  };
  return {
    going,
    wrong,
    said,
    take,
    give,
    retry: ({ path, file }: Going) => {
      const again: Going = { path, file, part: 0, stop: new AbortController() };
      setGoing((all) => all.map((one) => (one.path === path ? again : one)));
      void send(again);
    },
    drop: ({ path, stop }: Going) => {
      stop.abort();
      forget(path);
    },
  };
}

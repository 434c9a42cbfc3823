// A large file goes up in pieces: where the line breaks it waits, asks how far it has come, and goes on from there.
import { DetailedError, Upload } from "tus-js-client";
import type { Backend } from "../data/backend.ts";
import { forEver, refusalIn, typeOf, UploadRefused, type Uploading } from "./upload.ts";

/** Half a minute in all; then the user decides. */
const pauses = [0, 1000, 3000, 8000, 20_000];

export async function uploadInPieces(
  backend: Backend,
  piece: number,
  { file, bucket, path, onProgress, signal }: Uploading,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const going = new Upload(file, {
      endpoint: `${location.origin}/storage/v1/upload/resumable`,
      chunkSize: piece,
      retryDelays: pauses,
      uploadDataDuringCreation: true,
      removeFingerprintOnSuccess: true,
      // The name is new each time, so that nothing of an earlier one could be gone on with.
      storeFingerprintForResuming: false,
      metadata: { bucketName: bucket, objectName: path, contentType: typeOf(file), cacheControl: forEver },
      // It may take longer than a token is good for.
      onBeforeRequest: async (request) => {
        request.setHeader("authorization", `Bearer ${(await backend.tokenToWrite()).token}`);
      },
      onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
      onSuccess: () => resolve(),
      onError: (failure) => reject(refusalOf(failure)),
    });
    signal.addEventListener("abort", () => {
      // The bytes that were sent belong to no row, and are removed later.
      void going.abort(true).catch(() => undefined);
      reject(new UploadRefused("ABORTED", ""));
    });
    going.start();
  });
}

const refusalOf = (failure: Error): UploadRefused =>
  failure instanceof DetailedError && failure.originalResponse !== null
    ? refusalIn(failure.originalResponse.getBody())
    : new UploadRefused("OFFLINE", "");

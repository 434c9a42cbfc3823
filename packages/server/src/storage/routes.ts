// Every address of files, what policies call the operation, and what answers it. Read this to find a flow.
import type { Method } from "../gate/route-table.ts";
import { createBucket, deleteBucket, emptyBucket, listBuckets, showBucket, updateBucket } from "./buckets.ts";
import { download, downloadPublic, downloadSigned, downloadSignedHead, headObject, headPublic } from "./download.ts";
import { objectInfo, publicInfo } from "./info.ts";
import { listObjects, listPages } from "./list.ts";
import { copyObject, moveObject } from "./move.ts";
import { notOffered } from "./refusal.ts";
import { removeObject, removeObjects } from "./remove.ts";
import { resumable, resumableSigned } from "./resumable/resumable.ts";
import type { Flow, StorageAnswer } from "./service.ts";
import { signDownload, signDownloads, signUpload } from "./sign.ts";
import { upload, uploadSigned, uploadUpdate } from "./upload.ts";

/** `:bucket` is one part of the address; `*` is all that follows: the name of an object. */
export type Operation = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  readonly flow: Flow;
  /** Its address or its token says all that there is to say: no token in a header is looked at. */
  readonly isPublic?: true;
};

const route = (method: Method, path: string, operation: string, flow: Flow): Operation => ({
  method,
  path,
  operation: `storage.${operation}`,
  flow,
});
const publicly = (method: Method, path: string, operation: string, flow: Flow): Operation => ({
  ...route(method, path, operation, flow),
  isPublic: true,
});

/** Of the service whose wire this is. */
const version = "1.70.0";
const plain = (text: string): StorageAnswer => ({
  status: 200,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  text,
});

/** The first that fits answers. */
export const operations: readonly Operation[] = [
  publicly("GET", "status", "status", async () => plain("")),
  publicly("GET", "version", "version", async () => plain(version)),

  route("GET", "bucket", "bucket.list", listBuckets),
  route("POST", "bucket", "bucket.create", createBucket),
  route("GET", "bucket/:bucket", "bucket.get", showBucket),
  route("PUT", "bucket/:bucket", "bucket.update", updateBucket),
  route("DELETE", "bucket/:bucket", "bucket.delete", deleteBucket),
  route("POST", "bucket/:bucket/empty", "bucket.empty", emptyBucket),

  route("POST", "object/move", "object.move", moveObject),
  route("POST", "object/copy", "object.copy", copyObject),
  route("POST", "object/list/:bucket", "object.list", listObjects),
  route("POST", "object/list-v2/:bucket", "object.list_v2", listPages),

  route("POST", "object/sign/:bucket", "object.sign_many", signDownloads),
  route("POST", "object/sign/:bucket/*", "object.sign", signDownload),
  publicly("GET", "object/sign/:bucket/*", "object.get_signed", downloadSigned),
  publicly("HEAD", "object/sign/:bucket/*", "object.get_signed", downloadSignedHead),
  route("POST", "object/upload/sign/:bucket/*", "object.sign_upload_url", signUpload),
  publicly("PUT", "object/upload/sign/:bucket/*", "object.upload_signed", uploadSigned),

  publicly("GET", "object/public/:bucket/*", "object.get_public", downloadPublic),
  publicly("HEAD", "object/public/:bucket/*", "object.info_public", headPublic),
  publicly("GET", "object/info/public/:bucket/*", "object.info_public", publicInfo),
  route("GET", "object/info/authenticated/:bucket/*", "object.get_authenticated_info", objectInfo),
  route("GET", "object/info/:bucket/*", "object.get_authenticated_info", objectInfo),
  publicly("HEAD", "object/info/public/:bucket/*", "object.info_public", headPublic),
  route("HEAD", "object/info/authenticated/:bucket/*", "object.head_authenticated_info", headObject),
  route("HEAD", "object/info/:bucket/*", "object.head_authenticated_info", headObject),

  route("GET", "object/authenticated/:bucket/*", "object.get_authenticated", download),
  route("HEAD", "object/authenticated/:bucket/*", "object.head_authenticated_info", headObject),
  route("GET", "object/:bucket/*", "object.get_authenticated", download),
  route("HEAD", "object/:bucket/*", "object.head_authenticated_info", headObject),
  route("POST", "object/:bucket/*", "object.upload", upload),
  route("PUT", "object/:bucket/*", "object.upload_update", uploadUpdate),
  route("DELETE", "object/:bucket", "object.delete_many", removeObjects),
  route("DELETE", "object/:bucket/*", "object.delete", removeObject),

  publicly("OPTIONS", "upload/resumable", "tus.options", resumable.options),
  publicly("OPTIONS", "upload/resumable/*", "tus.options", resumable.options),
  publicly("POST", "upload/resumable/sign", "tus.upload.create_signed", resumableSigned.create),
  publicly("PATCH", "upload/resumable/sign/*", "tus.upload.part_signed", resumableSigned.addPiece),
  publicly("HEAD", "upload/resumable/sign/*", "tus.upload.get_signed", resumableSigned.show),
  publicly("DELETE", "upload/resumable/sign/*", "tus.upload.delete_signed", resumableSigned.giveUp),
  route("POST", "upload/resumable", "tus.upload.create", resumable.create),
  route("PATCH", "upload/resumable/*", "tus.upload.part", resumable.addPiece),
  route("HEAD", "upload/resumable/*", "tus.upload.get", resumable.show),
  route("DELETE", "upload/resumable/*", "tus.upload.delete", resumable.giveUp),

  // Its routes are kept: clients learn that it is not offered, and not that the address is wrong.
  route("GET", "render/image/authenticated/:bucket/*", "render.image_authenticated", absent("Image transformation")),
  publicly("GET", "render/image/public/:bucket/*", "render.image_public", absent("Image transformation")),
  publicly("GET", "render/image/sign/:bucket/*", "render.image_sign", absent("Image transformation")),
];

function absent(what: string): Flow {
  return async () => {
    throw notOffered(what);
  };
}

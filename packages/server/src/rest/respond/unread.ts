// Rows that a caller may write and not read: they are written, and nothing of them is shown.
import { DatabaseError } from "pg";
import type { DataRequest } from "../request/request.ts";
import type { Service } from "../service.ts";
import type { DataResponse } from "./respond.ts";

/**
 * PostgreSQL refuses to return a row that its reader may not read, and with it the whole write. The document does not
 * refuse a caller who may create and not read: so the write is repeated without RETURNING. Where some of several rows
 * may be read, none is shown.
 */
export async function orUnread(
  request: DataRequest,
  service: Service,
  work: (request: DataRequest) => Promise<DataResponse>,
): Promise<DataResponse> {
  const { preferences, target, accept } = request;
  const asksBack = target.kind === "table" && preferences.return === "representation";
  if (!asksBack || service.writesUnread !== true) return work(request);
  try {
    return await work(request);
  } catch (error) {
    if (!isUnread(error)) throw error;
    // What makes the row readable may follow from it.
    const isNew = request.method === "POST" && preferences.resolution === undefined && request.rereads === undefined;
    if (isNew) return work({ ...request, rereads: true });
    const response = await work({ ...request, preferences: { ...preferences, return: "minimal" } });
    // Of one row there is nothing, of several there are none.
    const isList = accept.every(({ type }) => type === "application/json" || type === "*/*");
    return {
      ...response,
      status: response.status === 204 ? 200 : response.status,
      headers: isList ? [...response.headers, ["Content-Type", "application/json; charset=utf-8"]] : response.headers,
      body: isList ? "[]" : "",
    };
  }
}

/** Guards report missing rights to write, in the document's words; PostgreSQL checks only who may read a new row. */
const isUnread = (error: unknown): boolean =>
  // Its words are in the language of the database.
  error instanceof DatabaseError && error.code === "42501" && error.routine === "ExecWithCheckOptions";

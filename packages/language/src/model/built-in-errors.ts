// Errors that every product has, whatever its document says.

/** The platform's own errors, which a document may restate. */
export const builtInErrors: ReadonlyMap<string, number> = new Map([
  ["REQUIRED", 422],
  ["INVALID", 422],
  ["TOO_LONG", 422],
  ["TOO_LARGE", 413],
  ["NOT_UNIQUE", 409],
  ["STILL_USED", 409],
  ["NOT_SIGNED_IN", 401],
  ["FORBIDDEN", 403],
  ["NOT_FOUND", 404],
  ["CONFLICT", 409],
  ["RATE_LIMITED", 429],
  ["NOT_SHOWN", 501],
  ["UNEXPECTED", 500],
]);

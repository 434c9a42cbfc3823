// What the rows are called that a statement has written, or that a function has answered.

export const written = "written";

/** The ids of what a request has written, from one statement of its transaction for the next. */
export const writtenIds = "response.written";
export const called = "called";

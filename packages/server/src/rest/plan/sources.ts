// What the rows are called that a statement has written, or that a function has answered.

export const written = "written";
export const called = "called";

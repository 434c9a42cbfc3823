// Every class of problems of the document itself: its frame, and the blocks in it.
export * from "./block-problems.ts";
export * from "./frame-problems.ts";

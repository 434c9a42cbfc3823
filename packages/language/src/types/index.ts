// What other packages use: the document as TypeScript types.
export { clientTypes } from "./client-types.ts";
export { codeTypes } from "./code-types.ts";
export { screenTypes } from "./screen-types.ts";

// What other packages use of the product in the browser: the module, its types, and what its formulas call.
export type * from "./application.ts";
export type { Context, Row, Value } from "../expression/data.ts";
export { componentFiles, productModule, productModules, type ProductModules } from "./product-module.ts";
export type { OwnScreens } from "./screens.ts";
export type { Reader } from "./reader.ts";

// CEL's own parser as an oracle: our trees and its trees in one common form, and our words in CEL's spelling.
import { parse } from "@bufbuild/cel";
import type { Expr, ParsedExpr } from "@bufbuild/cel-spec/cel/expr/syntax_pb.js";
import { readToken } from "../expression/lex.ts";
import { childrenOf } from "../expression/children.ts";
import type { Tree } from "../expression/tree.ts";

/** A node: its name, then its parts. */
export type Form = readonly [string, ...(Form | string)[]];

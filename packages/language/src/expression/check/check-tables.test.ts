// The checker against its tables of expressions.
import { runExpressions } from "../../testing/run-expressions.ts";

runExpressions(import.meta.dirname);

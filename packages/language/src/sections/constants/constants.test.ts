// Section 9 against its documents.
import { runCases } from "../../testing/run-cases.ts";
import { runExamples } from "../../testing/run-examples.ts";

runCases(import.meta.dirname);
runExamples(`${import.meta.dirname}/README.md`);

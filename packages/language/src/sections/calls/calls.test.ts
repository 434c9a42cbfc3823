// Section 7 against its documents.
import { existsSync } from "node:fs";
import { runCases } from "../../testing/run-cases.ts";
import { runExamples } from "../../testing/run-examples.ts";

runCases(import.meta.dirname);
if (existsSync(`${import.meta.dirname}/README.md`)) runExamples(`${import.meta.dirname}/README.md`);

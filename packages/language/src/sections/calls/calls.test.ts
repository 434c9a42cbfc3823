// Section 7 against its documents.
import { runCases } from "../../testing/run-cases.ts";
import { runExamples } from "../../testing/run-examples.ts";

// Who may do what is another section's business, and a case need not say it.
runCases(import.meta.dirname, (code) => !["N601", "N602", "N603"].includes(code));
runExamples(`${import.meta.dirname}/README.md`);

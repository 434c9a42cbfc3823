// Section 2 against its documents.
import { runCases } from "../../testing/run-cases.ts";
import { runExamples } from "../../testing/run-examples.ts";

/** What screens lead to is reported here; whether the rest of a fragment is complete is the business of other sections. */
runCases(import.meta.dirname, (code) => /^(?:N0|N2|X|G00[23]|N301|N404|N604|N606|N608)/.test(code));
runExamples(`${import.meta.dirname}/README.md`);

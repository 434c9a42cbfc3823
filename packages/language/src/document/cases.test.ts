// Runs the documents beside this stage: what their frame and their blocks must give.
import * as classes from "./problems.ts";
import { runCases } from "../testing/run-cases.ts";

const codes = new Set(Object.values(classes).map(({ code }) => code));

// What the sections say of names and columns is told by their own cases.
runCases(import.meta.dirname, (code) => codes.has(code) && !["N010", "N013", "N018"].includes(code));

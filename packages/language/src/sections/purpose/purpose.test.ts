// Section 1 against its documents, and that its prose is kept as it is written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../compile.ts";
import { runExamples } from "../../testing/run-examples.ts";

runExamples(`${import.meta.dirname}/README.md`);

test("the prose is kept, paragraph by paragraph", () => {
  const { model } = compile(
    "# T\n\n## 1. What the product does and for whom\n\nOne *thing*\nand more.\n\n> Two.\n\n## 2. Screens and routes\n\nnone.\n",
  );
  assert.equal(model.purpose.text, "One *thing*\nand more.\n\n> Two.");
});

// A process that has a plan tried apart in the folder that is named, says when that is ready, and waits to be killed.
import { compile } from "@writ/language";
import { planOf } from "@writ/proof";
import { tryInProcess } from "../proving/try-in-process.ts";

process.once("message", ({ source }: { readonly source: string }) => {
  const { cases } = planOf(compile(source));
  void tryInProcess(source, process.argv[2] ?? "", cases).ready.then(() => process.send?.("ready"));
});

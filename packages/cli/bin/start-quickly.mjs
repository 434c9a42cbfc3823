// How a process of Writ starts quickly: nothing is compiled twice, and our own files are found by their names.
import module from "node:module";

export function startQuickly() {
  // Compiled once and kept: otherwise most of a short command's time would go into compiling it.
  module.enableCompileCache();
  // Our own files name each other by path and ending. Node would still look each of them up, and its package: an
  // eighth of a short command's time.
  module.registerHooks({
    resolve(specifier, context, next) {
      const isOurs = specifier.startsWith(".") && specifier.endsWith(".ts");
      if (!isOurs || context.parentURL === undefined) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true };
    },
  });
}

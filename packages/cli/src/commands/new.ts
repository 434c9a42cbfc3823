// `writ new NAME`: a small complete document to start from.
import { compile, runtime } from "@writ/language";
import type { Console, ExitCode } from "../terminal/console.ts";
import { reasonOf } from "../document/read-file.ts";
import { startingDocument } from "../document/starting-document.ts";
import { visible } from "../terminal/visible.ts";

export function newDocument(name: string, { json }: { readonly json: boolean }, console: Console): ExitCode {
  const folder = runtime.slug(name).slice(0, 60);
  const document = startingDocument(name.trim());
  if (folder === "" || /[\n\r`|]/.test(name) || !saysItsName(document, name.trim())) {
    console.error(
      `writ new: "${visible(name)}" cannot name a product. Write letters or digits, for example: writ new "Tool shed"\n`,
    );
    return 2;
  }
  const file = `${folder}/SPEC.md`;
  if (console.exists(file)) {
    console.error(`writ new: ${file} already exists; nothing was written\n`);
    return 2;
  }
  try {
    console.create(file, document);
  } catch (failure) {
    console.error(`writ new: ${file} cannot be written: ${reasonOf(failure)}\n`);
    return 2;
  }
  console.out(
    json
      ? `${JSON.stringify({ file })}\n`
      : `Created ${file}, a small task list to be rewritten into your product. To see it:\n\n  cd ${folder}\n  npx writ run --sample\n`,
  );
  return 0;
}

/** Markdown may take signs of a name for something else, and what cannot be seen cannot be changed. */
function saysItsName(document: string, name: string): boolean {
  const { model, problems } = compile(document);
  return visible(name) === name && model.title === name && problems.length === 0;
}

// From the cell Code, and the block under the call's heading, to where a call's code is.
import { withArticle } from "../../../text/article.ts";
import type { CodeBlock, Part } from "../../../document/document.ts";
import { cellOf, isNotShown, type FoundRow } from "../../../document/tables.ts";
import { codeOf, spanOf, trimText, type Text } from "../../../text/text.ts";
import { isMissing } from "../../../clause/read-clause.ts";
import type { Problem } from "../../../problem.ts";
import type { CallCode, CallKind } from "../model.ts";
import { reportSecrets } from "../secrets.ts";
import { kindsOfCalls } from "./kinds.ts";
import { callIncomplete, wrongCode } from "./problems.ts";
import { scanCode } from "./scan-code.ts";

/** The call whose code it is. */
type CodePlace = { readonly name: string; readonly address: string; readonly bodyNotShown: boolean };

export function readCode(
  row: FoundRow,
  part: Part | undefined,
  kind: CallKind | undefined,
  place: CodePlace,
  problems: Problem[],
): CallCode | undefined {
  const cell = trimText(cellOf(row, "Code"));
  const span = spanOf(cell);
  const say = (at: Text, message: string, hint: string) =>
    problems.push(wrongCode.at({ span: spanOf(at), address: place.address }, message, hint));
  const blocks = (part?.code ?? []).filter((block) => block.language === "ts" || block.language === "typescript");
  for (const block of blocks) reportSecrets(block.content, place.address, problems);
  const [block, second] = blocks;
  if (kind && !kindsOfCalls[kind].hasCode) {
    if (cell.text !== "")
      say(cell, `${withArticle(kind)} has no code`, "Say what it sends with Sends and Body, or make it a function.");
    else if (block)
      say(
        block.content,
        `${withArticle(kind)} has no code`,
        "Say what it sends with Sends and Body, or make it a function.",
      );
    return undefined;
  }
  if (second) say(second.content, `"${place.name}" has ${blocks.length} blocks of code`, "Write one.");
  if (cell.text === "below") return readBlock(block, span, place, say, cell);
  if (block && !isNotShown(row, "Code"))
    say(block.content, `nothing says that the code of "${place.name}" is here`, "Write below under Code.");
  if (cell.text === "") {
    if (kind && isMissing(row, "Code") && !block && place.name !== "") {
      problems.push(
        callIncomplete.at(
          { span, address: place.address },
          place.name,
          "code",
          "Write a path such as `calls/paid.ts`, or below.",
        ),
      );
    }
    return undefined;
  }
  const path = codeOf(cell);
  const wrong = path
    ? whyNotPath(path.text)
    : (["a path stands in backticks", `Write \`${cell.text.replaceAll("`", "")}\`.`] as const);
  if (wrong) say(path ?? cell, wrong[0], wrong[1]);
  return path && !wrong ? { kind: "path", path: path.text, span } : undefined;
}

function readBlock(
  block: CodeBlock | undefined,
  span: CallCode["span"],
  { name, bodyNotShown }: CodePlace,
  say: (at: Text, message: string, hint: string) => void,
  cell: Text,
): CallCode {
  if (!block && !bodyNotShown)
    say(cell, `there is no code below for "${name}"`, `Write a block of \`\`\`ts under ### ${name}.`);
  const scanned = block ? scanCode(block.content) : { throws: [], mails: [] };
  return { kind: "below", code: block?.content, span, ...scanned };
}

function whyNotPath(path: string): readonly [string, string] | undefined {
  const steps = path.split("/");
  if (/^(?:[A-Za-z]:|[/\\~])/.test(path) || /^\w+:\/\//.test(path))
    return [
      `"${path}" is not beside the document`,
      "Write the path from the document's folder, such as `calls/paid.ts`.",
    ];
  if (steps.includes("..")) return [`"${path}" leads out of the document's folder`, "Write a path without `..`."];
  if (!path.endsWith(".ts") || path.endsWith(".d.ts"))
    return [`"${path}" is not a TypeScript file`, "Write a path that ends in .ts."];
  if (steps.some((step) => !/^[\w.@-]+$/.test(step)))
    return [`"${path}" is not a path`, "Use letters, digits, hyphens, underscores and slashes."];
  return undefined;
}

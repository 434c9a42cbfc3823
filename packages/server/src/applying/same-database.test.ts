// Whatever a database was before, what a document makes of it is what it makes of an empty one, down to each policy.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { compile, type Compiled } from "@writ/language";
import { openMade } from "../postgres/testing/copied.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { applyDocument, findObjects } from "./index.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");

function edited(from: string, to: string): string {
  const text = source.replace(from, to);
  assert.notEqual(text, source, from);
  return text;
}

const subject = "| Subject | text up to 120 |";
const create = "| Comment | create | on my ticket";
const comments = "| Comments | list of Comment | | | |";
const mine = "| mine | Ticket | `ticket.assignee == me` |";
/** Policies name the column. */
const asked = (value: string) =>
  edited(comments, `${comments}\n| Talk | computed integer \`${value}\` | | | |`)
    .replace(mine, "| mine | Ticket | `ticket.assignee == me or ticket.talk > 1000` |")
    .replace("| Ticket | read | own | yes | yes |", "| Ticket | read | mine | yes | yes |");
const documents: Readonly<Record<string, string>> = {
  "an optional field more": edited(subject, `| Aside | text up to 40 | no | | |\n${subject}`),
  "the same field of another type": edited(subject, `| Aside | integer | no | | |\n${subject}`),
  "and of one that takes its values": edited(subject, `| Aside | number | no | | |\n${subject}`),
  "a field that is not for everybody": edited(create, `| Ticket | see Phone | no | yes | yes |\n${create}`),
  "a computed field more": edited(comments, `${comments}\n| Talk | computed integer \`size(ticket.comments)\` | | | |`),
  "the same one as a column": edited(
    comments,
    `${comments}\n| Talk | computed integer \`size(ticket.subject) * 2\` | | | |`,
  ),
  "a column that rights ask": asked("size(ticket.subject)"),
  "the same column worked out in another way": asked("size(ticket.subject) * 3"),
  "another right": edited("| Ticket | read | own | yes | yes |", "| Ticket | read | mine | yes | yes |"),
};

/** Each is compiled once, however often it comes before or after another. */
const compiled = new Map(Object.values(documents).map((text) => [text, compile(text)] as const));

function compiledOf(text: string): Compiled {
  const found = compiled.get(text);
  assert.ok(found);
  return found;
}

async function open() {
  const database = await openMade(emptyFolder({ after }));
  after(async () => database.stop());
  const client = await database.connect();
  const apply = async (text: string) => {
    const outcome = await applyDocument(client, text, compiledOf(text), compiledOf);
    assert.equal(outcome.is, "applied");
    return findObjects(client);
  };
  return { apply, stop: async () => database.stop() };
}

test("each way from one document to another ends at the same objects", async () => {
  const fresh = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, text] of Object.entries(documents)) {
    const { apply, stop } = await open();
    fresh.set(name, await apply(text));
    await stop();
  }
  const { apply } = await open();
  const names = Object.keys(documents);
  for (const name of [...names, ...names.toReversed()]) {
    const found = await apply(documents[name] ?? "");
    assert.deepEqual(found.size, fresh.get(name)?.size, name);
    const other = [...(fresh.get(name) ?? [])].flatMap(([key, look]) => (found.get(key) === look ? [] : [key]));
    assert.deepEqual(other, [], name);
  }
});

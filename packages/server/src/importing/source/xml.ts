// XML as it comes, without what it could bring from elsewhere: entities of its own are refused by the parser.
import { SaxesParser } from "saxes";
import { ImportRefused } from "../refused.ts";

export type XmlEvents = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/** No workbook has as much: what is open at once, in one tag, and in letters from one tag to the next, all of which is in memory. */
const most = { depth: 100, attributes: 1000, letters: 8_000_000 };

const damaged = () => new ImportRefused("this workbook is damaged", { reason: { is: "damagedWorkbook" } });
const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Answers after each piece, so that what it brought can be taken. */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, events: XmlEvents): AsyncGenerator<undefined> {
  const parser = new SaxesParser();
  let depth = 0;
  let attributesOfTag = 0;
  let letters = 0;
  parser.on("opentagstart", () => {
    attributesOfTag = 0;
    if (++depth > most.depth) throw damaged();
  });
  parser.on("attribute", () => {
    if (++attributesOfTag > most.attributes) throw damaged();
  });
  parser.on("opentag", ({ name, attributes }) => {
    letters = 0;
    events.open?.(
      bare(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), String(value)])),
    );
  });
  parser.on("text", (text) => events.text?.(text));
  parser.on("cdata", (text) => events.text?.(text));
  parser.on("closetag", ({ name }) => {
    depth--;
    letters = 0;
    events.close?.(bare(name));
  });
  parser.on("doctype", () => {
    throw new ImportRefused("this workbook has a part that no workbook has", { reason: { is: "damagedWorkbook" } });
  });
  parser.on("error", () => {
    throw damaged();
  });
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    letters += text.length;
    if (letters > most.letters) throw damaged();
    parser.write(text);
    yield undefined;
  }
  parser.write(decoder.decode()).close();
  yield undefined;
}

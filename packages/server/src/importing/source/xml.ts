// XML as it comes, without what it could bring from elsewhere: entities of its own are refused by the parser.
import { SaxesParser } from "saxes";
import { ImportRefused } from "../refused.ts";

export type XmlEvents = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Answers after each piece, so that what it brought can be taken. */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, events: XmlEvents): AsyncGenerator<undefined> {
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) =>
    events.open?.(
      bare(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), String(value)])),
    ),
  );
  parser.on("text", (text) => events.text?.(text));
  parser.on("cdata", (text) => events.text?.(text));
  parser.on("closetag", ({ name }) => events.close?.(bare(name)));
  parser.on("doctype", () => {
    throw new ImportRefused("this workbook has a part that no workbook has", { reason: { is: "damagedWorkbook" } });
  });
  parser.on("error", () => {
    throw new ImportRefused("this workbook is damaged", { reason: { is: "damagedWorkbook" } });
  });
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield undefined;
  }
  parser.write(decoder.decode()).close();
  yield undefined;
}

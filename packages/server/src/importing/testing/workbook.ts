// Workbooks for tests: parts of XML in a ZIP file.
import { crc32, deflateRawSync } from "node:zlib";

type Part = readonly [name: string, text: string | Buffer];

/** `size`: what the file says that a part becomes. */
export function zipOf(parts: readonly Part[], size?: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, text] of parts) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), fields, Buffer.from(name)]);
    const listed = Buffer.alloc(42 - 26);
    listed.writeUInt32LE(at, 12);
    central.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002", "latin1"),
        Buffer.from([20, 0]),
        fields,
        listed.subarray(2),
        Buffer.from(name),
      ]),
    );
    local.push(head, packed);
    at += head.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, list, Buffer.from("PK\u0005\u0006", "latin1"), end]);
}

export const workbook = (rows: string, { shared = "", styles = "" } = {}): readonly Part[] => [
  [
    "xl/workbook.xml",
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="First" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId2"/></sheets></workbook>',
  ],
  [
    "xl/_rels/workbook.xml.rels",
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
  ],
  ["xl/sharedStrings.xml", `<sst>${shared}</sst>`],
  ["xl/styles.xml", `<styleSheet>${styles}</styleSheet>`],
  ["xl/worksheets/sheet1.xml", `<worksheet><sheetData>${rows}</sheetData></worksheet>`],
];

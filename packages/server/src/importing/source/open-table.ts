// A file that somebody gives, as a table: what it is, and its fingerprint, from one reading of it.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { ImportRefused } from "../refused.ts";
import { openCsv } from "./csv.ts";
import { mostColumns, type SourceTable } from "./table.ts";
import { openXlsx, type Unpacked } from "./xlsx.ts";

export type Encoding = "utf-8" | "windows-1252" | "utf-16le";
export type OpenedTable = SourceTable & { readonly sha256: string };

export type Given = {
  /** Where the file has another name than people know. Its ending is to say what the file is. */
  readonly name?: string;
  readonly unpacked?: Unpacked;
};

export async function openTable(path: string, given: Given = {}): Promise<OpenedTable> {
  const { name = basename(path), unpacked } = given;
  const { sha256, encoding, isZip } = await lookThrough(path);
  if (given.name !== undefined && isZip !== /\.xlsx$/i.test(name))
    throw new ImportRefused(
      isZip ? `"${name}" is no CSV: it is a workbook or an archive` : `"${name}" is no Excel workbook`,
      { reason: { is: isZip ? "anotherKind" : "notAWorkbook" } },
    );
  const table = isZip ? await openXlsx(path, unpacked) : await openCsv(path, encoding);
  if (table.heads.every((head) => head === ""))
    throw new ImportRefused("the file has no line with the names of its columns", { reason: { is: "noHeads" } });
  if (table.heads.length > mostColumns)
    throw new ImportRefused(`the file has ${table.heads.length} columns: at most ${mostColumns} can be imported`, {
      reason: { is: "manyColumns", values: { most: mostColumns } },
    });
  const twice = table.heads.find((head, at) => head !== "" && table.heads.indexOf(head) !== at);
  if (twice !== undefined)
    throw new ImportRefused(`two columns of the file are called "${twice}"`, {
      reason: { is: "sameHead", values: { head: twice } },
    });
  return { ...table, sha256 };
}

async function lookThrough(path: string) {
  const hash = createHash("sha256");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let first = Buffer.alloc(0);
  const reads = (bytes?: Buffer) => {
    try {
      if (isUtf8) utf8.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    if (first.length < 4) first = Buffer.concat([first, bytes.subarray(0, 4)]);
    hash.update(bytes);
    reads(bytes);
  }
  reads();
  const encoding: Encoding = first[0] === 0xff && first[1] === 0xfe ? "utf-16le" : isUtf8 ? "utf-8" : "windows-1252";
  return { sha256: hash.digest("hex"), encoding, isZip: first.subarray(0, 4).toString("latin1") === "PK\u0003\u0004" };
}

// What tests of archives that are refused share: the refusal, and what lies in a folder.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const refusal =
  (code: string, words = /./) =>
  (error: unknown) => {
    const { code: found, message, hint } = error as { code?: string; message: string; hint: string };
    assert.equal(found, code, String(error));
    assert.match(`${message} ${hint}`, words);
    return true;
  };

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));

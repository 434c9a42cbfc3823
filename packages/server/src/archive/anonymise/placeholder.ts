// A small content of the same type in the place of each file: what shows files shows these.

const text = "This file was replaced for staging.\n";

/** One grey dot, or one empty page. */
const contents: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AAAAwgDBUl5XUQAAAABJRU5ErkJggg==",
  "image/gif": "R0lGODlhAQABAIAAAMDAwAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALAA/9k=",
  "image/webp": "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAB0CWJaQAA3AA/ucaAAA=",
  "application/zip": "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==",
};

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const written: Readonly<Record<string, string>> = {
  "application/pdf": pdf,
  "application/json": "{}\n",
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n',
  "text/html": "<!doctype html><title>Replaced</title>\n",
};

export function placeholderOf(type: string): Buffer {
  const known = Object.hasOwn(contents, type) ? contents[type] : undefined;
  if (known !== undefined) return Buffer.from(known, "base64");
  return Buffer.from((Object.hasOwn(written, type) ? written[type] : undefined) ?? text);
}

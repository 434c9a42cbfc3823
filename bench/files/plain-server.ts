// A short server that takes a file and gives it back, for `bench/files.ts`: what the disk and the line let through.
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

const folder = process.argv[2] ?? ".";
const piece = { highWaterMark: 256 * 1024 };

const server = createServer(async (request, response) => {
  const place = join(folder, "file");
  if (request.method === "GET") {
    await pipeline(createReadStream(place, piece), response).catch(() => undefined);
    return;
  }
  // As safe as what it is compared with: with the disk, under its name, and the name with the disk too.
  await pipeline(request, createWriteStream(`${place}.coming`, piece));
  const file = await open(`${place}.coming`);
  await file.datasync();
  await file.close();
  await rename(`${place}.coming`, place);
  const names = await open(folder);
  await names.sync();
  await names.close();
  response.end();
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));

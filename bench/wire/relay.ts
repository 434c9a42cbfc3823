// A port that leads to a socket file, for those whose driver opens no socket files.
import { connect, createServer, type AddressInfo } from "node:net";

const [, , socket = ""] = process.argv;
const server = createServer((client) => {
  const behind = connect(socket);
  client.setNoDelay(true);
  for (const end of [client, behind]) end.on("error", () => void client.destroy(behind.destroy().errored ?? undefined));
  client.pipe(behind).pipe(client);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

// Messages that database functions send: rows of `realtime.messages`, delivered to every client on their topic.
import { wireTopic, type Hub } from "../hub.ts";
import type { RowText } from "./decode.ts";

const longestName = 255;

export function tellMessage(row: RowText, hub: Hub, mostBytes: number): void {
  const { id, topic, event, payload, binary_payload: binary } = row;
  if (row["extension"] !== "broadcast" || !topic || !event) return;
  if (Buffer.byteLength(wireTopic(topic)) > longestName || Buffer.byteLength(event) > longestName) return;
  if ((payload ?? binary ?? "").length > mostBytes) return;
  const where = { name: topic, isPrivate: row["private"] === "t" };
  if (binary !== null && binary !== undefined)
    return hub.tell(
      where,
      { spoken: { event, isJson: false, bytes: Buffer.from(binary.slice(2), "hex") } },
      "broadcast",
    );
  const text = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload ?? "null"},"meta":{"id":${JSON.stringify(id ?? null)}}}`;
  hub.tell(where, { event: "broadcast", text }, "broadcast");
}

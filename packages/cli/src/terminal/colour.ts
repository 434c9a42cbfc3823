// Colours for terminals; without them the same words stand there.
import { styleText } from "node:util";

export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Whether there are colours is decided once, where the console is made: Node is not asked again. */
export function painter(colour: boolean): Paint {
  return colour ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text;
}

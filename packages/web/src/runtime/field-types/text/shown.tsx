// Texts shown: as much as there is room for.
import type { ReactNode } from "react";

/** As much as any list has room for; letters are not cut in two. */
export const shortened = (text: string): string =>
  text.length <= 200 ? text : `${Array.from(text.slice(0, 201)).slice(0, -1).join("")}…`;

export const showText = (text: string, _value: unknown, _type: unknown, whole: boolean): ReactNode =>
  whole ? text : shortened(text);

export const showLongText = (text: string, _value: unknown, _type: unknown, whole: boolean): ReactNode =>
  whole ? <span className="breaks">{text}</span> : shortened(text);

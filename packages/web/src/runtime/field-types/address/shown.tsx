// Addresses and numbers to call shown: where there is room for it, as links.
import type { ReactNode } from "react";

export const showEmail = (text: string, _value: unknown, _type: unknown, whole: boolean): ReactNode =>
  whole ? <a href={`mailto:${text}`}>{text}</a> : text;

export const showPhone = (text: string, _value: unknown, _type: unknown, whole: boolean): ReactNode =>
  whole ? <a href={`tel:${text.replace(/[^+\d]/g, "")}`}>{text}</a> : text;

/** Anything else than the web could run something here. */
export const showUrl = (text: string, _value: unknown, _type: unknown, whole: boolean): ReactNode =>
  whole && /^https?:\/\//i.test(text) ? (
    <a href={text} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  ) : (
    text
  );

// Long lists page by page, with the addresses of the next and the last one.
import { invalid } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";

export type Page = { readonly number: number; readonly size: number };

export function pageOf({ query }: AuthRequest): Page {
  const read = (name: string, otherwise: number): number => {
    const text = query.get(name);
    if (text === null || text === "") return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid(`Bad Pagination Parameters: ${name}`);
    return Number(text);
  };
  return { number: read("page", 1), size: Math.min(read("per_page", 50), 1000) };
}

export function pageHeaders(address: string, { number, size }: Page, total: number): Readonly<Record<string, string>> {
  const last = Math.max(1, Math.ceil(total / size));
  const link = (to: number, rel: string) => `<${address}?page=${to}&per_page=${size}>; rel="${rel}"`;
  const links = [...(number < last ? [link(number + 1, "next")] : []), link(last, "last")];
  return { "X-Total-Count": String(total), Link: links.join(", ") };
}

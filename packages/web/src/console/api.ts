// What the console asks of the server: its own session, by a cookie that no script reads.

/** It was refused, in the server's words. */
export class Refused extends Error {
  readonly status: number;
  /** The whole answer. */
  readonly told: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, told: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.told = told;
  }
}

const api = "/_/console/api/";

export async function getJson<Told>(name: string, query: Readonly<Record<string, string>> = {}): Promise<Told> {
  const search = new URLSearchParams(query).toString();
  return answerOf(await fetch(`${api}${name}${search === "" ? "" : `?${search}`}`));
}

export const postJson = async <Told>(name: string, body: object): Promise<Told> => answerOf(await post(name, body));

const post = async (name: string, body: object): Promise<Response> =>
  fetch(api + name, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

export function saveBlob(blob: Blob, saveAs: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: saveAs });
  link.click();
  URL.revokeObjectURL(address);
}

/** Work that takes a while: each line as it comes, and the last one. */
export async function postLines<Line>(name: string, body: object, onLine: (line: Line) => void): Promise<void> {
  const response = await post(name, body);
  if (!response.ok || response.body === null) return answerOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = `${rest}${piece.value}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line) as Line);
  }
}

/** A file that the server makes of what it is sent, saved by the browser. */
export async function saveFile(name: string, body: object, saveAs: string): Promise<void> {
  const response = await post(name, body);
  if (!response.ok) await answerOf(response);
  saveBlob(await response.blob(), saveAs);
}

/** From here on the cookie lets no one in. */
export async function leave(): Promise<void> {
  await answerOf(await fetch(`${api}session`, { method: "DELETE" }));
}

async function answerOf<Told>(response: Response): Promise<Told> {
  const said = (await response.json()) as Told & { readonly message?: string };
  if (!response.ok) throw new Refused(response.status, said.message ?? `The server answers ${response.status}.`, said);
  return said;
}

export const mailAddress = (id: string): string => `${api}mails/${id}`;
export const fileAddress = (id: string): string => `${api}files/${id}`;
export const eventsAddress = `${api}events`;
export const importAddress = (entity: string): string => `${api}import/${entity}`;
export const exportAddress = (search: string): string => `${api}rows.csv?${search}`;

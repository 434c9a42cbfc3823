// What the console asks of the server: its own session, by a cookie that no script reads.

/** It was refused, in the server's words. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "Refused";
    this.status = status;
  }
}

const api = "/_/console/api/";

export async function getJson<Told>(name: string, query: Readonly<Record<string, string>> = {}): Promise<Told> {
  const search = new URLSearchParams(query).toString();
  return answerOf(await fetch(`${api}${name}${search === "" ? "" : `?${search}`}`));
}

export async function postJson<Told>(name: string, body: object): Promise<Told> {
  return answerOf(
    await fetch(api + name, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

/** From here on the cookie lets no one in. */
export async function leave(): Promise<void> {
  await answerOf(await fetch(`${api}session`, { method: "DELETE" }));
}

async function answerOf<Told>(response: Response): Promise<Told> {
  const said = (await response.json()) as Told & { readonly message?: string };
  if (!response.ok) throw new Refused(response.status, said.message ?? `The server answers ${response.status}.`);
  return said;
}

export const mailAddress = (id: string): string => `${api}mails/${id}`;
export const fileAddress = (id: string): string => `${api}files/${id}`;
export const eventsAddress = `${api}events`;

// Media types: what a client would like to get, best first, and what it sends.

export type Media = {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly weight: number;
};

/** `Accept`, in the order in which the client would like it; nothing given is anything. */
export function readAccept(header: string | undefined): readonly Media[] {
  if (header === undefined || header.trim() === "") return [{ type: "*/*", parameters: {}, weight: 1 }];
  return header
    .split(",")
    .map(readMedia)
    .filter((media) => media.weight > 0)
    .map((media, place) => ({ media, place }))
    .sort((a, b) => b.media.weight - a.media.weight || a.place - b.place)
    .map(({ media }) => media);
}

export function readMedia(text: string): Media {
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters: Record<string, string> = {};
  for (const part of rest) {
    const [name = "", value = ""] = part.split("=");
    parameters[name.trim().toLowerCase()] = value.trim().replace(/^"(.*)"$/, "$1");
  }
  const weight = Number(parameters["q"] ?? "1");
  return { type: type.toLowerCase(), parameters, weight: Number.isFinite(weight) ? weight : 1 };
}

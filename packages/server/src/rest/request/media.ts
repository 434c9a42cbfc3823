// Media types: what a client would like to get, best first, and what it sends.

export type Media = {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly weight: number;
};

/** `Accept`, in the order in which the client would like it; nothing given is anything. */
export function readAccept(header: string | undefined): readonly Media[] {
  if (header === undefined || header.trim() === "") return [{ type: "*/*", parameters: {}, weight: 1 }];
  return outsideQuotes(header, ",")
    .map(readMedia)
    .filter((media) => media.weight > 0)
    .map((media, place) => ({ media, place }))
    .sort((a, b) => b.media.weight - a.media.weight || a.place - b.place)
    .map(({ media }) => media);
}

/** The parts between signs that stand in no quotes. */
const outsideQuotes = (text: string, sign: "," | ";"): readonly string[] =>
  text.match(sign === "," ? /(?:"[^"]*"|[^,])+/g : /(?:"[^"]*"|[^;])+/g)?.map((part) => part.trim()) ?? [];

export function readMedia(text: string): Media {
  const [type = "", ...rest] = outsideQuotes(text, ";");
  const parameters = Object.fromEntries(
    rest.map((part) => {
      const at = part.indexOf("=");
      const [name, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1")];
    }),
  );
  const weight = Number(parameters["q"] ?? "1");
  return { type: type.toLowerCase(), parameters, weight: Number.isFinite(weight) ? weight : 1 };
}

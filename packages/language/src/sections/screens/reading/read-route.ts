// From a cell such as `/tickets/:ticket.number` to the segments of a route.
import { codeOf, sliceText, spanOf, trimText, type Text } from "../../../text/text.ts";
import { readReference } from "../../../text/name.ts";
import type { Problem } from "../../../problem.ts";
import type { Route, RouteSegment } from "../model.ts";
import { wrongRoute } from "../problems.ts";

const services = ["auth", "functions", "import", "realtime", "rest", "storage"];

export function readRoute(cell: Text, address: string, problems: Problem[]): Route | undefined {
  const code = codeOf(cell);
  const written = code ?? trimText(cell);
  const refuse = (at: Text, why: string, write: string) => {
    problems.push(wrongRoute.at({ span: spanOf(at), address }, shorten(written.text), why, write));
    return undefined;
  };
  if (written.text === "") return refuse(written, "", "Write it in backticks, such as `/tickets`.");
  if (!code) return refuse(written, "it stands outside backticks", `Write \`${shorten(written.text)}\`.`);
  if (!code.text.startsWith("/"))
    return refuse(code, "it does not begin with a slash", `Write \`/${shorten(code.text)}\`.`);
  const segments: RouteSegment[] = [];
  for (const segment of segmentsOf(code)) {
    const read = readSegment(segment);
    if (typeof read !== "string") segments.push(read);
    else if (segment.text === "")
      return refuse(code, "a segment of it is empty", "Write one slash between segments, and none at the end.");
    else return refuse(segment, `"${shorten(segment.text)}" is neither a fixed segment nor a parameter`, read);
  }
  const [first, second] = segments.map((segment) => (segment.kind === "fixed" ? segment.text : ""));
  if (first === "_" || (services.includes(first ?? "") && second === "v1")) {
    const taken = first === "_" ? "/_" : `/${first}/v1`;
    return refuse(code, `the platform itself answers at ${taken}`, "Begin it with another segment.");
  }
  return { text: code.text, span: spanOf(code), segments };
}

function segmentsOf(route: Text): readonly Text[] {
  if (route.text === "/") return [];
  const segments: Text[] = [];
  for (let from = 1; from <= route.text.length;) {
    const slash = route.text.indexOf("/", from);
    const to = slash === -1 ? route.text.length : slash;
    segments.push(sliceText(route, from, to));
    from = to + 1;
  }
  // A slash at the end leaves an empty segment behind it.
  return route.text.endsWith("/") ? [...segments, sliceText(route, route.text.length)] : segments;
}

/** A segment, or what to write instead. */
function readSegment(segment: Text): RouteSegment | string {
  const span = spanOf(segment);
  const { text } = segment;
  const parameter = /^:([a-z][a-z0-9_]*)(?:\.([a-z][a-z0-9_]*))?$/.exec(text);
  if (parameter) {
    const entity = parameter[1] ?? "";
    const field = parameter[2];
    return {
      kind: "parameter",
      span,
      name: entity,
      entity: readReference(sliceText(segment, 1, 1 + entity.length)),
      field: field === undefined ? undefined : readReference(sliceText(segment, 2 + entity.length)),
    };
  }
  if (/^[A-Za-z0-9._~-]+$/.test(text) && !/^\.+$/.test(text)) return { kind: "fixed", span, text };
  const meant = /^[:{[<$*]*([A-Za-z][\w. ]{0,60}?)[}\]>]*$/.exec(text)?.[1];
  return meant === undefined || !/^[:{[<$]/.test(text)
    ? "Fixed segments are ASCII letters, digits, hyphens, dots, underscores and tildes."
    : `A parameter is an identifier: write ":${meant.toLowerCase().replace(/ /g, "_")}".`;
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

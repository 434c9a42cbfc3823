// In which form an answer goes out: chosen by what the client accepts, made by PostgreSQL.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import { keyOf, type Handler, type Name, type OwnMedia } from "../catalogue/catalogue.ts";
import { wrongMediaType } from "../failure.ts";
import type { CallPlan } from "../plan/call-plan.ts";
import { readMedia, type Media } from "../request/media.ts";
import type { DataRequest } from "../request/request.ts";

export type Form = {
  readonly contentType: string;
  /** Exactly one row, and not in a list. */
  readonly isSingle: boolean;
  /** The whole body as an aggregate over the rows of an alias. */
  readonly body: (row: string) => string;
  /** Not the answer, but how the database would come by it. */
  readonly explains: Explaining | undefined;
};

export type Explaining = { readonly format: "json" | "text"; readonly options: readonly string[] };

/** Of what the rows are, for which the database may have a form of its own. */
export type Formed = {
  readonly handlers: readonly Handler[];
  /** Of whose rows; undefined where they are of another type. */
  readonly rows: Name | undefined;
  /** The rows are whole, as functions of the database expect them. */
  readonly isWhole: boolean;
  readonly call: CallPlan | undefined;
  readonly plans: boolean;
};

/** The first that the client accepts and that can be made. */
export function chooseForm(request: DataRequest, formed: Formed): Form {
  for (const media of request.accept) {
    const form = media.type.startsWith("application/vnd.pgrst.plan")
      ? explainForm(media, formed)
      : formOf(media, formed);
    if (form !== undefined) return form;
  }
  throw wrongMediaType(request.accept.map(printMedia));
}

const printMedia = ({ type, parameters }: Media): string =>
  [
    type,
    ...Object.entries(parameters)
      .filter(([name]) => name !== "q")
      .map(([name, value]) => `${name}=${value}`),
  ].join("; ");

const explainOptions = ["analyze", "verbose", "settings", "buffers", "wal"] as const;

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers`. */
function explainForm({ type, parameters }: Media, formed: Formed): Form | undefined {
  const suffix = type.slice("application/vnd.pgrst.plan".length);
  if (!formed.plans || !["", "+text", "+json"].includes(suffix)) return undefined;
  const wanted = readMedia(parameters["for"] ?? "application/json");
  const form = formOf(wanted, formed);
  if (form === undefined) return undefined;
  const format = suffix === "+json" ? "json" : "text";
  const given = (parameters["options"] ?? "").split("|");
  const options = explainOptions.filter((option) => given.includes(option));
  const named = options.length === 0 ? "" : `; options=${options.join("|")}`;
  const [bare] = form.contentType.split("; charset");
  return {
    ...form,
    contentType: `application/vnd.pgrst.plan+${format}; for="${bare}"${named}; charset=utf-8`,
    explains: { format, options },
  };
}

function formOf({ type, parameters }: Media, formed: Formed): Form | undefined {
  const strips = parameters["nulls"] === "stripped";
  const forms = builtIn(formed.call, strips);
  if (type === "application/vnd.pgrst.object+json" || type === "application/vnd.pgrst.object") return forms.single;
  if (type === "application/vnd.pgrst.array+json" || type === "application/vnd.pgrst.array") {
    return strips ? forms.stripped : (ownForm("application/json", formed) ?? forms.list);
  }
  const own = ownForm(type, formed);
  if (own !== undefined) return own;
  if (type === "*/*" || type === "application/*" || type === "application/json") return forms.list;
  return type === "text/csv" ? forms.csv : type === "application/geo+json" ? forms.geo : undefined;
}

/** What the database makes itself; the most particular one comes first. */
function ownForm(type: string, { handlers, rows, isWhole, call }: Formed): Form | undefined {
  const media = call?.routine.returns.media;
  const isAsked = (one: OwnMedia) => one.type === "*/*" || one.type === type;
  if (media && isWhole && isAsked(media)) return valueForm(media);
  const own = handlers.filter((handler) => rows !== undefined && handler.rows && keyOf(handler.rows) === keyOf(rows));
  const found =
    (isWhole
      ? (own.find((handler) => handler.type === "*/*") ?? own.find((handler) => handler.type === type))
      : undefined) ?? handlers.find((handler) => handler.rows === undefined && handler.type === type);
  return found === undefined ? undefined : handlerForm(found);
}

/** The one value that a function gives, as its type is printed. */
const valueForm = (media: OwnMedia): Form => ({
  contentType: nameOfType(media.contentType),
  isSingle: false,
  body: (row) => `(array_agg(${row}.value))[1]`,
  explains: undefined,
});

function handlerForm({ aggregate, rows, contentType }: Handler): Form {
  const type = rows === undefined ? "" : `::${quote(rows.schema)}.${quote(rows.name)}`;
  return {
    contentType: nameOfType(contentType),
    isSingle: false,
    body: (row) => `${quote(aggregate.schema)}.${quote(aggregate.name)}(${row}.*${type})`,
    explains: undefined,
  };
}

const texts: ReadonlySet<string> = new Set([
  "application/json",
  "application/geo+json",
  "application/openapi+json",
  "text/csv",
  "text/plain",
  "text/xml",
]);

/** Of the types that are text by themselves, in which letters. */
const nameOfType = (type: string): string => (texts.has(type.toLowerCase()) ? `${type}; charset=utf-8` : type);

function builtIn(call: CallPlan | undefined, strips: boolean) {
  // Without the star a column of that name is meant, where there is one.
  const row = (alias: string) => (strips ? `json_strip_nulls(to_json(${alias}.*))` : `${alias}.*`);
  const value = (alias: string) => (call?.isScalar === true ? `${alias}.value` : row(alias));
  const isOne = call !== undefined && !call.routine.returns.isSet;
  const many = (alias: string) => `coalesce(json_agg(${value(alias)}), '[]')::text`;
  const one = (alias: string) => `coalesce((json_agg(${value(alias)}) -> 0)::text, 'null')`;
  const whole = isOne ? one : many;
  const vendor = (kind: string) =>
    `application/vnd.pgrst.${kind}+json${strips ? ";nulls=stripped" : ""}; charset=utf-8`;
  const form = (contentType: string, body: Form["body"], isSingle = false): Form => ({
    contentType,
    body,
    isSingle,
    explains: undefined,
  });
  return {
    list: form("application/json; charset=utf-8", whole),
    stripped: form(vendor("array"), whole),
    single: form(
      vendor("object"),
      (alias) => (call?.isScalar === true ? one(alias) : `coalesce((json_agg(${row(alias)}) -> 0)::text, '')`),
      true,
    ),
    csv: form("text/csv; charset=utf-8", csv),
    // A function of PostGIS: where that is not, PostgreSQL says that there is no such function.
    geo: form(
      "application/geo+json; charset=utf-8",
      (alias) =>
        `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${alias}.*)::json), '[]'))::text`,
    ),
  };
}

/** The names of the columns, and every row as PostgreSQL writes it, without its parentheses. */
const csv = (row: string): string =>
  `(SELECT coalesce(string_agg(csv.name, ','), '') FROM (SELECT json_object_keys(r) AS name FROM (SELECT row_to_json(one.*) AS r FROM answer AS one LIMIT 1) AS first) AS csv) || E'\\n' || coalesce(string_agg(substring(${row}.*::text, 2, length(${row}.*::text) - 2), E'\\n'), '')`;

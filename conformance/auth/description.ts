// GoTrue's description of itself (`openapi.yaml` of its repository): which answers it allows where, judged one by one.
import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { parse } from "yaml";

export type Answered = {
  readonly method: string;
  /** As the description writes it: `/admin/users/{userId}`. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

export type Description = {
  readonly operations: readonly string[];
  /** What is wrong with an answer, in words; nothing where it is one that the description allows. */
  readonly judge: (answered: Answered) => readonly string[];
};

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

export function readDescription(yaml: string): Description {
  const read: unknown = strictly(parse(yaml));
  assert.ok(isTree(read) && isTree(read["paths"]), "a description with paths");
  const { paths } = read;
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  // It is a CommonJS module, whose function is a property where it is imported.
  formats.default(ajv);
  // What accounts without a phone have is an empty text, there and here.
  ajv.addFormat("phone", /^\+?\d*$/);
  ajv.addFormat("base64url", /^[\w-]*$/);
  ajv.addSchema(read, "description");
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const found = compiled.get(pointer) ?? ajv.compile({ $ref: `description${pointer}` });
    compiled.set(pointer, found);
    return found;
  };
  return {
    operations: Object.entries(paths).flatMap(([path, item]) =>
      ["get", "post", "put", "delete"].flatMap((method) =>
        isTree(item) && method in item ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    ),
    judge: ({ method, path, status, body }) => {
      const pointer = ["paths", path, method.toLowerCase()];
      if (at(read, pointer) === undefined) return ["not described"];
      const described = resolved(read, [...pointer, "responses", String(status)]);
      const said = described === undefined ? [`status ${status} is not among the described ones`] : [];
      // A refusal that is not described has at least the form of those that are.
      const place = described ?? (status >= 400 ? ["components", "responses", "BadRequestResponse"] : undefined);
      if (place === undefined) return said;
      const schema = [...place, "content", "application/json", "schema"];
      if (at(read, schema) === undefined) return body === undefined ? said : [...said, "no body is described"];
      if (body === undefined) return [...said, "a body is described, and none came"];
      const validate = validatorAt(pointerOf(schema));
      if (validate(body)) return said;
      return [
        ...said,
        ...new Set(
          (validate.errors ?? []).map(({ instancePath, message, params }) =>
            `${instancePath || "the body"} ${message ?? ""} ${"additionalProperty" in params ? String(params["additionalProperty"]) : ""}`.trim(),
          ),
        ),
      ];
    },
  };
}

/**
 * None of its objects says which of its names are needed, so that anything would be valid. Here an object holds the names
 * that are described and no others. For the same reason whatever fits one of several shapes fits all of them, which
 * `oneOf` forbids and cannot mean.
 */
function strictly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictly);
  if (!isTree(value)) return value;
  const read = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name === "oneOf" ? "anyOf" : name, strictly(inner)]),
  );
  const isClosed = read["type"] === "object" && isTree(read["properties"]) && !("additionalProperties" in read);
  return isClosed ? { ...read, additionalProperties: false } : read;
}

const at = (tree: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isTree(inner) ? inner[name] : undefined), tree);

/** Where a response really stands: most are named once and referred to. */
function resolved(tree: Tree, names: readonly string[]): readonly string[] | undefined {
  const found = at(tree, names);
  if (!isTree(found)) return undefined;
  const reference = found["$ref"];
  return typeof reference === "string" ? reference.replace(/^#\//, "").split("/") : names;
}

const pointerOf = (names: readonly string[]): string =>
  `#/${names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

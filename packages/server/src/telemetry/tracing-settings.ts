// What the environment says of traces, by the names that OpenTelemetry gives its settings.

export type TracingSettings = {
  /** Where spans are sent to. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: "http/protobuf" | "http/json";
  readonly service: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: SamplerSettings;
  /** Milliseconds in which a batch is taken. */
  readonly timeout?: number;
};

/** `ratio`: how many of the traces that begin here are kept. `isParentBased`: others are kept as their caller says. */
export type SamplerSettings = { readonly ratio: number; readonly isParentBased: boolean };

type Environment = Readonly<Record<string, string | undefined>>;

const protocols = ["http/protobuf", "http/json"] as const;
const samplers = ["always_on", "always_off", "traceidratio"];

/** Undefined: no traces are asked for, and nothing else is looked at. `wrong`: in words, all that cannot be. */
export function readTracingSettings(
  environment: Environment,
): TracingSettings | { readonly wrong: readonly string[] } | undefined {
  const value = (name: string) => environment[name]?.trim() ?? "";
  const nameOf = (name: string) => {
    const own = `OTEL_EXPORTER_OTLP_TRACES_${name}`;
    return value(own) === "" ? `OTEL_EXPORTER_OTLP_${name}` : own;
  };
  const endpoint = nameOf("ENDPOINT");
  if (value(endpoint) === "" || isOff(value)) return undefined;
  // It may hold a password, so it is not repeated.
  const url = URL.canParse(value(endpoint)) ? new URL(value(endpoint)) : undefined;
  const isAddress = url !== undefined && /^https?:$/.test(url.protocol);
  const given = value(nameOf("PROTOCOL"));
  const protocol = protocols.find((one) => one === (given || "http/protobuf"));
  const headers = pairsIn(value(nameOf("HEADERS")));
  const resource = pairsIn(value("OTEL_RESOURCE_ATTRIBUTES"));
  const sampler = samplerIn(value("OTEL_TRACES_SAMPLER"), value("OTEL_TRACES_SAMPLER_ARG"));
  const wait = value(nameOf("TIMEOUT"));
  const isWait = wait === "" || /^[1-9]\d{0,5}$/.test(wait);
  if (!isAddress || !protocol || !headers || !resource || typeof sampler === "string" || !isWait) {
    const grpc = given === "grpc" ? ": collectors take both at their port 4318" : "";
    const pairs = "deployment.environment.name=production,service.namespace=desk";
    const wrong = [
      isAddress ? "" : `${endpoint} must be an address such as http://127.0.0.1:4318`,
      protocol ? "" : `${nameOf("PROTOCOL")} must be ${protocols.join(" or ")}, not "${given}"${grpc}`,
      headers ? "" : `${nameOf("HEADERS")} must be pairs such as api-key=secret,tenant=desk`,
      resource ? "" : `OTEL_RESOURCE_ATTRIBUTES must be pairs such as ${pairs}`,
      typeof sampler === "string" ? sampler : "",
      isWait ? "" : `${nameOf("TIMEOUT")} must be a number of milliseconds from 1 to 999999, not "${wait}"`,
    ];
    return { wrong: wrong.filter((one) => one !== "") };
  }
  // The address of all signals stands before the path of traces; one of traces alone is taken as it is.
  if (endpoint === "OTEL_EXPORTER_OTLP_ENDPOINT") url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  const service = value("OTEL_SERVICE_NAME") || resource["service.name"] || "writ";
  return {
    url: url.href,
    headers,
    protocol,
    service,
    resource,
    sampler,
    ...(wait === "" ? {} : { timeout: Number(wait) }),
  };
}

const isOff = (value: (name: string) => string): boolean =>
  value("OTEL_SDK_DISABLED").toLowerCase() === "true" || value("OTEL_TRACES_EXPORTER").toLowerCase() === "none";

function samplerIn(name: string, argument: string): SamplerSettings | string {
  const [, based, kind] = /^(parentbased_)?(.*)$/.exec(name || "parentbased_always_on") ?? [];
  if (kind === undefined || !samplers.includes(kind))
    return `OTEL_TRACES_SAMPLER must be one of ${samplers.flatMap((one) => [one, `parentbased_${one}`]).join(", ")}, not "${name}"`;
  const isParentBased = based !== undefined;
  if (kind !== "traceidratio") return { ratio: kind === "always_on" ? 1 : 0, isParentBased };
  const ratio = argument === "" ? 1 : Number(argument);
  if (!(ratio >= 0 && ratio <= 1)) return `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}"`;
  return { ratio, isParentBased };
}

/** `name=value,name=value`, encoded as in an address. */
function pairsIn(text: string): Readonly<Record<string, string>> | undefined {
  const pairs: [string, string][] = [];
  for (const pair of text.split(",").filter((one) => one.trim() !== "")) {
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      pairs.push([decodeURIComponent(name), decodeURIComponent(value.trim())]);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(pairs);
}

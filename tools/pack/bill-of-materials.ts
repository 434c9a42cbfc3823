// The list of all software in the package `writ` and in what it installs or downloads, in the form of CycloneDX.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contained } from "./bundle.ts";
import { lockedFor, type Locked, type Lockfile } from "./lockfiles.ts";

type Names = Readonly<Record<string, string>>;
type Shipped = { readonly version: string; readonly dependencies: Names; readonly optionalDependencies: Names };

/** How a component comes to whoever installs Writ. */
type Way =
  | "installed with writ"
  | "in the files of writ"
  | "in the web application of writ"
  | "downloaded by writ for some documents";

/** What of the dependencies of the web application only builds it. */
const builders = new Set(["vite", "@vitejs/plugin-react"]);

export const billName = "sbom.cdx.json";

export function writeBill(
  root: string,
  folder: string,
  { version, dependencies, optionalDependencies }: Shipped,
  lockfile: Lockfile,
): void {
  const web: Pick<Shipped, "dependencies"> = JSON.parse(readFileSync(join(root, "packages/web/package.json"), "utf8"));
  const server: Pick<Shipped, "dependencies"> = JSON.parse(
    readFileSync(join(root, "packages/server/package.json"), "utf8"),
  );
  const named = Object.keys(server.dependencies);
  const deno = Object.keys(lockfile.packages[""]?.optionalDependencies ?? {}).filter((one) => one.startsWith("@deno/"));
  const shown = Object.keys(web.dependencies).filter((name) => !builders.has(name) && !name.startsWith("@writ/"));
  const components = new Map<string, unknown>();
  const add = (way: Way, names: readonly string[]) => {
    for (const name of names)
      for (const [path, locked] of lockedFor(name, lockfile)) {
        const one = componentOf(path, locked, way);
        if (!components.has(one.purl)) components.set(one.purl, one);
      }
  };
  add("installed with writ", Object.keys(dependencies));
  add(
    "in the files of writ",
    named.filter((name) => contained.test(name)),
  );
  add("in the web application of writ", shown);
  add("downloaded by writ for some documents", ["vite", ...deno]);
  const list = [...components.values(), ...postgresOf(optionalDependencies)];
  writeFileSync(join(folder, billName), `${JSON.stringify(bill(version, list), undefined, 2)}\n`);
}

const bill = (version: string, components: readonly unknown[]) => ({
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: { type: "application", "bom-ref": `pkg:npm/writ@${version}`, name: "writ", version } },
  components,
});

function componentOf(path: string, { version, license, integrity, optional }: Locked, way: Way) {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm = "", checksum = ""] = integrity?.split("-") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    scope: optional === true || way.startsWith("downloaded") ? "optional" : "required",
    ...(license === undefined
      ? {}
      : { licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(algorithm === "sha512"
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(checksum, "base64").toString("hex") }] }
      : {}),
    properties: [{ name: "writ:way", value: way }],
  };
}

/** The version of a platform's package begins with that of the PostgreSQL in it. */
function postgresOf(packages: Names): readonly unknown[] {
  const versions = new Set(Object.values(packages).map((one) => one.replace(/\.\d+$/, "")));
  return [...versions].map((version) => ({
    type: "application",
    "bom-ref": `pkg:generic/postgresql@${version}`,
    name: "postgresql",
    version,
    purl: `pkg:generic/postgresql@${version}`,
    licenses: [{ license: { id: "PostgreSQL" } }],
    properties: [{ name: "writ:way", value: "installed with writ" }],
  }));
}

// The menu of a user who works in one scope and looks into another: no entry leads into the one for a row of the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApplicationScreen } from "@writ/language/product";
import { addressInMenu } from "./scope.ts";

type Routed = Pick<ApplicationScreen, "route">;

const [fixed, parameter] = [
  (text: string) => ({ kind: "fixed", text }) as const,
  (entity: string, field: string) => ({ kind: "parameter", name: entity, entity, field, within: undefined }) as const,
];

/** `/o/:organisation.slug/p/:project.key/notes`, `/o/:organisation.slug`, `/p/:project.key` and `/by-id/:organisation`. */
const organisation = [fixed("o"), parameter("organisation", "slug")];
const project = [fixed("p"), parameter("project", "key")];
const notes: Routed = { route: [...organisation, ...project, fixed("notes")] };
const [home, alone]: readonly [Routed, Routed] = [{ route: organisation }, { route: project }];
const screens = [notes, home, alone, { route: [fixed("by-id"), parameter("organisation", "id")] }];
const scope = { organisation: { id: "1", slug: "ours" } };

test("other parameters of the present address count where it names the chosen scope", () => {
  const at = (screen: Routed, parameters: Readonly<Record<string, string>>) =>
    addressInMenu(screen, scope, parameters, { screens });
  assert.equal(at(notes, { organisation: "ours", project: "WEB" }), "/o/ours/p/WEB/notes");
  // The same one, as other screens name it.
  assert.equal(at(notes, { organisation: "1", project: "WEB" }), "/o/ours/p/WEB/notes");
  // Another one's project, whether the address says whose it is or not.
  assert.equal(at(notes, { organisation: "theirs", project: "WEB" }), undefined);
  assert.equal(at(notes, { project: "WEB" }), undefined);
  assert.equal(at(home, { organisation: "theirs", project: "WEB" }), "/o/ours");
  assert.equal(at(alone, { organisation: "theirs", project: "WEB" }), "/p/WEB");
});

test("without a chosen scope, the present address names all parameters", () => {
  const parameters = { organisation: "theirs", project: "WEB" };
  assert.equal(addressInMenu(notes, {}, parameters, { screens }), "/o/theirs/p/WEB/notes");
});

// Whether Buttons, Opens and Then name something, and whether the screen can say where they lead.
import { isShown } from "../../clause/clause.ts";
import { identifierOf, type Name, type Reference } from "../../text/name.ts";
import type { Span } from "../../problem.ts";
import type { TransitionRow } from "../states/model.ts";
import type { ButtonReference, Screen } from "./model.ts";
import { ambiguousButton, cannotLead, unknownButton, neverAButton, notByButton } from "./problems.ts";
import { entityOf, isOpen, knownEntity, parametersOf, type Site } from "./site.ts";

export function checkButtons(site: Site): void {
  const transitions = transitionsByName(site);
  for (const screen of site.model.screens.screens) {
    for (const button of screen.buttons) checkButton(screen, button, transitions, site);
    checkTarget(screen, screen.opens, "Opens", site);
    checkTarget(screen, screen.then, "Then", site);
  }
  checkUnused(site);
}

/** By identifier of the transition: of each entity that has one of this name, all rows. */
type Transitions = ReadonlyMap<string, readonly { readonly entity: string; readonly rows: readonly TransitionRow[] }[]>;

function transitionsByName(site: Site): Transitions {
  const found = new Map<string, { readonly entity: string; readonly rows: readonly TransitionRow[] }[]>();
  for (const [entity, transitions] of site.context.lookup.transitions) {
    for (const [id, rows] of transitions) {
      const known = found.get(id);
      if (known) known.push({ entity, rows });
      else found.set(id, [{ entity, rows }]);
    }
  }
  return found;
}

function checkButton(screen: Screen, button: ButtonReference, transitions: Transitions, site: Site): void {
  const { lookup } = site.context;
  const place = { span: button.span, address: `${screen.address}/Buttons` };
  const mayBe = (what: ButtonReference["names"]) => button.names === undefined || button.names === what;
  const target = mayBe("screen") ? lookup.screens.get(button.id) : undefined;
  const call = mayBe("call") ? lookup.calls.get(button.id) : undefined;
  const all = (mayBe("transition") ? transitions.get(button.id) : undefined) ?? [];
  const own = entityOf(screen, site)?.id;
  // Several entities may have a transition of one name: the screen's own comes first, then what its route names.
  const transition =
    all.find(({ entity }) => entity === own) ??
    all.find(({ entity }) => canGive(screen, entity, "now", site)) ??
    all[0];
  const row = transition?.rows[0];
  const things = [
    ...(target ? [{ what: "screen", span: target.name.span }] : []),
    ...(call ? [{ what: "call", span: call.name.span }] : []),
    ...(row ? [{ what: "transition", span: row.name.span }] : []),
  ];
  const [first, second] = things;
  if (first && second) {
    const where = things.map(({ what, span }) => ({ span, message: `the ${what} is here` }));
    site.problems.push(ambiguousButton.at(place, button.label, first.what, second.what, where));
  } else if (target) {
    checkLead(screen, target, button.span, place.address, "now", site);
  } else if (call) {
    if (call.on && call.on.kind !== "button")
      site.problems.push(notByButton.at(place, "call", call.name.label, call.name.span));
  } else if (transition && row) {
    if (transition.rows.every(({ on }) => on && on.kind !== "button")) {
      site.problems.push(notByButton.at(place, "transition", row.name.label, row.name.span));
      return;
    }
    const entity = site.context.schema.entities.get(transition.entity);
    if (entity && !canGive(screen, entity.id, "now", site)) {
      site.problems.push(cannotLead.at(place, screen.name.label, "transition", row.name.label, entity.label));
    }
  } else if (!isOpen(site, 4, 7)) {
    site.problems.push(unknownButton.at(place, "screen, call or transition", button.label, site.names.buttons));
  }
}

function checkTarget(screen: Screen, reference: Reference | undefined, property: "Opens" | "Then", site: Site): void {
  if (!reference) return;
  const { screens } = site.context.lookup;
  const target = screens.get(reference.id);
  const address = `${screen.address}/${property}`;
  // After saving, a new screen has its row, too.
  if (target) checkLead(screen, target, reference.span, address, property === "Then" ? "after saving" : "now", site);
  else
    site.problems.push(
      unknownButton.at({ span: reference.span, address }, "screen", reference.label, site.names.screens),
    );
}

type Moment = "now" | "after saving";

function checkLead(screen: Screen, target: Screen, span: Span, address: string, moment: Moment, site: Site): void {
  for (const parameter of parametersOf(target)) {
    const entity = knownEntity(parameter.entity, site);
    if (!entity || !screen.route || canGive(screen, entity.id, moment, site)) continue;
    site.problems.push(cannotLead.at({ span, address }, screen.name.label, "screen", target.name.label, entity.label));
    return;
  }
}

/** Whether a screen has one row of the entity to give: its own, one of its route, or what exactly one reference of these leads to. */
function canGive(screen: Screen, entity: string, moment: Moment, site: Site): boolean {
  // It is unknown which rows a screen has whose kind is not shown.
  if (screen.notShown.includes("Kind")) return true;
  const own = entityOf(screen, site);
  const hasRow = own && (screen.kind?.kind !== "new" || moment === "after saving");
  const rows = [...(hasRow ? [own.id] : []), ...parametersOf(screen).map((parameter) => parameter.entity.id)];
  return rows.includes(entity) || rows.some((row) => site.ways.belonging(entity, row).length === 1);
}

/** Calls and transitions that people are to do, and that no screen offers. */
function checkUnused(site: Site): void {
  const { screens } = site.model;
  if (screens.status.kind !== "shown") return;
  // A screen that is not shown yet may have any button.
  const unknown = (screen: Screen) => screen.bodyNotShown || !isShown(screen, "Buttons", "Kind");
  if (screens.screens.some(unknown)) return;
  const isButton = ({ id, label }: Name) => site.buttons.has(id) || site.buttons.has(identifierOf(label));
  for (const call of site.model.calls.calls) {
    if (call.on?.kind !== "button" || isButton(call.name)) continue;
    site.problems.push(neverAButton.at({ span: call.name.span, address: call.address }, "call", call.name.label, ""));
  }
  const offered = new Set(
    screens.screens
      .filter(({ kind }) => kind?.kind === "detail" || kind?.kind === "board")
      .map((screen) => entityOf(screen, site)?.id),
  );
  for (const [entity, transitions] of site.context.lookup.transitions) {
    const label = site.context.schema.entities.get(entity)?.label;
    if (offered.has(entity) || label === undefined) continue;
    for (const rows of transitions.values()) {
      const row = rows.find(({ on }) => on?.kind === "button");
      if (!row || isButton(row.name)) continue;
      site.problems.push(
        neverAButton.at({ span: row.name.span, address: row.address }, "transition", row.name.label, label),
      );
    }
  }
}

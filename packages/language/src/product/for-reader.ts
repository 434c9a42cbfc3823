// From the whole application to the part for one set of roles: the browser never receives the rest.
import { recordOf } from "../text/own-of.ts";
import { builtInWords } from "../sections/errors/database.ts";
import type {
  Application,
  ApplicationEntity,
  ApplicationField,
  ApplicationScreen,
  Button,
  FieldPath,
} from "./application.ts";
import { bareOf } from "./bare-field.ts";
import type { Source } from "../browser/formula.ts";
import { use, usedFields } from "./used-fields.ts";
import {
  isForReader,
  isReadOpen,
  isVisibilityUnknown,
  isKnownPath,
  knownTo,
  mayGive,
  mayImport,
  mayKnow,
  mayRead,
  mayWrite,
  orUnknown,
  ownCells,
  ownOpenRights,
  ownRoles,
  type Known,
  type Reader,
} from "./reader.ts";

type Entities = Application<Source>["entities"];
type Screens = readonly ApplicationScreen<Source>[];

/** Screens that are for them, entities that they read or write, fields that they see or give, their own cells of the matrix. */
export function forReader(reader: Reader, application: Application<Source>): Application<Source> {
  const known = knownTo(reader, application);
  // A screen whose audience is unknown admits no one; everyone who could come there learns that it is not shown.
  const whoComes = application.signIn.length === 0 ? "anyone" : "signed_in";
  const isTold = (whom: readonly string[]) => isForReader(whom.length === 0 ? [whoComes] : whom, known);
  const screens = application.screens.filter((screen) => isTold(screen.for));
  const calls = recordOf(
    Object.entries(application.calls).flatMap(([id, call]) => {
      const rights = ownCells(call.rights, known);
      return rights.length === 0 ? [] : [[id, { ...call, rights }]];
    }),
  );
  const { entities, theirs, named } = entitiesFor(screens, calls, known);
  const part = {
    ...application,
    roles: ownRoles(known),
    scopes: application.scopes.filter((id) => {
      const entity = application.entities[id];
      return entity !== undefined && (mayRead(entity, known) || mayWrite(entity, known));
    }),
    screens: screens.map((screen) => screenFor(screen, screens, { entities, theirs, named, calls }, known)),
    entities,
    calls,
  };
  const told = { ...part, messages: messagesFor(part), gaps: gapsFor(part, isTold) };
  return { ...told, words: wordsFor(told) };
}

type ToldEntities = {
  readonly entities: Entities;
  /** Of the same, what rows and forms of theirs may hold: without what only a screen is made of. */
  readonly theirs: Entities;
  /** Of the same, what has its place on their screens: with what is not said to be theirs, or not to be. */
  readonly named: Entities;
};

/** What refers to something that is not theirs says that it is there, and what it is called. */
function entitiesFor(screens: Screens, calls: Application<Source>["calls"], known: Known): ToldEntities {
  const all = known.application.entities;
  const used = usedFields(screens, all);
  const isWhole = (entity: ApplicationEntity<Source>) =>
    mayRead(entity, known) ||
    mayWrite(entity, known) ||
    isReadOpen(entity, known) ||
    (entity.id === "user" && known.application.signIn.length > 0) ||
    screens.some((screen) => screen.entity === entity.id);
  const whole = Object.values(all).filter(isWhole);
  for (const { id, shownAs } of whole) for (const path of shownAs?.reads ?? []) use(path, id, all, used);
  const isTheirs = (field: ApplicationField<Source>, entity: ApplicationEntity<Source>) => {
    const { type } = field;
    const listed = type.kind === "list" ? whole.find(({ id }) => id === type.entity) : undefined;
    const via = type.kind === "list" ? listed?.fields[type.via] : undefined;
    // A reader who never sees the reference that fills the list finds no rows in it.
    const isUnseen = via !== undefined && listed?.rights[`see:${via.id}`] !== undefined && !mayKnow(via, listed, known);
    const isEmptyList = type.kind === "list" && (listed === undefined || isUnseen);
    return whole.includes(entity) && !isEmptyList && mayKnow(field, entity, known);
  };
  const theirs = withFields(all, (field, entity) => (isTheirs(field, entity) ? field : undefined));
  const named = withFields(
    all,
    (field, entity) =>
      theirs[entity.id]?.fields[field.id] ??
      (whole.includes(entity) && isVisibilityUnknown(field, entity, known) ? bareOf(field) : undefined),
  );
  const shown = withFields(
    all,
    (field, entity) =>
      named[entity.id]?.fields[field.id] ?? (used.get(entity.id)?.has(field.id) === true ? bareOf(field) : undefined),
  );
  const given = Object.values(calls).flatMap((call) => [...call.in, ...call.out]);
  const referred = new Set(
    [...Object.values(shown).flatMap(({ fields }) => Object.values(fields)), ...given].flatMap(({ type }) =>
      "entity" in type ? [type.entity] : [],
    ),
  );
  const told = Object.values(all).flatMap((entity): readonly ApplicationEntity<Source>[] => {
    const { fields = {} } = shown[entity.id] ?? {};
    if (whole.includes(entity)) return [{ ...entity, fields }];
    if (!referred.has(entity.id) && Object.keys(fields).length === 0) return [];
    const { id, label } = entity;
    const nothing = {
      history: false,
      orderedBy: [],
      machines: [],
      rights: {},
      openRights: {},
      rules: [],
      notShown: false,
    };
    return [{ id, label, shownAs: undefined, fields, ...nothing }];
  });
  return {
    entities: recordOf(told.map((entity) => [entity.id, entityFor(entity, theirs, known)])),
    theirs,
    named,
  };
}

type FieldOf = (
  field: ApplicationField<Source>,
  entity: ApplicationEntity<Source>,
) => ApplicationField<Source> | undefined;

const withFields = (entities: Entities, fieldOf: FieldOf): Entities =>
  recordOf(
    Object.entries(entities).map(([id, entity]) => {
      const fields = Object.values(entity.fields).flatMap((field) => fieldOf(field, entity) ?? []);
      return [id, { ...entity, fields: recordOf(fields.map((field) => [field.id, field])) }];
    }),
  );

function entityFor(entity: ApplicationEntity<Source>, theirs: Entities, known: Known): ApplicationEntity<Source> {
  const rights = recordOf(
    Object.entries(entity.rights).flatMap(([action, cells]) => {
      const [kind, field = ""] = action.split(":");
      const own = ownCells(cells, known).map(({ role, when, otherwise }) => ({
        role,
        when: orUnknown(when, entity.id, theirs),
        otherwise: otherwise.map((one) => ({ ...one, when: orUnknown(one.when, entity.id, theirs) })),
      }));
      // A form does not ask for a field that has a row of its own, and does not offer one that no role may set. History
      // has a maker of each change, also where no screen shows it.
      const isTold = entity.fields[field] !== undefined || (entity.history && makers.has(field));
      const isKept = kind === "set" || kind === "see" ? isTold : !isStep(kind);
      return own.length > 0 || isKept ? [[action, own]] : [];
    }),
  );
  const openRights = ownOpenRights(entity, known);
  const isTold = (action: string) => rights[action] !== undefined || openRights[action] !== undefined;
  const machines = entity.machines
    .filter(({ field }) => entity.fields[field] !== undefined)
    .map(({ field, transitions }) => ({
      field,
      transitions: transitions
        .filter(({ id, isButton }) => isButton && isTold(`transition:${id}`))
        .map((transition) => ({
          ...transition,
          ways: transition.ways.map((way) => ({ ...way, onlyIf: orUnknown(way.onlyIf, entity.id, theirs) })),
        })),
    }));
  const isKnown = (reads: readonly FieldPath[]) => reads.every((path) => isKnownPath(path, entity.id, theirs));
  const rules = entity.rules.filter(
    ({ when, must }) => mayWrite(entity, known) && isKnown([...(when?.reads ?? []), ...must.reads]),
  );
  const orderedBy = entity.orderedBy.filter(({ field }) => entity.fields[field] !== undefined);
  const fields = recordOf(
    Object.entries(entity.fields).map(([id, field]) => [
      id,
      {
        ...field,
        // Only a form begins with it.
        default: mayGive(field, entity, known) ? orUnknown(field.default, entity.id, theirs) : undefined,
      },
    ]),
  );
  return { ...entity, fields, rights, openRights, machines, rules, orderedBy };
}

const makers: ReadonlySet<string> = new Set(["created_by", "updated_by"]);
const isStep = (kind: string | undefined): boolean => kind === "transition";

type Told = ToldEntities & { readonly calls: Application<Source>["calls"] };

function screenFor(
  screen: ApplicationScreen<Source>,
  screens: Screens,
  { entities, theirs, named, calls }: Told,
  known: Known,
): ApplicationScreen<Source> {
  const entity = screen.entity ?? "";
  const only = (paths: readonly FieldPath[], among = named) => paths.filter((path) => isKnownPath(path, entity, among));
  const isThere = (id: string | undefined) => screens.some((one) => one.id === id);
  const steps = (entities[entity]?.machines ?? []).flatMap(({ transitions }) => transitions.map(({ id }) => id));
  const isOffered = ({ kind, id }: Button) =>
    kind === "screen" ? isThere(id) : kind === "transition" ? steps.includes(id) : calls[id] !== undefined;
  return {
    ...screen,
    for: screen.for.filter((id) => isForReader([id], known)),
    show: shown(screen.show, only),
    card: only(screen.card),
    filterBy: only(screen.filterBy, theirs),
    import: screen.import.filter((id) => {
      const [of, field] = [theirs[entity], theirs[entity]?.fields[id]];
      return of !== undefined && field !== undefined && mayImport(field, of, known);
    }),
    sort: screen.sort.filter(({ path }) => isKnownPath(path, entity, theirs)),
    ask: screen.ask?.filter((field) => isKnownPath([field], entity, named)),
    add: screen.add.filter((field) => isKnownPath([field], entity, theirs)),
    buttons: screen.buttons.filter(isOffered),
    opens: isThere(screen.opens) ? screen.opens : undefined,
    then: isThere(screen.then) ? screen.then : undefined,
  };
}

/** A screen without Show shows everything that may be seen: one of which nothing is left is not that. */
const shown = (paths: readonly FieldPath[], only: (paths: readonly FieldPath[]) => readonly FieldPath[]) => {
  const left = only(paths);
  return left.length === 0 ? paths.slice(0, 1) : left;
};

/** Beside what every product may say: what a form or a step of theirs may answer before it is sent. */
function messagesFor({ messages, entities }: Application<Source>): Application["messages"] {
  const codes = new Set(Object.keys(builtInWords));
  for (const { rules, machines, rights } of Object.values(entities)) {
    for (const { code } of rules) codes.add(code);
    for (const { otherwise } of Object.values(rights).flat()) for (const { code } of otherwise) codes.add(code);
    for (const { transitions } of machines)
      for (const { ways } of transitions) for (const { otherwise = "" } of ways) codes.add(otherwise);
  }
  return recordOf(Object.entries(messages).filter(([code]) => codes.has(code)));
}

/** Every reader learns that a section is not shown; a clause is for readers of all that it names, or of its screen. */
function gapsFor(
  { gaps, screens, entities, calls, roles }: Application<Source>,
  isTold: (whom: readonly string[]) => boolean,
): Application["gaps"] {
  const said = new Set(["create", "read", "update", "delete", "call"]);
  gather([screens, entities, calls, roles], said);
  // Of a screen that nobody knows whom it is for, that is the only one that is told.
  const ofScreens = new Set(screens.flatMap((screen) => screen.gaps));
  return gaps
    .filter((gap) =>
      gap.for === undefined
        ? gap.names.every((name) => said.has(name.replace(/^(?:see|set) /, "")))
        : isTold(gap.for) && (gap.for.length > 0 || ofScreens.has(gap.address)),
    )
    .map((gap) => ({ ...gap, for: undefined }));
}

function wordsFor(application: Application<Source>): Application["words"] {
  const said = new Set<string>();
  gather(application.screens, said);
  gather(application.entities, said);
  gather([application.calls, application.roles, application.title], said);
  return recordOf(Object.entries(application.words).filter(([word]) => said.has(word)));
}

function gather(value: unknown, said: Set<string>): void {
  if (typeof value === "string") said.add(value);
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) gather(one, said);
}

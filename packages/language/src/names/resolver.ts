// Finds out what each name in a clause means: every reference gets the identifier of the thing that it names.
import type { Assignment } from "../expression/tree.ts";
import type { Span } from "../problem.ts";
import { resolveType, isReference } from "../field-types/index.ts";
import type { FieldType } from "../sections/entities/model.ts";
import { identifierOf, type Name, type Reference } from "../text/name.ts";
import type { Guard } from "../clause/guard.ts";
import type { Lookup } from "./lookup.ts";
import type { Amount } from "../clause/value.ts";

/** What a document defines by name. */
export type DefinitionKind =
  | "entity"
  | "field"
  | "choice"
  | "state"
  | "transition"
  | "screen"
  | "call"
  | "mail"
  | "error"
  | "constant"
  | "role"
  | "condition";

/** A place in the text that names one of them. */
export type Mention = {
  readonly kind: DefinitionKind;
  /** The entity of a field, state or transition; `ticket.priority` of a choice. */
  readonly of: string | undefined;
  readonly id: string;
  readonly span: Span;
};

type Named = { readonly name: Name };

/** Unresolved names keep the identifier that they are written with: the checks report them. */
export class Resolver {
  /** Every reference that is resolved, in the order of the document. */
  readonly mentions: Mention[] = [];
  readonly #lookup: Lookup;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  entity<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "entity", undefined, this.#lookup.entities);
  }

  /** Of an entity, which is known by its identifier. */
  field<Written extends Reference | undefined>(entity: string, reference: Written): Written {
    return this.#resolve(reference, "field", entity, this.#lookup.fields.get(entity));
  }

  state<Written extends Reference | undefined>(entity: string, reference: Written): Written {
    return this.#resolve(reference, "state", entity, this.#lookup.states.get(entity));
  }

  /** Of the states of one field: another field of the entity may have one of the same name. */
  stateAmong(entity: string, states: readonly Named[], reference: Reference): Reference {
    const isMeant = ({ name: { label } }: Named) => [label, identifierOf(label)].includes(reference.id);
    const own = states.find(({ name }) => name.id === reference.id) ?? states.find(isMeant);
    return this.#found(reference, "state", entity, own ?? states.find(({ name }) => name.label === reference.label));
  }

  transition<Written extends Reference | undefined>(entity: string, reference: Written): Written {
    const rows = this.#lookup.transitions.get(entity);
    const named = reference && rows?.get(reference.id)?.[0];
    return this.#found(reference, "transition", entity, named);
  }

  screen<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "screen", undefined, this.#lookup.screens);
  }

  call<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "call", undefined, this.#lookup.calls);
  }

  mail<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "mail", undefined, this.#lookup.mails);
  }

  role<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "role", undefined, this.#lookup.roles);
  }

  constant<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "constant", undefined, this.#lookup.constants);
  }

  condition<Written extends Reference | undefined>(reference: Written): Written {
    return this.#resolve(reference, "condition", undefined, this.#lookup.conditions);
  }

  /** Codes are written as they are defined. */
  error<Written extends Reference | undefined>(reference: Written): Written {
    const error = reference && this.#lookup.errors.get(reference.label);
    return this.#found(reference, "error", undefined, error && { name: error.code });
  }

  /** Of a field with choices, or of one that holds a state. */
  choice(entity: string, field: string, reference: Reference): Reference {
    const type = this.#lookup.fields.get(entity)?.get(field)?.type;
    if (type?.kind === "state") return this.state(entity, reference);
    if (type?.kind !== "one of" && type?.kind !== "several of") return reference;
    const isMeant = ({ id, label }: Name) => [id, label, identifierOf(label)].includes(reference.id);
    const name = type.choices.find((one) => isMeant(one) || one.label === reference.label);
    return this.#found(reference, "choice", `${entity}.${field}`, name && { name });
  }

  /** A transition of whatever entity has one of that name: several may have different ones. Undefined where none has. */
  transitionOfAny(reference: Reference): Reference | undefined {
    const owners = [...this.#lookup.transitions].filter(([, transitions]) => transitions.has(reference.id));
    const [owner, other] = owners.map(([entity]) => entity);
    if (owner === undefined) return undefined;
    return other === undefined ? this.transition(owner, reference) : reference;
  }

  isTransitionOfAny = (reference: Reference): boolean =>
    this.#lookup.transitions.values().some((transitions) => transitions.has(reference.id));

  isScreen = (reference: Reference): boolean => this.#lookup.screens.has(reference.id);
  isCall = (reference: Reference): boolean => this.#lookup.calls.has(reference.id);
  isTransition = (entity: string, reference: Reference): boolean =>
    this.#lookup.transitions.get(entity)?.has(reference.id) === true;

  /** What effects and forms set. */
  assignments(entity: string, values: readonly Assignment[]): readonly Assignment[] {
    return values.map((one) => ({ ...one, field: this.field(entity, one.field) }));
  }

  entityOrCall(reference: Reference): Reference {
    if (this.#lookup.entities.has(reference.id)) return this.entity(reference);
    const call = this.call(reference);
    // What an entity is called as well stays as it is written.
    return this.#lookup.entities.has(call.id) ? reference : call;
  }

  guard<Written extends Guard | undefined>(guard: Written): Written {
    return guard?.kind === "condition" ? { ...guard, name: this.condition(guard.name) } : guard;
  }

  amount<Written extends Amount | undefined>(amount: Written): Written {
    return amount?.kind === "constant" ? { ...amount, name: this.constant(amount.name) } : amount;
  }

  /** Field by field, each of the entity that the one before leads to. */
  path(entity: string, steps: readonly Reference[]): readonly Reference[] {
    let at: string | undefined = entity;
    return steps.map((step) => {
      if (at === undefined) return step;
      const field = this.field(at, step);
      at = this.#leadsTo(at, field.id);
      return field;
    });
  }

  type<Written extends FieldType | undefined>(type: Written): Written {
    const names = {
      entity: (reference: Reference) => this.entity(reference),
      field: (entity: string, reference: Reference | undefined) => this.field(entity, reference),
      amount: (amount: Amount | undefined) => this.amount(amount),
    };
    return type && (resolveType(type, names) as NonNullable<Written>);
  }

  #leadsTo(entity: string, field: string): string | undefined {
    if (field === "created_by" || field === "updated_by") return "user";
    const stated = this.#lookup.fields.get(entity)?.get(field)?.type;
    const type = stated?.kind === "computed" ? stated.of : stated;
    if (!isReference(type)) return undefined;
    return this.#lookup.entities.get(type.entity.id)?.name.id ?? type.entity.id;
  }

  #resolve<Written extends Reference | undefined>(
    reference: Written,
    kind: DefinitionKind,
    of: string | undefined,
    named: ReadonlyMap<string, Named> | undefined,
  ): Written {
    return this.#found(reference, kind, of, reference && named?.get(reference.id));
  }

  #found<Written extends Reference | undefined>(
    reference: Written,
    kind: DefinitionKind,
    of: string | undefined,
    found: Named | undefined,
  ): Written {
    if (reference === undefined || found === undefined) return reference;
    const { id } = found.name;
    this.mentions.push({ kind, of, id, span: reference.span });
    return reference.id === id || kind === "error" ? reference : { ...reference, id };
  }
}

// One kind out of a union in which several kinds may share a shape.

/** `OfKind<FieldType, "percent">`: the shape of all numbers, of which it is the one. */
export type OfKind<Type, Asked> = Type extends { readonly kind: infer Own }
  ? Asked extends Own
    ? Type & { readonly kind: Asked }
    : never
  : never;
